// Draws a board into the page; touches only what changed.

import { byId, draw, make, markPath, pageData, setText } from "./dom.js";
import { drawRace } from "./race.js";
import { drawHints } from "./hints.js";

/** Show a board; `before` is the one shown until now, or null at first. */
export function render(board, before) {
  setText(byId("deal-number"), board.deal_text);
  showLine(board, before);
  for (const place of byId("seats").children) showSeat(place, board, before);
  showVerdict(board, before);
  showCamera(board);
  showActions(board);
  showHints(board, before);
}

function restart(element, name) {
  element.classList.remove(name);
  void element.getBoundingClientRect(); // lets the browser notice, so that the animation runs again
  element.classList.add(name);
}

function showLine(board, before) {
  const line = byId("line");
  if (before && before.line.text !== board.line.text) restart(line, "fresh");
  setText(line, board.line.text);
  line.dataset.tone = board.line.tone;
  document.body.classList.toggle("headline", board.line.headline); // the line is the verdict: say it once
  setText(byId("next"), board.next);
  const notice = byId("notice");
  setText(notice, board.trouble);
  notice.hidden = board.trouble === "";
}

function showSeat(place, board, before) {
  const seat = Number(place.dataset.seat);
  const player = board.seats.find((one) => one.seat === seat);
  place.hidden = !player;
  if (!player) return;
  const mark = place.querySelector(".mark");
  if (!mark.firstChild) mark.append(draw("path", { d: markPath(seat) }));
  setText(place.querySelector(".name"), player.name);
  place.dataset.out = String(player.out);
  place.dataset.winner = String(player.winner);
  place.querySelector(".first").hidden = !player.first;
  place.querySelector(".dealer").hidden = !player.dealer;
  place.querySelector(".out").hidden = !player.out;
  place.querySelector(".winner").hidden = !player.winner;
  setText(place.querySelector(".note"), player.note);
  setText(place.querySelector(".spelled"), player.spelled);
  const old = before?.seats.find((one) => one.seat === seat);
  showLetters(place.querySelector(".letters"), board.word, player, old);
}

function showLetters(place, word, player, old) {
  if (place.dataset.word !== word) {
    place.replaceChildren(...[...word].map((letter) => make("span", { class: "tile" }, letter)));
    place.dataset.word = word;
  }
  [...place.children].forEach((tile, index) => {
    const full = index < player.count;
    if (full && old && index >= old.count) restart(tile, "land");
    tile.classList.toggle("full", full);
    tile.classList.toggle("new", full && player.fresh && index === player.count - 1);
  });
}

function showVerdict(board, before) {
  const place = byId("verdict");
  const verdict = board.verdict;
  place.dataset.kind = verdict?.kind ?? "none";
  setText(byId("standing"), verdict?.standing_text ?? "");
  setText(byId("title"), verdict?.title ?? board.no_verdict);
  setText(byId("why"), verdict?.why ?? "");
  const mark = JSON.stringify(verdict);
  if (place.dataset.mark !== mark) {
    place.dataset.mark = mark;
    drawRace(byId("race"), verdict);
    if (before && verdict && before.verdict?.mark !== verdict.mark) restart(place, "fresh");
  }
  byId("open-dispute").hidden = !verdict || verdict.disputed;
  byId("open-deal").hidden = !verdict;
  if (verdict) byId("open-deal").href = `/deal/${verdict.deal}`;
  byId("open-review").hidden = board.pending.length === 0;
  setText(byId("open-review"), pageData().texts["review.open"].replace("{count}", board.pending.length));
  byId("ask").hidden = !verdict?.ask;
  setText(byId("question"), verdict?.ask ?? "");
}

function showCamera(board) {
  const sign = byId("camera-sign");
  sign.dataset.on = board.camera.on ? "yes" : "no";
  setText(byId("camera-text"), board.camera.text);
}

function showActions(board) {
  for (const button of document.querySelectorAll("[data-do]")) {
    const can = board.can[button.dataset.do];
    const name = button.dataset.do;
    if (can === undefined || button.closest(".ask")) continue;
    if (name === "pause" || name === "resume" || name === "draw") button.hidden = !can;
    else if (name === "start-deal") button.hidden = board.can.draw || board.moment === "over";
    else if (name === "new-game" && button.dataset.key) button.hidden = board.moment !== "over";
    button.disabled = !can;
    if (name === "undo") button.dataset.with = JSON.stringify({ mark: board.mark });
  }
}

function showHints(board, before) {
  drawHints(byId("hints"), board.hints, before?.hints);
}
