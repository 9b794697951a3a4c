// The photo finish: strips on one time axis, instants, intervals and tie limit drawn in; frames step together.

import { byId, draw, make, markPath } from "./dom.js";

const LANE = 84; // height of a strip on the page
const LABEL = 26;
const AXIS = 26;
const CURVE = 150;
const FARTHEST = 0.45; // face sizes that the curve shows: farther frames say little about the arrival
const CLOSEST_S = 0.12; // nearer, a strip is a single frame
const STEPS_MS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** Show a photo finish; `onMoment` is told the camera's time of the frame that is shown. */
export function showFinish(finish, address, texts, onMoment) {
  const strips = byId("strips");
  const shown = { finish, texts, address, frame: startFrame(finish), width: 0, from_s: finish.start_s, span_s: length(finish) };
  const tiles = makeTiles(finish, `${address}/tiles.jpg`, (time_s) => go(nearest(finish, time_s)));
  strips.setAttribute("aria-valuemax", finish.frames_s.length - 1);

  function go(frame) {
    shown.frame = Math.max(0, Math.min(finish.frames_s.length - 1, frame));
    const time_s = finish.frames_s[shown.frame];
    if (time_s < shown.from_s || time_s > shown.from_s + shown.span_s) look(shown.span_s);
    const ms = (1000 * (time_s - finish.zero_s)).toFixed(0);
    const text = texts["finish.moment"].replace("{ms}", ms);
    byId("moment").textContent = text;
    strips.setAttribute("aria-valuenow", shown.frame);
    strips.setAttribute("aria-valuetext", text);
    for (const cursor of document.querySelectorAll(".cursor")) {
      cursor.setAttribute("x1", place(shown, time_s));
      cursor.setAttribute("x2", place(shown, time_s));
    }
    tiles.show(shown.frame);
    onMoment(time_s);
  }

  /** Look at so many seconds about the frame that is shown. */
  function look(span_s) {
    const whole = length(finish);
    shown.span_s = Math.max(Math.min(whole, CLOSEST_S), Math.min(whole, span_s));
    const from_s = finish.frames_s[shown.frame] - shown.span_s / 2;
    shown.from_s = Math.max(finish.start_s, Math.min(finish.start_s + whole - shown.span_s, from_s));
    byId("nearer").disabled = shown.span_s <= CLOSEST_S;
    byId("farther").disabled = shown.span_s >= whole;
    strips.replaceChildren(drawStrips(shown));
    byId("curve").replaceChildren(drawCurve(shown));
  }

  function redraw() {
    const width = Math.floor(strips.clientWidth);
    if (width < 50 || width === shown.width) return;
    const first = shown.width === 0;
    shown.width = width;
    // On a phone the whole would be squeezed: it begins with the end, which is what is argued about.
    look(first ? Math.max(CLOSEST_S, (width / finish.width_px) * 2 * length(finish)) : shown.span_s);
    go(shown.frame);
  }

  const zoom = (factor) => () => {
    look(shown.span_s * factor);
    go(shown.frame);
  };
  byId("nearer").addEventListener("click", zoom(0.5));
  byId("farther").addEventListener("click", zoom(2));

  const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10, Home: -1e9, End: 1e9 };
  addEventListener("keydown", (event) => {
    if (!(event.key in step) || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = event.key.startsWith("Arrow");
    // The arrows step from anywhere on the page; the other keys scroll it unless the strips are in focus.
    if (event.target.closest?.("input, textarea, select, video, dialog") || (!arrow && event.target !== strips)) return;
    event.preventDefault();
    go(shown.frame + step[event.key]);
  });
  byId("back").addEventListener("click", () => go(shown.frame - 1));
  byId("forth").addEventListener("click", () => go(shown.frame + 1));
  for (const area of [strips, byId("curve")]) followDrag(area, (x) => go(nearest(finish, shown.from_s + (Math.max(0, Math.min(1, x / shown.width))) * shown.span_s)));
  new ResizeObserver(redraw).observe(strips);
  redraw();
}

