// The lesson: the worked example, played. Every step comes from the rules; here it is only shown and acted.

import { back, face } from "./cards.js";
import { byId, draw, make, markPath, pageData, setText } from "./dom.js";

const texts = pageData().texts;
const lesson = JSON.parse(byId("lesson-data").textContent);
const still = matchMedia("(prefers-reduced-motion: reduce)");
let at = 0;

const step = () => lesson.steps[at];
const named = (key, values = {}) => Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), texts[key]);

function seatBlock(seat) {
  const now = step();
  const place = now.places[seat];
  const mine = seat === lesson.learner;
  const open = mine || now.shown === seat;
  const block = make("section", { class: "place", "data-seat": seat, "data-who": String(now.who === seat), "aria-label": lesson.names[seat] });
  const head = make("p", { class: "place-head" },
    draw("svg", { class: `mark mark-${seat}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, draw("path", { d: markPath(seat) })),
    make("strong", {}, mine ? named("lesson.you", { name: lesson.names[seat] }) : lesson.names[seat]));
  if (now.letters[seat]) head.append(make("span", { class: "tile full" }, now.letters[seat]));
  block.append(person(seat), head);
  const hand = make("div", { class: "hand" });
  for (const card of place.hand) hand.append(oneCard(card, open, mine));
  const waiting = make("div", { class: "waiting" });
  for (const card of place.waiting) waiting.append(oneCard(card, false, mine));
  block.append(hand, waiting);
  return block;
}

function oneCard(card, open, mine) {
  const now = step();
  const wanted = mine && now.card === card && (now.task === "release" || now.task === "pick-up");
  const holder = make(wanted ? "button" : "span", { class: "holder", "data-card": card });
  holder.append(open ? face(card) : back());
  if (wanted) {
    holder.type = "button";
    holder.classList.add("wanted");
    holder.setAttribute("aria-label", named(now.task === "release" ? "lesson.pass" : "lesson.pick", { card }));
    holder.addEventListener("click", () => go(1));
  } else {
    holder.setAttribute("role", "img");
    holder.setAttribute("aria-label", open ? card : texts["lesson.hidden"]);
  }
  return holder;
}

/** A face with a nose; while it signals, with a hand whose index finger rests on the nose. */
function person(seat) {
  const touches = step().noses.includes(seat);
  const mine = seat === lesson.learner && step().task === "touch";
  const picture = draw("svg", { class: "person", viewBox: "0 0 80 80", "aria-hidden": "true" },
    draw("circle", { class: "head", cx: 40, cy: 38, r: 29 }),
    draw("path", { class: `cap mark-${seat}`, d: "M11 36a29 29 0 0 1 58 0c-9-9-49-9-58 0z" }),
    draw("circle", { class: "eye", cx: 30, cy: 40, r: 2.8 }), draw("circle", { class: "eye", cx: 50, cy: 40, r: 2.8 }),
    draw("path", { class: "mouth", d: "M32 57q8 5 16 0" }),
    draw("ellipse", { class: "nose", cx: 40, cy: 47, rx: 4.2, ry: 4.8 }));
  if (touches) {
    picture.append(draw("path", { class: "finger", d: "M43 49l12 15" }), draw("path", { class: "fist", d: "M53 62q8-4 14 4l5 12H54q-6-9-1-16z" }));
  }
  if (!mine) return picture;
  const button = make("button", { type: "button", class: "touch wanted", "aria-label": texts["lesson.touch"] }, picture);
  button.addEventListener("click", () => go(1));
  return button;
}

/** The way the cards go: to the left, which is clockwise. */
function wayRound() {
  const quarter = "M48.1 104.4A46 46 0 0 1 15.6 71.9M11.1 84.1L15.6 71.9L25.5 80.3";
  return draw("svg", { class: "round", viewBox: "0 0 120 120", "aria-hidden": "true" },
    ...[0, 90, 180, 270].map((turn) => draw("path", { d: quarter, transform: `rotate(${turn} 60 60)` })));
}

function go(by) {
  const before = positions();
  const finished = at + by >= lesson.steps.length;
  if (finished) location.href = "/";
  else {
    at = Math.max(0, at + by);
    show();
    if (by > 0) fly(before);
  }
}

function positions() {
  return new Map([...document.querySelectorAll(".holder")].map((one) => [one.dataset.card, one.getBoundingClientRect()]));
}

// Each card glides from where it lay to where it lies.
function fly(before) {
  if (still.matches) return;
  for (const one of document.querySelectorAll(".holder")) {
    const old = before.get(one.dataset.card);
    const now = one.getBoundingClientRect();
    if (!old || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) continue;
    one.animate([{ transform: `translate(${old.x - now.x}px, ${old.y - now.y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }],
      { duration: 650, easing: "cubic-bezier(0.3, 0.9, 0.3, 1)" });
  }
}

function show() {
  const now = step();
  setText(byId("say"), now.text);
  setText(byId("task"), now.task === "watch" ? "" : named(`lesson.task.${now.task}`, { card: now.card }));
  byId("table").replaceChildren(...lesson.names.map((_, seat) => seatBlock(seat)), wayRound());
  byId("back").disabled = at === 0;
  byId("progress").value = (at + 1) / lesson.steps.length;
  setText(byId("next"), texts[at === lesson.steps.length - 1 ? "lesson.play" : now.task === "watch" ? "lesson.next" : "lesson.show-me"]);
  document.querySelector(".wanted")?.focus({ preventScroll: true });
}

byId("next").addEventListener("click", () => go(1));
byId("back").addEventListener("click", () => go(-1));
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") go(1);
  if (event.key === "ArrowLeft") go(-1);
});
show();
