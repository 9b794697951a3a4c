// What is needed now and then: letters by hand, names, chairs, somebody who goes home. Each can be undone.

import { seatButton } from "./dispute.js";
import { byId, make, pageData } from "./dom.js";
import { send, toastUndo } from "./send.js";

const texts = pageData().texts;
let players = [];
let chosen = null; // the first of two seats to swap

/** Keep up with the board; an open dialog shows the change at once. */
export function followMore(board) {
  players = board.seats;
  if (byId("more")?.open) showMore();
}

export function showMore() {
  const focused = document.activeElement?.getAttribute("aria-label"); // what is drawn anew keeps the focus
  byId("more-players").replaceChildren(...players.map(row));
  byId("more-swap").replaceChildren(...players.map(swapButton));
  if (focused) [...byId("more").querySelectorAll("button")].find((one) => one.ariaLabel === focused)?.focus();
}

async function act(action, values, said, player) {
  const done = await send(action, values);
  if (done) toastUndo(texts[said].replace("{name}", player.name), done.mark);
}

// The seat, and who was seen there: refused when somebody else sits there by now.
function whom(player) {
  return { seat: player.seat, player: player.player };
}

function button(text, label, press, disabled = false) {
  const made = make("button", { type: "button", "aria-label": label }, text);
  made.disabled = disabled;
  made.addEventListener("click", press);
  return made;
}

function row(player) {
  const named = (key) => texts[key].replace("{name}", player.name);
  const letters = (change) => () => act("letter", { ...whom(player), change }, "more.done.letter", player);
  return make("div", { class: "player-row" },
    make("bdi", { class: "name" }, player.name),
    button("−", named("more.fewer"), letters(-1), player.count === 0),
    make("span", { class: "count" }, String(player.count)),
    button("+", named("more.more"), letters(1), player.out),
    button(texts["more.rename"], named("more.rename.label"), () => rename(player)),
    button(texts["more.leave"], named("more.leave.label"), () => act("leave", whom(player), "more.done.leave", player), player.out),
  );
}

function rename(player) {
  const dialog = byId("ask-name");
  const field = byId("new-name");
  field.value = player.name;
  dialog.returnValue = "no";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes" && field.value.trim() && field.value !== player.name) {
      act("rename", { ...whom(player), name: field.value }, "more.done.rename", player);
    }
  };
  dialog.showModal();
  field.select();
}

function swapButton(player) {
  const made = seatButton(player, () => {
    if (chosen === null || chosen === player.seat) {
      chosen = chosen === null ? player.seat : null;
      showMore();
      byId("more-swap").children[players.indexOf(player)].focus();
      return;
    }
    const first = chosen;
    chosen = null;
    showMore();
    act("swap", { first, second: player.seat }, "more.done.swap", player);
  });
  made.setAttribute("aria-pressed", String(chosen === player.seat));
  return made;
}
