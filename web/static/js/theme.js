// Runs before the first paint: the colours that this device chose, or the system's.
(() => {
  let choice = "auto";
  let keys = "true";
  try {
    const kept = JSON.parse(localStorage.getItem("donkey-settings") ?? "{}");
    choice = kept.theme ?? "auto";
    keys = String(kept.keys ?? true);
  } catch { /* storage is blocked: the system's choice */ }
  const light = matchMedia("(prefers-color-scheme: light)");
  const show = () => {
    const wanted = document.documentElement.dataset.choice ?? choice;
    document.documentElement.dataset.theme = wanted === "auto" ? (light.matches ? "light" : "dark") : wanted;
  };
  document.documentElement.dataset.keys = keys === "false" ? "off" : "on";
  light.addEventListener("change", show);
  document.addEventListener("theme-chosen", show);
  show();
})();
