// The order with its times: every contact and its 95 % interval on one axis, as in athletics.

import { draw, make } from "./dom.js";

const WIDTH = 1000;

/** Fill `place` with a row for each player of the verdict's order. */
export function drawRace(place, verdict) {
  place.replaceChildren(...(verdict?.order ?? []).map((one) => row(one, verdict)));
}

function row(one, verdict) {
  const ends = verdict.order.flatMap((other) => [other.low_ms, other.high_ms, other.after_ms]).filter((ms) => ms !== null);
  const low = Math.min(0, ...ends);
  const high = Math.max(1, ...ends);
  const x = (ms) => 14 + ((ms - low) / (high - low)) * (WIDTH - 28);
  const picture = draw("svg", { viewBox: `0 0 ${WIDTH} 24`, preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(draw("line", { class: "race-axis", x1: 0, x2: WIDTH, y1: 12, y2: 12, "vector-effect": "non-scaling-stroke" }));
  if (one.after_ms !== null) {
    const line = { y1: 12, y2: 12, "vector-effect": "non-scaling-stroke" };
    if (one.low_ms !== null) {
      picture.append(draw("line", { class: `race-span race-${one.seat}`, x1: x(one.low_ms), x2: x(one.high_ms), ...line }));
    }
    picture.append(dot(one, x(one.after_ms)));
  }
  return make(
    "p",
    { class: "race-row", "data-taker": String(one.taker) },
    make("bdi", { class: "race-name" }, one.name),
    picture,
    make("span", { class: "race-time" }, one.text),
  );
}

// The picture is stretched to its row; a point drawn as a very short line with round ends stays round.
function dot(one, at) {
  return draw("line", {
    class: `race-tip race-${one.seat}`, x1: at, x2: at + 0.01, y1: 12, y2: 12, "vector-effect": "non-scaling-stroke",
  });
}
