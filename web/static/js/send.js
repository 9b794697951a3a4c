// Writes: with the session's token, renewed by itself when the server started anew; a refusal is said in its words.

import { byId, pageData } from "./dom.js";

let token = pageData().token;
let hide = 0;

export function toast(text) {
  const place = byId("toast");
  // Above an open dialog: whatever lies below it can be neither seen well nor tapped.
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  byId("toast-text").textContent = text;
  const undo = byId("toast-undo");
  if (undo) undo.hidden = true;
  place.hidden = false;
  clearTimeout(hide);
  hide = setTimeout(() => (place.hidden = true), 5000);
}

/** Say what was done, with a button that takes it back: that, and nothing that happened since its `mark`. */
export function toastUndo(text, mark) {
  toast(text);
  const undo = byId("toast-undo");
  undo.hidden = false;
  undo.onclick = async () => {
    byId("toast").hidden = true;
    await send("undo", { mark });
  };
}

async function post(action, values) {
  return fetch(`/api/${action}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token },
    body: JSON.stringify(values),
  });
}

/** Send one action; returns the answer's content, or null when it was refused (the page has said why). */
export async function send(action, values = {}) {
  try {
    let answer = await post(action, values);
    let content = await answer.json();
    if (content.error === "token") {
      token = (await (await fetch("/api/session")).json()).token;
      answer = await post(action, values);
      content = await answer.json();
    }
    if (answer.ok) return content;
    toast(content.message);
  } catch {
    toast(pageData().texts["send.away"]);
  }
  return null;
}
