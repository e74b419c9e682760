import { byId } from "../elements.ts";

/** What can be corrected in one go: the title, or a sentence by its number. */
export type Unit = "title" | number;

/** The part of the lesson that the next correction is about; it is marked on the page. */
let current: Unit = "title";

/** The elements that show a unit: a sentence with several marked words, or in two colours, is still one element for each piece. */
function elementsOf(unit: Unit): HTMLElement[] {
  return [...byId("lesson").querySelectorAll<HTMLElement>(`[data-unit="${unit}"]`)];
}

/** The part of the lesson that the next correction is about. */
export function currentUnit(): Unit {
  return current;
}

/** Marks a unit, and brings it into sight. A sentence that was left out gives its place to the one before it. */
export function chooseUnit(unit: Unit): void {
  const elements = elementsOf(unit);
  if (elements.length === 0 && unit !== "title") {
    chooseUnit(unit === 0 ? "title" : unit - 1);
    return;
  }
  for (const element of elementsOf(current)) element.removeAttribute("aria-current");
  current = unit;
  for (const element of elements) element.setAttribute("aria-current", "true");
  elements[0]?.scrollIntoView({ block: "nearest" });
}

/** Marks the unit after the current one, or before it. */
export function stepUnit(by: 1 | -1): void {
  const shown = [...byId("lesson").querySelectorAll<HTMLElement>("[data-unit]")];
  const units = [...new Set(shown.map(({ dataset }) => unitOf(dataset.unit ?? "")))];
  const at = units.indexOf(current);
  const next = units[Math.min(units.length - 1, Math.max(0, at + by))];
  if (next !== undefined) chooseUnit(next);
}

/** A click on a unit marks it. */
export function chooseByClick(within: HTMLElement): void {
  within.classList.add("is-choosable");
  within.addEventListener("click", ({ target }) => {
    const unit = target instanceof Element ? target.closest<HTMLElement>("[data-unit]") : null;
    if (unit !== null) chooseUnit(unitOf(unit.dataset.unit ?? ""));
  });
}

function unitOf(written: string): Unit {
  return written === "title" ? written : Number(written);
}
