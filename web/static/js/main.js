// The scoreboard page: puts its parts together.

import { wireActions } from "./actions.js";
import { announce } from "./announce.js";
import { followBeat, wireBeat } from "./beat.js";
import { byId, pageData, setText } from "./dom.js";
import { keepLive } from "./live.js";
import { openDispute } from "./dispute.js";
import { followMore } from "./more.js";
import { keepPicture, nameSeats } from "./picture.js";
import { render } from "./render.js";
import { change, onSettings, settings, wireSettings } from "./settings.js";

const page = pageData();
let shown = null;

function show(board) {
  render(board, shown);
  nameSeats(board.seats);
  followMore(board);
  followBeat(board);
  announce(board, shown, page.language);
  shown = board;
  showLive();
}

let live = null;

// Where no camera runs nothing is live: then the page is "up to date".
function showLive() {
  if (live === null) return;
  byId("live-sign").dataset.live = live ? "yes" : "no";
  setText(byId("live-text"), page.texts[!live ? "live.no" : shown.camera.on ? "live.yes" : "live.rest"]);
}

const first = JSON.parse(byId("board-data").textContent);
wireActions(page.role);
wireSettings();
wireBeat();
for (const [name, on] of [["hide-picture", false], ["show-picture", true]]) {
  byId(name).addEventListener("click", () => {
    change("picture", on);
    byId("more").close();
  });
}
onSettings(() => (byId("show-picture").hidden = settings.picture));
byId("open-dispute").addEventListener("click", () => openDispute(shown.verdict.deal, shown.seats));
show(first);
keepPicture({ everyMs: page.role === "referee" ? 120 : 500, words: page.texts });
keepLive({ language: page.language, seen: first.id, onBoard: show, onLive: (now) => showLive((live = now)) });