const length = (finish) => finish.width_px / finish.px_per_s;
const place = ({ from_s, span_s, width }, time_s) => ((time_s - from_s) / span_s) * width;

function nearest(finish, time_s) {
  let best = 0;
  finish.frames_s.forEach((other, index) => {
    if (Math.abs(other - time_s) < Math.abs(finish.frames_s[best] - time_s)) best = index;
  });
  return best;
}

/** The last finger's arrival is what is looked at first. */
function startFrame(finish) {
  const touched = finish.lanes.filter((lane) => lane.contact);
  return touched.length ? nearest(finish, touched.at(-1).contact.time_s) : 0;
}

function followDrag(area, go) {
  const move = (event) => go(event.clientX - area.getBoundingClientRect().left);
  area.addEventListener("pointerdown", (event) => {
    area.setPointerCapture(event.pointerId);
    move(event);
  });
  area.addEventListener("pointermove", (event) => event.buttons && move(event));
}

function line(name, x1, y1, x2, y2) {
  return draw("line", { class: name, x1, y1, x2, y2 });
}

function drawStrips(shown) {
  const { finish, width, address } = shown;
  const tall = finish.lanes.length * (LANE + LABEL);
  const picture = draw("svg", { width, height: tall + AXIS, viewBox: `0 0 ${width} ${tall + AXIS}`, "aria-hidden": "true" });
  finish.lanes.forEach((lane, index) => {
    const top = index * (LANE + LABEL) + LABEL;
    const from = index * (finish.strip_px + finish.seam_px);
    const strip = draw("svg", {
      x: 0, y: top, width, height: LANE, preserveAspectRatio: "none",
      viewBox: `${(shown.from_s - finish.start_s) * finish.px_per_s} ${from} ${shown.span_s * finish.px_per_s} ${finish.strip_px}`,
    });
    const whole = finish.lanes.length * (finish.strip_px + finish.seam_px) - finish.seam_px;
    strip.append(draw("image", { href: `${address}/strips.png`, width: finish.width_px, height: whole, preserveAspectRatio: "none" }));
    picture.append(...label(lane, top), strip, ...marks(shown, lane, top));
  });
  picture.append(...limit(shown), ...axis(shown, tall), line("cursor", 0, 0, 0, tall));
  return picture;
}

function label(lane, top) {
  const mark = draw("path", { class: `mark-${lane.seat}`, d: markPath(lane.seat), transform: `translate(2 ${top - 18}) scale(0.6)` });
  const name = draw("text", { class: "lane-name", x: 20, y: top - 8 });
  name.append(draw("tspan", {}, lane.name), draw("tspan", { class: "lane-time", dx: 10 }, lane.text));
  return [mark, name];
}

/** Stretches not seen, the interval, the instant. */
function marks(shown, lane, top) {
  const drawn = lane.unseen
    .filter((span) => span.end_s > shown.from_s && span.start_s < shown.from_s + shown.span_s)
    .map((span) => {
      const dark = box("not-seen", shown, span.start_s, span.end_s, top, LANE);
      dark.append(draw("title", {}, shown.texts["finish.unseen"]));
      return dark;
    });
  if (lane.contact) {
    const x = place(shown, lane.contact.time_s);
    drawn.push(box("interval", shown, lane.contact.low_s, lane.contact.high_s, top, LANE), line("contact", x, top - 3, x, top + LANE));
  }
  return drawn;
}

function box(name, shown, from_s, to_s, y, height) {
  const x0 = Math.max(0, place(shown, from_s));
  const x1 = Math.max(x0, Math.min(shown.width, place(shown, to_s)));
  return draw("rect", { class: name, x: x0, y, width: Math.max(1, x1 - x0), height });
}

/** From the last contact but one: nearer than this is a tie. */
function limit(shown) {
  const { finish } = shown;
  const touched = finish.lanes.map((lane, index) => ({ ...lane, index })).filter((lane) => lane.contact);
  if (finish.tie_gap_s === null || touched.length < 2) return [];
  const [before, last] = touched.slice(-2);
  const from = before.contact.time_s;
  const top = before.index * (LANE + LABEL) + LABEL;
  const bottom = last.index * (LANE + LABEL) + LABEL + LANE;
  const x = place(shown, from + finish.tie_gap_s);
  return [box("limit", shown, from, from + finish.tie_gap_s, top, bottom - top), line("limit-edge", x, top, x, bottom)];
}

