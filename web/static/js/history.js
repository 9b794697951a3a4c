// The history page: charts, every deal, disputes.

import { lettersChart, timesChart } from "./charts.js";
import { openDispute } from "./dispute.js";
import { byId, pageData } from "./dom.js";
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

function onClick(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { dispute, withdraw, keep, kept } = button.dataset;
  if (dispute) openDispute(Number(dispute), history.players, again);
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
