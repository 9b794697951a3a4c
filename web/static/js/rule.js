// Ruling on a deal: a tap shows what it would change, a second one makes it so.

import { byId, make, pageData } from "./dom.js";
import { seatButton } from "./dispute.js";
import { send } from "./send.js";

const NAME = "donkey-rules";

/** Wire the ruling's panel, where this reader has one; `done` is called after a ruling. */
export function wireRuling(deal, players, done) {
  const place = byId("rule-choices");
  if (!place) return;
  const texts = pageData().texts;
  const by = byId("rule-by");
  by.value = remembered();
  const choose = (ruling, why = "") => async (button) => {
    const field = byId("rule-why");
    // A reason that came with another choice goes with it; one that somebody typed stays.
    if (field.value === (field.dataset.given ?? "")) field.value = field.dataset.given = why;
    await propose(button, { deal, ...ruling }, done);
  };
  const plain = (text, act) => {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => act(button));
    return button;
  };
  place.replaceChildren(
    plain(texts["rule.stands"], choose({ choice: "stands" })),
    ...players.map((player) =>
      seatButton({ ...player, name: texts["rule.letter"].replace("{name}", player.name) }, choose({ choice: "letter", seat: player.seat })),
    ),
    plain(texts["rule.redeal"], choose({ choice: "redeal" })),
    plain(texts["rule.unseen"], choose({ choice: "redeal" }, texts["rule.unseen.why"])),
  );
}

async function propose(button, ruling, done) {
  for (const other of byId("rule-choices").children) other.setAttribute("aria-pressed", String(other === button));
  const confirm = byId("rule-confirm");
  const preview = byId("rule-preview");
  confirm.disabled = true;
  const content = await send("ruling/preview", ruling);
  if (button.getAttribute("aria-pressed") !== "true") return; // another one was tapped meanwhile
  confirm.disabled = !content;
  const texts = pageData().texts;
  const changes = content && [make("p", {}, texts["rule.changes"]), make("ul", {}, ...content.changes.map((text) => make("li", {}, text)))];
  preview.replaceChildren(...(changes ?? []));
  confirm.onclick = async () => {
    const by = byId("rule-by").value;
    remember(by);
    confirm.disabled = true;
    // Refused where the preview holds no more; once that was read, the page is drawn anew.
    const ruled = await send("ruling", { ...ruling, mark: content.mark, why: byId("rule-why").value, by });
    setTimeout(done, ruled ? 0 : 3000);
  };
}

function remembered() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

function remember(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch { /* storage is blocked: it is typed again */ }
}
