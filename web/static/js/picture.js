// The live picture: fetched at a low rate together with the glance that belongs to it, seats drawn over it.

import { byId, draw, setText } from "./dom.js";
import { onSettings, settings } from "./settings.js";

let number = "";
let names = new Map();
let texts = {};
let told = () => {};
let tapped = null;

/** Start; `everyMs` is the shortest time between pictures. */
export function keepPicture({ everyMs, words }) {
  texts = words;
  number = "";
  onSettings(() => (byId("overlay").style.display = settings.overlay ? "" : "none"));
  const next = async () => {
    const started = performance.now();
    if (settings.picture && document.visibilityState === "visible") await once();
    setTimeout(next, Math.max(everyMs - (performance.now() - started), 30));
  };
  onSettings(() => {
    if (settings.picture) return;
    show(false);
    number = ""; // shown again, even a picture that did not change comes anew
  });
  next();
}

/** Be told of every glance that was drawn. */
export function onGlance(listener) {
  told = listener;
}

/** Be told whose face was tapped. */
export function onFace(listener) {
  tapped = listener;
}

/** Tell who sits where, for the names over the picture; and hide the picture when there is no camera. */
export function nameSeats(seats) {
  names = new Map(seats.map((one) => [one.seat, one]));
}

async function once() {
  try {
    const answer = await fetch(`/api/picture?after=${number}`, { signal: AbortSignal.timeout(3000) });
    if (answer.status === 200) {
      const bitmap = await createImageBitmap(await answer.blob());
      number = answer.headers.get("X-Picture");
      const canvas = byId("canvas");
      if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        byId("picture").style.setProperty("--shape", bitmap.width / bitmap.height);
      }
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      bitmap.close();
      drawGlance(JSON.parse(answer.headers.get("X-Glance")));
      show(true);
      byId("blank").hidden = true;
    } else if (answer.status === 204 && answer.headers.get("X-Blank") === "yes") {
      blank();
    }
  } catch { /* the page says by itself that it is not live */ }
}

function show(on) {
  byId("picture").hidden = !on;
}

// A paused camera shows nothing: the last picture is wiped, too.
function blank() {
  if (byId("picture").hidden) return;
  const canvas = byId("canvas");
  canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
  byId("overlay").replaceChildren();
  setText(byId("blank"), texts["picture.blank"]);
  byId("blank").hidden = false;
  number = "";
}

function drawGlance(glance) {
  told(glance);
  const overlay = byId("overlay");
  const scale = (glance.width || 1280) / 1280;
  overlay.setAttribute("viewBox", `0 0 ${glance.width || 1280} ${glance.height || 720}`);
  overlay.replaceChildren(...glance.seats.flatMap((seat) => drawSeat(seat, scale)));
}

function drawSeat(seat, scale) {
  const parts = [];
  const other = seat.seat > 3; // somebody who does not play
  if (seat.face_box) {
    const [x0, y0, x1, y1] = seat.face_box;
    parts.push(draw("rect", {
      class: `over-face over-${other ? "other" : seat.seat}`, x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: (x1 - x0) * 0.22,
      "data-near": String(seat.near),
    }));
    parts.at(-1).style.strokeWidth = `${(seat.near ? 8 : 5) * scale}px`;
    if (other) return parts;
    if (tapped) parts.at(-1).addEventListener("pointerdown", (event) => {
      event.preventDefault(); // the name keeps the focus that it is about to get
      tapped(seat.seat);
    });
    const label = draw("text", { class: "over-label", x: (x0 + x1) / 2, y: Math.max(y0 - 12 * scale, 30 * scale) });
    label.style.fontSize = `${30 * scale}px`;
    label.textContent = names.get(seat.seat)?.name ?? String(seat.seat + 1);
    parts.push(label);
  }
  if (seat.nose) parts.push(draw("circle", { class: "over-nose", cx: seat.nose[0], cy: seat.nose[1], r: 5 * scale }));
  if (seat.fingertip) parts.push(draw("circle", { class: "over-tip", cx: seat.fingertip[0], cy: seat.fingertip[1], r: 12 * scale }));
  return parts;
}
