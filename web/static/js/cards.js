// Playing cards, drawn: big corner index, court initial, suit; a plain back. No picture file, readable at arm's length.

import { draw } from "./dom.js";

// Paths in a 24 by 24 box.
const SUITS = {
  "♥": "M12 21.500C5 15.500 2 12 2 8.200 2 5.300 4.200 3 7 3c2 0 3.800 1.100 5 3 1.200-1.900 3-3 5-3 2.800 0 5 2.300 5 5.200 0 3.800-3 7.300-10 13.300z",
  "♦": "M12 1.500 20.500 12 12 22.500 3.500 12z",
  "♠": "M12 2C7 7.500 3 10.600 3 14.700 3 17.200 4.900 19 7.200 19c1.500 0 2.700-.6 3.500-1.700-.2 2-.9 3.500-2.200 4.700h7c-1.300-1.200-2-2.700-2.200-4.700.8 1.100 2 1.700 3.500 1.700 2.300 0 4.200-1.800 4.200-4.300C21 10.600 17 7.500 12 2z",
  "♣": "M12 2a4.600 4.600 0 0 0-3.900 7.100A4.600 4.600 0 1 0 10.700 17c-.2 2-.9 3.700-2.200 5h7c-1.300-1.300-2-3-2.200-5a4.600 4.600 0 1 0 2.600-7.900A4.600 4.600 0 0 0 12 2z",
};
const RED = new Set(["♥", "♦"]);

function suit(sign, x, y, size) {
  return draw("path", { d: SUITS[sign], transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` });
}

/** A card's face as SVG, 100 by 140. */
export function face(card) {
  const sign = card.slice(-1);
  const rank = card.slice(0, -1);
  const corner = () => draw("g", {}, draw("text", { x: 17, y: 31, "text-anchor": "middle", class: "card-rank" }, rank), suit(sign, 17, 47, 20));
  const turned = draw("g", { transform: "rotate(180 50 70)" }, corner());
  const middle = rank === "A"
    ? suit(sign, 50, 70, 56)
    : draw("g", {}, draw("rect", { class: "card-court", x: 33, y: 27, width: 34, height: 86, rx: 5 }),
        draw("text", { x: 50, y: 71, "text-anchor": "middle", class: "card-letter" }, rank), crown(rank), suit(sign, 50, 95, 26));
  return draw("svg", { viewBox: "0 0 100 140", class: `card ${RED.has(sign) ? "red" : "black"}`, "aria-hidden": "true" },
    draw("rect", { class: "card-paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }), corner(), turned, middle);
}

function crown(rank) {
  const shapes = {
    K: "M38 44V33l6 5 6-8 6 8 6-5v11z",
    Q: "M38 44l-1-10 7 5 6-9 6 9 7-5-1 10z",
    J: "M39 44c0-9 5-13 11-13s11 4 11 13z",
  };
  return draw("path", { d: shapes[rank] ?? shapes.J });
}

/** A card's back. */
export function back() {
  return draw("svg", { viewBox: "0 0 100 140", class: "card back", "aria-hidden": "true" },
    draw("rect", { class: "card-paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    draw("rect", { class: "card-back", x: 8, y: 8, width: 84, height: 124, rx: 5 }),
    draw("path", { class: "card-weave", d: weave() }));
}

function weave() {
  let path = "";
  for (let at = -120; at < 100; at += 14) path += `M${at} 8l124 124M${at + 124} 8l-124 124`;
  return path;
}
