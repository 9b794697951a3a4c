// Before the first deal: which camera, does it see everybody, who sits where, a first touch, the house's rules.

import { byId, draw, make, markPath, pageData, setText } from "./dom.js";
import { drawHints } from "./hints.js";
import { keepLive } from "./live.js";
import { keepPicture, nameSeats, onFace, onGlance } from "./picture.js";
import { send, toast, toastUndo } from "./send.js";

const page = pageData();
const tried = new Set(); // seats whose finger has been seen at the nose
const AT_NOSE = 0.35; // a fingertip farther from the nose than this is not on it, face widths
let glanced = null;
let over = false; // the film is at its end
let hinted = []; // what was last said of the camera
const inputs = [...document.querySelectorAll("#start-seats input")];

function seatSays(place, glance) {
  const seat = Number(place.dataset.seat);
  const seen = glance.seats.find((one) => one.seat === seat);
  const face = Boolean(seen?.face_box);
  if (atNose(seen)) tried.add(seat);
  const said = place.querySelector(".seen");
  said.dataset.state = !face ? "bad" : tried.has(seat) ? "good" : "";
  const word = over && !tried.has(seat) ? "start.ended" : !face ? "start.no-face" : tried.has(seat) ? "start.touched" : "start.face";
  setText(said.querySelector(".seen-text"), (!over && seen?.note) || page.texts[word]);
}

// A hand at the ear is at the face, too.
function atNose(seen) {
  if (!seen?.near || !seen.fingertip || !seen.nose || !seen.face_box) return false;
  const away = Math.hypot(seen.fingertip[0] - seen.nose[0], seen.fingertip[1] - seen.nose[1]);
  return away < AT_NOSE * (seen.face_box[2] - seen.face_box[0]);
}

function seatsSay() {
  if (glanced) for (const place of byId("start-seen").children) seatSays(place, glanced);
}

onGlance((glance) => {
  glanced = glance;
  seatsSay();
});

// A tap on a face leads to its name.
onFace((seat) => inputs[seat]?.select());

for (const input of inputs) {
  input.closest("li").querySelector(".mark").append(draw("path", { d: markPath(Number(input.dataset.seat)) }));
  input.addEventListener("change", async () => {
    const name = input.value.trim();
    if (name && (await send("rename", { seat: Number(input.dataset.seat), name }))) {
      toastUndo(page.texts["more.done.rename"].replace("{name}", name));
    }
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const next = inputs[inputs.indexOf(input) + 1];
    if (next) next.select();
    else input.blur();
  });
}

byId("house").addEventListener("submit", async (event) => {
  event.preventDefault();
  const wanted = {};
  for (const input of event.target.querySelectorAll("input")) {
    wanted[input.name] = input.type === "checkbox" ? input.checked : input.type === "number" ? Number(input.value) : input.value;
  }
  if (await send("settings", wanted)) toastUndo(page.texts["start.kept"]);
});

byId("new-game")?.addEventListener("click", async () => {
  if (await send("new-game")) location.href = "/";
});

// The cameras of this computer, where this page may choose one: the picture below shows what it sees.
async function showCameras() {
  const answer = await fetch("/api/cameras");
  if (!answer.ok) return;
  const { cameras, now } = await answer.json();
  byId("camera-list").replaceChildren(...cameras.map(cameraChoice));
  // A film or a phone is none of this computer's cameras, and yet the picture is there.
  const elsewhere = !cameras.some((one) => one.chosen) && !now.startsWith("camera ");
  const hint = elsewhere ? page.texts["start.camera.from"].replace("{source}", () => now) : cameras.length ? "" : page.texts["start.camera.none"];
  if (hint) byId("camera-list").append(make("p", { class: "hint" }, hint));
  if (now.includes("://")) byId("camera-address").value = now;
  byId("cameras").hidden = false;
}

function cameraChoice(camera) {
  const input = make("input", { type: "radio", name: "camera", value: camera.address });
  input.checked = camera.chosen;
  input.addEventListener("change", () => useCamera(camera.address));
  const mode = camera.mode ? ` ${camera.mode.width} × ${camera.mode.height}, ${Math.round(camera.mode.fps)}/s` : "";
  return make("label", { class: "choice" }, input, make("span", {}, make("bdi", {}, camera.name), make("small", {}, mode)));
}

async function useCamera(source) {
  tried.clear();
  if (await send("camera", { source })) toast(page.texts["start.camera.taken"]);
}

const cameras = byId("cameras");
if (cameras) {
  cameras.addEventListener("submit", (event) => {
    event.preventDefault();
    const source = byId("camera-address").value.trim();
    if (source) useCamera(source);
  });
  showCameras();
}

nameSeats(inputs.map((input) => ({ seat: Number(input.dataset.seat), name: input.value })));
keepPicture({ everyMs: 150, words: page.texts });
keepLive({
  language: page.language,
  seen: "",
  onBoard: (board) => {
    nameSeats(board.seats);
    for (const seat of board.seats) {
      const input = inputs[seat.seat];
      if (input && document.activeElement !== input) input.value = seat.name;
      setText(byId("start-seen").children[seat.seat].querySelector(".who-name"), seat.name);
    }
    over = board.moment === "ended";
    if (over) seatsSay();
    const hints = board.hints.filter((hint) => hint.kind === "placing" || hint.kind === "slow");
    drawHints(byId("camera-hints"), hints, hinted);
    hinted = hints;
    setText(byId("camera-says"), board.moment === "starting" || board.moment === "lost" ? board.next : board.camera.text);
  },
  onLive: () => {},
});
