/**
 * The size of the text and night mode, set before anything is painted, and what the browser keeps of them. Where a browser keeps nothing
 * for files, everything works but is forgotten.
 */
export const settingsScript = `"use strict";
const root = document.documentElement;
const kept = {
  get(key) {
    try { return localStorage.getItem("coursebinder:" + key); } catch { return null; }
  },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem("coursebinder:" + key);
      else localStorage.setItem("coursebinder:" + key, value);
    } catch { /* Kept for this page only. */ }
  },
};
const sizes = [0.85, 1, 1.15, 1.3, 1.5, 1.75, 2.1];
const systemNight = matchMedia("(prefers-color-scheme: dark)");
let size = sizes.includes(Number(kept.get("size"))) ? Number(kept.get("size")) : 1;
let theme = ["day", "night"].includes(kept.get("theme")) ? kept.get("theme") : null;
function isNight() {
  return theme === null ? systemNight.matches : theme === "night";
}
function apply() {
  root.style.setProperty("--text", String(size));
  if (theme === null) delete root.dataset.theme;
  else root.dataset.theme = theme;
  const group = document.querySelector(".settings");
  if (!group) return;
  group.querySelector("[data-do=night]").setAttribute("aria-pressed", String(isNight()));
  group.querySelector("[data-do=smaller]").disabled = size === sizes[0];
  group.querySelector("[data-do=larger]").disabled = size === sizes.at(-1);
}
function settings() {
  const group = document.querySelector(".settings");
  if (!group) return;
  const resize = (step) => {
    size = sizes[sizes.indexOf(size) + step] ?? size;
    kept.set("size", String(size));
  };
  const change = {
    smaller: () => resize(-1),
    larger: () => resize(1),
    night() {
      const wanted = isNight() ? "day" : "night";
      theme = wanted === (systemNight.matches ? "night" : "day") ? null : wanted;
      kept.set("theme", theme);
    },
  };
  for (const button of group.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      change[button.dataset.do]();
      apply();
    });
  }
  systemNight.addEventListener("change", apply);
  group.hidden = false;
}
apply();
`;
