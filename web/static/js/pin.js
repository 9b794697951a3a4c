// The referee's PIN: set on the laptop, given on a phone.

import { byId, pageData } from "./dom.js";
import { send, toast } from "./send.js";

const texts = pageData().texts;

/** Send a form's PIN, empty the field, and go on with what came back. */
function wire(form, action, done) {
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await send(action, { pin: form.elements.namedItem("pin").value });
    form.reset();
    if (answer) done(answer);
  });
}

wire(byId("pin-choose"), "pin", (answer) => toast(texts[answer.kept ? "pin.set" : "pin.not-kept"]));
wire(byId("pin-enter"), "pin/enter", () => location.reload());
byId("pin-remove")?.addEventListener("click", async () => {
  if (await send("pin", { pin: "" })) toast(texts["pin.removed"]);
});
byId("pin-leave")?.addEventListener("click", async () => {
  if (await send("pin/leave")) location.reload();
});
