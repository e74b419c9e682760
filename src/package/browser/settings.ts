import { all, kept, the } from "./elements.ts";

type Theme = "day" | "night";

const root = document.documentElement;
const sizes = [0.85, 1, 1.15, 1.3, 1.5, 1.75, 2.1];
const systemNight = matchMedia("(prefers-color-scheme: dark)");
const keptTheme = kept.get("theme");

let size = sizes.includes(Number(kept.get("size"))) ? Number(kept.get("size")) : 1;
let theme: Theme | null = keptTheme === "day" || keptTheme === "night" ? keptTheme : null;

let hasReadings = kept.get("readings") !== "off";

function isNight(): boolean {
  return theme === null ? systemNight.matches : theme === "night";
}

/** Applies text size, night mode and whether readings are shown. Called before the first paint, so that night mode never flashes white, and again once there are buttons. */
export function applySettings(): void {
  root.style.setProperty("--text", String(size));
  if (theme === null) delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (hasReadings) delete root.dataset.readings;
  else root.dataset.readings = "off";
  const group = document.querySelector(".settings");
  if (group === null) return;
  group.querySelector("[data-do=readings]")?.setAttribute("aria-pressed", String(hasReadings));
  the(group, "[data-do=night]").setAttribute("aria-pressed", String(isNight()));
  the<HTMLButtonElement>(group, "[data-do=smaller]").disabled = size === sizes[0];
  the<HTMLButtonElement>(group, "[data-do=larger]").disabled = size === sizes.at(-1);
}

function resize(step: number): void {
  size = sizes[sizes.indexOf(size) + step] ?? size;
  kept.set("size", String(size));
}

const changes: Readonly<Record<string, () => void>> = {
  smaller: () => resize(-1),
  larger: () => resize(1),
  night: () => {
    const wanted = isNight() ? "day" : "night";
    theme = wanted === (systemNight.matches ? "night" : "day") ? null : wanted;
    kept.set("theme", theme);
  },
  readings: () => {
    hasReadings = !hasReadings;
    kept.set("readings", hasReadings ? null : "off");
  },
};

export function startSettings(): void {
  const group = document.querySelector<HTMLElement>(".settings");
  if (group === null) return;
  for (const each of all<HTMLButtonElement>(group, "button")) {
    each.addEventListener("click", () => {
      changes[each.dataset.do ?? ""]?.();
      applySettings();
    });
  }
  systemNight.addEventListener("change", applySettings);
  group.hidden = false;
}
