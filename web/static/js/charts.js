// Two charts: letters over time, and how long after the signal everybody touched.

import { draw, markPath } from "./dom.js";

const WIDTH = 640;
const HEIGHT = 300;

function point(seat, x, y, size) {
  const mark = draw("path", { class: `mark-${seat}`, d: markPath(seat) });
  mark.setAttribute("transform", `translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})`);
  return mark;
}

function text(content, x, y, anchor = "start", name = "chart-text") {
  return draw("text", { class: name, x, y, "text-anchor": anchor }, content);
}

/** Letters over time: one step line for each player, ending in the player's mark. */
export function lettersChart({ players, word, deals }, label) {
  const chart = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  const count = Math.max(1, deals.length);
  const x = (deal) => 34 + (deal / count) * (WIDTH - 60);
  const y = (letters) => HEIGHT - 34 - (letters / word.length) * (HEIGHT - 60);
  [...word].forEach((letter, index) => {
    chart.append(draw("line", { class: "chart-grid", x1: 34, x2: WIDTH - 26, y1: y(index + 1), y2: y(index + 1) }));
    chart.append(text(letter, 14, y(index + 1) + 5, "middle"));
  });
  const every = Math.ceil(count / 10);
  for (let deal = every; deal <= count; deal += every) chart.append(text(deal, x(deal), HEIGHT - 10, "middle"));
  players.forEach((player, place) => {
    const lift = (place - (players.length - 1) / 2) * 4; // lines that run together stay apart
    const path = player.line.map((letters, deal) => `${deal ? `H${x(deal)}V` : `M${x(0)} `}${y(letters) + lift}`).join("");
    chart.append(draw("path", { class: `chart-line race-${player.seat}`, d: path }));
    chart.append(point(player.seat, x(count) + 8, y(player.line.at(-1)) + lift, 13));
  });
  return chart;
}

/** Reaction times: a row for each player, a mark for each copy with its 95 % interval. */
export function timesChart({ players, slowest_ms: slowest }, label) {
  const rows = Math.max(1, players.length);
  const height = Math.max(HEIGHT, 44 + rows * 64);
  const chart = draw("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label });
  const most = Math.max(100, slowest * 1.06);
  const x = (ms) => 10 + (ms / most) * (WIDTH - 30);
  const step = [50, 100, 200, 500, 1000, 2000, 5000].find((one) => most / one <= 6) ?? 10000;
  for (let ms = 0; ms <= most; ms += step) {
    chart.append(draw("line", { class: "chart-grid", x1: x(ms), x2: x(ms), y1: 6, y2: height - 34 }));
    chart.append(text(`${ms} ms`, x(ms), height - 10, ms ? "middle" : "start"));
  }
  players.forEach((player, row) => {
    const top = 6 + (row * (height - 44)) / rows;
    chart.append(text(player.name, 14, top + 18, "start", "chart-name"));
    player.times.forEach((one, place) => {
      const at = top + 36 + (place % 3) * 6;
      if (one.low_ms !== null) {
        chart.append(draw("line", { class: `chart-span race-${player.seat}`, x1: x(one.low_ms), x2: x(one.high_ms), y1: at, y2: at }));
      }
      chart.append(point(player.seat, x(one.ms), at, 11));
    });
  });
  return chart;
}
