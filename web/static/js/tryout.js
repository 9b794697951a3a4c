// Getting ready: check the table, and try the gesture out. Shown where a camera runs.

import { byId, make, pageData, setText } from "./dom.js";
import { send } from "./send.js";

const texts = pageData().texts;
const EVERY_MS = 400;
let shown = "";
let wanted = ""; // which of the two lists was asked for last

function says(state) {
  if (state.trouble) return state.trouble;
  if (state.ask) return texts[`tryout.ask.${state.ask}`].replace("{seconds}", Math.ceil(state.left_s));
  if (state.kept) return texts["tryout.kept"].replaceAll("{name}", () => state.kept);
  return texts[`tryout.doing.${state.doing}`] ?? "";
}

function trial(one) {
  const parts = one.good ? [texts["tryout.good"]] : one.warnings.map((name) => texts[`tryout.warning.${name}`]);
  if (one.hand) parts.push(texts[`tryout.hand.${one.hand}`]);
  const text = `${texts["tryout.seat"].replace("{number}", one.seat + 1)}: ${parts.join(" ")}`;
  return make("li", { "data-level": one.good ? "green" : "amber" }, text);
}

function show(state) {
  setText(byId("tryout-says"), says(state));
  const busy = state.doing !== "nothing";
  for (const id of ["try-out", "check-table"]) byId(id).disabled = busy;
  const now = JSON.stringify([state.trials, state.findings, wanted]);
  if (now === shown) return busy;
  shown = now;
  byId("tryout-seen").replaceChildren(...state.trials.map(trial));
  // What is not good comes first; of what is good one line is enough.
  const bad = state.findings.filter((one) => one.level !== "green");
  const lines = bad.map((one) => make("li", { "data-level": one.level }, one.advice));
  const timing = state.findings.find((one) => one.what === "timing");
  if (timing && !bad.includes(timing)) lines.push(make("li", { "data-level": "green" }, timing.advice));
  byId("findings").replaceChildren(...lines);
  return busy;
}

async function follow() {
  try {
    const answer = await fetch("/api/calibration");
    if (answer.status !== 200) return;
    byId("tryout").hidden = false;
    if (show(await answer.json())) setTimeout(follow, EVERY_MS);
  } catch { /* the page says by itself that it is not live */ }
}

function begin(action) {
  return async () => {
    wanted = action;
    if (await send(`calibration/${action}`)) follow();
  };
}

byId("try-out").addEventListener("click", begin("try-out"));
byId("check-table").addEventListener("click", begin("check"));
follow();
