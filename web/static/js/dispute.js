// A dispute in two taps: "Dispute", then the player.

import { byId, draw, make, markPath, pageData } from "./dom.js";
import { send, toast } from "./send.js";

/** A button with a seat's mark and its player's name. */
export function seatButton(player, press) {
  const mark = draw("svg", { class: `mark mark-${player.seat}`, viewBox: "0 0 20 20", "aria-hidden": "true" },
    draw("path", { d: markPath(player.seat) }));
  const button = make("button", { type: "button" }, mark, make("bdi", {}, player.name));
  button.addEventListener("click", () => press(button));
  return button;
}

/** Open the dialog about one deal; `done` is called after the dispute was taken. */
export function openDispute(deal, players, done) {
  const texts = pageData().texts;
  const dialog = byId("dispute");
  byId("dispute-title").textContent = texts["dispute.title"].replace("{number}", deal);
  byId("dispute-why").value = "";
  byId("dispute-seats").replaceChildren(
    ...players.map((player) =>
      seatButton(player, async () => {
        const taken = await send("dispute", { deal, seat: player.seat, why: byId("dispute-why").value });
        dialog.close();
        if (taken) {
          toast(texts["dispute.taken"]);
          done?.();
        }
      }),
    ),
  );
  dialog.showModal();
}
