// What a page asks or says beside the game.

import { byId, make, pageData } from "./dom.js";
import { send } from "./send.js";

/** Draw hints into a place; anew only when they changed, so that no button is lost under a finger. */
export function drawHints(place, hints, before) {
  if (before && JSON.stringify(before) === JSON.stringify(hints)) return;
  const may = pageData().role !== "guest";
  place.replaceChildren(
    ...hints.map((hint) =>
      make("p", { class: "hint-bar", "data-kind": hint.kind }, make("span", {}, hint.text), ...(may ? hint.buttons.map(hintButton) : [])),
    ),
  );
}

function hintButton(one) {
  const button = make("button", { type: "button" }, one.text);
  button.addEventListener("click", () => (one.do ? send(one.do, one.with) : byId("open-more").click()));
  return button;
}
