// What this device likes: kept on the device, nobody else's business.

import { byId, pageData } from "./dom.js";
import { send } from "./send.js";

const DEFAULTS = { theme: "auto", picture: true, overlay: true, sound: false, speech: false, keys: true,
  beat: false, tempo: 50, faster: false };
const NAME = "donkey-settings";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    return {};
  }
}

export const settings = { ...DEFAULTS, ...kept() };

const listeners = new Set();

export function onSettings(listener) {
  listeners.add(listener);
  listener(settings);
}

export function change(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch { /* storage is blocked: it holds until the page is left */ }
  const root = document.documentElement;
  root.dataset.choice = settings.theme;
  root.dataset.keys = settings.keys ? "on" : "off";
  document.dispatchEvent(new Event("theme-chosen"));
  for (const listener of listeners) listener(settings);
}

/** Wire the settings dialog, where the page has one. */
export function wireSettings() {
  const dialog = byId("settings");
  byId("open-settings").addEventListener("click", () => dialog.showModal());
  for (const input of dialog.querySelectorAll("input")) {
    if (input.name === "theme") input.checked = input.value === settings.theme;
    else if (input.type === "range") input.value = settings[input.name];
    else if (input.type === "checkbox") input.checked = settings[input.name];
    if (input.type === "range") input.addEventListener("input", () => change(input.name, Number(input.value)));
    input.addEventListener("change", async () => {
      if (input.name === "speech" && input.checked) change("sound", true); // a voice is a sound
      if (input.type === "checkbox") change(input.name, input.checked);
      else if (input.name === "theme") change("theme", input.value);
      else if (input.name === "language" && (await send("language", { language: input.value }))) location.reload();
    });
  }
  const sound = byId("sound-button");
  // One tap silences everything; the next one brings back the sound, and the voice where it was on.
  sound.addEventListener("click", () => change("sound", !settings.sound));
  onSettings(() => {
    sound.setAttribute("aria-pressed", String(settings.sound));
    byId("tempo-now").textContent = pageData().texts["beat.per-minute"].replace("{count}", settings.tempo);
    for (const name of ["sound", "picture"]) dialog.querySelector(`[name=${name}]`).checked = settings[name];
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
