// The history page: charts, disputes, rulings with what they would change.

import { lettersChart, timesChart } from "./charts.js";
import { openDispute, seatButton } from "./dispute.js";
import { byId, make, pageData } from "./dom.js";
import { keepLive } from "./live.js";
import { drawRace } from "./race.js";
import { send } from "./send.js";

const page = pageData();
const history = JSON.parse(byId("history-data").textContent);

function again() {
  location.reload();
}

function showCharts() {
  byId("lines")?.append(lettersChart(history, page.texts["history.letters"]));
  byId("times")?.append(timesChart(history, page.texts["history.times"]));
  for (const deal of history.deals) drawRace(byId(`deal-${deal.number}`).querySelector(".race"), deal);
}

function openRuling(number) {
  const dialog = byId("rule");
  const confirm = byId("rule-confirm");
  const preview = byId("rule-preview");
  byId("rule-title").textContent = page.texts["rule.title"].replace("{number}", number);
  byId("rule-why").value = "";
  preview.replaceChildren();
  confirm.disabled = true;
  const choose = async (button, ruling) => {
    for (const other of byId("rule-choices").children) other.setAttribute("aria-pressed", String(other === button));
    const content = await send("ruling/preview", ruling);
    confirm.disabled = !content;
    preview.replaceChildren(...(content ? [make("ul", {}, ...content.changes.map((text) => make("li", {}, text)))] : []));
    confirm.onclick = async () => {
      if (await send("ruling", { ...ruling, why: byId("rule-why").value })) again();
    };
  };
  const plain = (choice) => {
    const button = make("button", { type: "button" }, page.texts[`rule.${choice}`]);
    button.addEventListener("click", () => choose(button, { deal: number, choice }));
    return button;
  };
  byId("rule-choices").replaceChildren(
    plain("stands"),
    plain("redeal"),
    ...history.players.map((player) =>
      seatButton({ ...player, name: page.texts["rule.letter"].replace("{name}", player.name) }, (button) =>
        choose(button, { deal: number, choice: "letter", seat: player.seat }),
      ),
    ),
  );
  dialog.showModal();
}

function onClick(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { dispute, rule, withdraw, keep, kept } = button.dataset;
  if (dispute) openDispute(Number(dispute), history.players, again);
  else if (rule) openRuling(Number(rule));
  else if (withdraw) send("dispute/withdraw", { deal: Number(withdraw) }).then((done) => done && again());
  else if (keep) send("ruling/keep", { deal: Number(keep), keep: kept === "true" }).then((done) => done && again());
}

// A new verdict or ruling shows by itself, unless somebody is in the middle of something.
let known = null;
function onBoard(board) {
  const mark = JSON.stringify([board.verdict?.mark, board.verdict?.standing, board.pending, board.seats.map((one) => one.count)]);
  if (known !== null && mark !== known && !document.querySelector("dialog[open]")) again();
  known = mark;
}

showCharts();
byId("main").addEventListener("click", onClick);
keepLive({ language: page.language, seen: "", onBoard, onLive: () => {} });
