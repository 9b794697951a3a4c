// The page of one deal: photo finish, clip, ruling.

import { openDispute } from "./dispute.js";
import { byId, pageData } from "./dom.js";
import { showFinish } from "./finish.js";
import { keepLive } from "./live.js";
import { wireRuling } from "./rule.js";
import { send } from "./send.js";

const page = pageData();
const evidence = JSON.parse(byId("evidence-data").textContent);
const number = evidence.deal.number;

function again() {
  location.reload();
}

/** The film shows the frame that the photo finish is at, unless it plays. */
let moment_s = 0;
function followFilm(time_s) {
  const film = byId("film");
  moment_s = time_s;
  if (film?.paused && film.readyState > 0) film.currentTime = Math.max(0, time_s - evidence.film_starts_s + 0.001);
}

/** Ask until the clip has come. */
async function waitForClip() {
  try {
    const answer = await fetch(`/api/deal/${number}`, { cache: "no-store" });
    if (answer.ok && (await answer.json()).clip !== "writing") return again();
  } catch { /* the referee is away: asked again */ }
  setTimeout(waitForClip, 1000);
}

byId("film")?.addEventListener("loadedmetadata", () => moment_s && followFilm(moment_s), { once: true });
if (evidence.finish) showFinish(evidence.finish, `/deal/${number}`, page.texts, followFilm);
if (evidence.clip === "writing") setTimeout(waitForClip, 1000);
byId("open-dispute").addEventListener("click", () => openDispute(number, evidence.players, again));
byId("withdraw")?.addEventListener("click", async () => (await send("dispute/withdraw", { deal: number })) && again());
for (const button of document.querySelectorAll("[data-kept]")) {
  button.addEventListener("click", async () => {
    if (await send("ruling/keep", { deal: number, keep: button.dataset.kept === "true" })) again();
  });
}
wireRuling(number, evidence.players, again);

// What others dispute or rule shows by itself, unless somebody is in the middle of something here.
let known = null;
keepLive({
  language: page.language,
  seen: "",
  onBoard: (board) => {
    const mark = JSON.stringify([board.pending, board.verdict?.mark, board.seats.map((one) => one.count)]);
    const busy = document.querySelector("dialog[open], #rule-choices [aria-pressed=true]") ?? document.activeElement?.closest("input, video");
    if (known !== null && mark !== known && !busy) again();
    known = mark;
  },
  onLive: () => {},
});