function axis(shown, top) {
  const { finish, width } = shown;
  const step_ms = STEPS_MS.find((ms) => (ms / 1000 / shown.span_s) * width >= 70) ?? 10000;
  const first = Math.ceil((1000 * (shown.from_s - finish.zero_s)) / step_ms) * step_ms;
  const drawn = [];
  for (let ms = first; place(shown, finish.zero_s + ms / 1000) <= width - 4; ms += step_ms) {
    const x = place(shown, finish.zero_s + ms / 1000);
    drawn.push(line("tick", x, top, x, top + 5));
    if (x > 30 && x < width - 30) drawn.push(draw("text", { class: "tick-text", x, y: top + 20, "text-anchor": "middle" }, `${ms} ms`));
  }
  return drawn;
}

function drawCurve(shown) {
  const { finish, width, texts } = shown;
  const picture = draw("svg", { width, height: CURVE, viewBox: `0 0 ${width} ${CURVE}`, role: "img", "aria-label": texts["finish.curve"] });
  const y = (distance) => CURVE - 12 - Math.max(-0.02, Math.min(FARTHEST, distance)) / FARTHEST * (CURVE - 24);
  picture.append(line("tick", 0, y(0), width, y(0)), draw("text", { class: "tick-text", x: 2, y: 14 }, texts["finish.distance"]));
  for (const lane of finish.lanes) {
    const seen = lane.tips.filter(([, distance]) => distance < FARTHEST);
    picture.append(...seen.map(([time_s, distance]) => draw("circle", { class: `tip mark-${lane.seat}`, cx: place(shown, time_s), cy: y(distance), r: 1.500 })));
    const points = lane.approach.map(([time_s, distance]) => `${place(shown, time_s)},${y(distance)}`);
    if (points.length) picture.append(draw("polyline", { class: `way race-${lane.seat}`, points: points.join(" ") }));
    for (const [time_s, distance, noise] of lane.approach) {
      const x = place(shown, time_s);
      picture.append(line(`noise race-${lane.seat}`, x, y(distance - 2 * noise), x, y(distance + 2 * noise)));
      picture.append(draw("circle", { class: `mark-${lane.seat}`, cx: x, cy: y(distance), r: 3 }));
    }
    if (lane.contact) {
      const x = place(shown, lane.contact.time_s);
      picture.append(line(`arrival race-${lane.seat}`, x, 4, x, CURVE - 4));
    }
  }
  picture.append(line("cursor", 0, 0, 0, CURVE));
  return picture;
}

/** One tile for each player, cut from the picture of tiles; a tap on one goes to that player's contact. */
function makeTiles(finish, address, goTo) {
  const picture = new Image();
  const lanes = finish.lanes.length;
  let at = 0;
  const canvases = finish.lanes.map((lane) => {
    const canvas = make("canvas", { width: finish.tile_px, height: finish.tile_px, role: "img", "aria-label": lane.name });
    const button = make("button", { type: "button", class: "tile-button" }, canvas, make("bdi", {}, lane.name));
    button.disabled = !lane.contact;
    button.addEventListener("click", () => goTo(lane.contact.time_s));
    byId("tiles").append(button);
    return canvas;
  });
  const show = (frame) => {
    at = frame;
    if (!picture.complete || !picture.naturalWidth) return;
    canvases.forEach((canvas, lane) => {
      const number = frame * lanes + lane;
      const x = (number % finish.tile_columns) * finish.tile_px;
      const y = Math.floor(number / finish.tile_columns) * finish.tile_px;
      canvas.getContext("2d").drawImage(picture, x, y, finish.tile_px, finish.tile_px, 0, 0, finish.tile_px, finish.tile_px);
      canvas.dataset.frame = frame;
    });
  };
  picture.addEventListener("load", () => show(at));
  picture.src = address;
  return { show };
}
