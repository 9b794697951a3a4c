// The page of what waits for a decision: fresh by itself.

import { pageData } from "./dom.js";
import { keepLive } from "./live.js";

let known = null;

keepLive({
  language: pageData().language,
  seen: "",
  onBoard: (board) => {
    const mark = JSON.stringify([board.pending, board.verdict?.mark]);
    if (known !== null && mark !== known) location.reload();
    known = mark;
  },
  onLive: () => {},
});
