// Before the first deal: does the camera see everybody, who sits where, a first touch, the house's rules.

import { byId, pageData, setText } from "./dom.js";
import { keepLive } from "./live.js";
import { keepPicture, nameSeats, onGlance } from "./picture.js";
import { send, toast } from "./send.js";

const page = pageData();
const tried = new Set(); // seats whose finger has been seen at the nose

function seatSays(place, glance) {
  const seat = Number(place.dataset.seat);
  const seen = glance.seats.find((one) => one.seat === seat);
  const face = Boolean(seen?.face_box);
  if (seen?.near && seen.fingertip) tried.add(seat);
  const state = !face ? "bad" : tried.has(seat) ? "good" : "";
  const said = place.querySelector(".seen");
  said.dataset.state = state;
  setText(said, seen?.note || page.texts[!face ? "start.no-face" : tried.has(seat) ? "start.touched" : "start.face"]);
}

onGlance((glance) => {
  for (const place of byId("start-seats").children) seatSays(place, glance);
});

for (const input of document.querySelectorAll("#start-seats input")) {
  input.addEventListener("change", async () => {
    const name = input.value.trim();
    if (name) await send("rename", { seat: Number(input.dataset.seat), name });
  });
}

byId("house").addEventListener("submit", async (event) => {
  event.preventDefault();
  const wanted = {};
  for (const input of event.target.querySelectorAll("input")) {
    wanted[input.name] = input.type === "checkbox" ? input.checked : input.type === "number" ? Number(input.value) : input.value;
  }
  if (await send("settings", wanted)) toast(page.texts["start.kept"]);
});

keepPicture({ everyMs: 150, words: page.texts });
keepLive({
  language: page.language,
  seen: "",
  onBoard: (board) => {
    nameSeats(board.seats);
    setText(byId("camera-says"), board.moment === "starting" || board.moment === "lost" ? board.next : board.camera.text);
  },
  onLive: () => {},
});
