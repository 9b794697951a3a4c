// The buttons for what only people know, and their keys.

import { byId, pageData } from "./dom.js";
import { showMore } from "./more.js";
import { settings } from "./settings.js";
import { send, toastUndo } from "./send.js";

/** Wire every `data-do` button; those that need more than this reader may are taken away. */
export function wireActions(role) {
  const may = role === "referee" || role === "keeper";
  byId("actions").hidden = false;
  byId("verdict").classList.toggle("can-answer", may);
  if (!may) for (const beyond of document.querySelectorAll("[data-needs=keeper]")) beyond.remove();
  byId("open-more")?.addEventListener("click", () => {
    showMore();
    byId("more").showModal();
  });
  for (const button of document.querySelectorAll("[data-do], [data-key]")) {
    if (button.dataset.key) button.setAttribute("aria-keyshortcuts", button.dataset.key);
    if (button.dataset.key && button.dataset.do) {
      const key = document.createElement("kbd");
      key.textContent = button.dataset.key;
      key.setAttribute("aria-hidden", "true");
      button.append(key);
    }
    if (button.dataset.do) button.addEventListener("click", () => press(button));
  }
  addEventListener("keydown", onKey);
}

async function press(button) {
  if (button.dataset.busy) return;
  button.dataset.busy = "yes";
  const action = button.dataset.do === "resume" ? "pause" : button.dataset.do;
  const done = await send(action, JSON.parse(button.dataset.with ?? "{}"));
  delete button.dataset.busy;
  const said = pageData().texts[`done.${button.dataset.do}`];
  if (done && said) toastUndo(said, done.mark);
  button.closest("dialog")?.close();
}

function onKey(event) {
  if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  const found = [...document.querySelectorAll(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)].find(
    (button) => !button.disabled && button.checkVisibility(),
  );
  if (found) {
    event.preventDefault();
    found.click();
  }
}
