// The timing page: black and white in a known rhythm, counted in refreshes of the screen.

import { byId } from "./dom.js";

const rhythm = JSON.parse(byId("rhythm").textContent);
const flash = byId("flash");
let frame = 0;

/** The screen's refresh, milliseconds: the middle of thirty. */
function refresh(done) {
  const times = [];
  const next = (time) => {
    times.push(time);
    if (times.length <= 30) return (frame = requestAnimationFrame(next));
    const gaps = times.slice(1).map((at, i) => at - times[i]).sort((a, b) => a - b);
    done(gaps[15]);
  };
  frame = requestAnimationFrame(next);
}

/** Change after the steps in turn. A refresh that was missed is counted all the same: its time has passed. */
function run(period) {
  // A faster screen takes as many times more refreshes: never more than three flashes a second.
  const times = Math.max(1, Math.ceil(1000 / period / (rhythm.refreshHz * 1.03)));
  let began = null;
  let change = 0;
  let at = rhythm.steps[0] * times;
  const next = (time) => {
    began ??= time;
    if (Math.round((time - began) / period) >= at) {
      change += 1;
      at += rhythm.steps[change % rhythm.steps.length] * times;
      flash.dataset.lit = change % 2 ? "yes" : "no";
    }
    frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
}

function stop() {
  cancelAnimationFrame(frame);
  flash.hidden = true;
  flash.dataset.lit = "no";
  if (document.fullscreenElement) document.exitFullscreen();
}

byId("begin").addEventListener("click", async () => {
  flash.hidden = false;
  await document.documentElement.requestFullscreen?.().catch(() => {}); // phones that cannot still show it large
  refresh(run);
});
flash.addEventListener("click", stop);
document.addEventListener("keydown", (event) => event.key === "Escape" && stop());
