// The dealer's common rhythm: pass, pick up, pass, pick up. Heard and seen while cards go round.

import { byId, pageData, setText } from "./dom.js";
import { change, onSettings, settings } from "./settings.js";

const AHEAD_S = 0.15; // sounds are planned this long ahead: a busy page does not stumble
const FASTER = 0.03; // with each deal, if the house likes
const MOST = 1.6;

let audio = null;
let playing = false;
let deal = 1;
let next = 0; // when the next half sounds, on the clock of the sound
let half = 0; // 0 pass, 1 pick up

/** Seconds between pass and pick-up, for a tempo (halves a minute) and the number of the deal. */
export function halfSeconds(tempo, number, faster) {
  return 60 / (tempo * (faster ? Math.min(MOST, 1 + FASTER * (number - 1)) : 1));
}

export function followBeat(board) {
  playing = board.moment === "playing";
  deal = board.deal;
  show();
}

export function wireBeat() {
  byId("beat-button").addEventListener("click", () => change("beat", !settings.beat));
  onSettings(show);
  setInterval(plan, 40);
}

function show() {
  const on = settings.beat && playing;
  byId("beat").hidden = !on;
  byId("beat-button").setAttribute("aria-pressed", String(settings.beat));
  if (on && !audio) {
    audio = new AudioContext();
    next = 0;
  }
}

function plan() {
  if (!audio || !settings.beat || !playing) {
    next = 0;
    return;
  }
  audio.resume();
  if (next === 0 || next < audio.currentTime - 1) {
    next = audio.currentTime + 0.3;
    half = 0;
  }
  while (next < audio.currentTime + AHEAD_S) {
    click(next, half);
    const shown = half;
    setTimeout(() => light(shown), Math.max(0, (next - audio.currentTime) * 1000));
    next += halfSeconds(settings.tempo, deal, settings.faster);
    half = 1 - half;
  }
}

function click(start, which) {
  const source = new OscillatorNode(audio, { type: "sine", frequency: which ? 520 : 780 });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0.25, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.09);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.1);
}

function light(which) {
  const place = byId("beat");
  place.dataset.half = which;
  setText(byId("beat-text"), pageData().texts[which ? "beat.pick-up" : "beat.pass"]);
}
