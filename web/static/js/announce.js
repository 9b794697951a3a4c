// Says what happened: to screen readers always, aloud and with a sound when this device wants it.

import { byId } from "./dom.js";
import { settings } from "./settings.js";

let audio = null;

/** Announce what is new between two boards. */
export function announce(board, before, language) {
  if (!before) return;
  if (board.verdict && board.verdict.mark !== before.verdict?.mark) {
    const text = `${board.verdict.title}. ${board.verdict.why}`;
    byId("shout").textContent = text;
    sound(board.verdict.kind);
    speak(text, language);
  } else if (board.line.text !== before.line.text) {
    byId("say").textContent = board.line.text;
    if (board.line.tone === "alert") sound("signal");
  }
}

function speak(text, language) {
  if (!settings.sound || !settings.speech || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.speak(words);
}

const TUNES = { signal: [660], letter: [392, 330, 262], redeal: [440, 440], call: [440, 554, 440] };

/** Play a short tune made on the spot; no file, nothing until the device wants sound. */
export function sound(kind, at = 0) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  audio.resume();
  (TUNES[kind] ?? []).forEach((pitch, index) => tone(pitch, audio.currentTime + at + index * 0.17));
}

function tone(pitch, start) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.22, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.32);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.35);
}
