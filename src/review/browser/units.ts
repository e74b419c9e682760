import { byId } from "./elements.ts";
import { type ItemUnit, isItem } from "./items.ts";

/** What can be corrected in one go: the title, a sentence by its number, or an item of an exercise. */
export type Unit = "title" | number | ItemUnit;

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

/** The units that are shown, in their order. */
function unitsShown(): Unit[] {
  const shown = [...byId("lesson").querySelectorAll<HTMLElement>("[data-unit]")];
  return [...new Set(shown.map(({ dataset }) => unitOf(dataset.unit ?? "")))];
}

/**
 * Marks a unit, and brings it into view. If the unit is a sentence that was left out, marks the next sentence instead, or the last unit if no sentence
 * follows.
 */
export function chooseUnit(asked: Unit): void {
  const units = unitsShown();
  const next = units.find((one) => typeof one === "number" && typeof asked === "number" && one > asked);
  const unit = units.includes(asked) ? asked : (next ?? units.at(-1));
  if (unit === undefined) return;
  const elements = elementsOf(unit);
  for (const element of elementsOf(current)) element.removeAttribute("aria-current");
  current = unit;
  for (const element of elements) element.setAttribute("aria-current", "true");
  elements[0]?.scrollIntoView({ block: "nearest" });
}

/** Marks the unit after or before the current one. */
export function stepUnit(by: 1 | -1): void {
  const units = unitsShown();
  const at = units.indexOf(current);
  const next = units[Math.min(units.length - 1, Math.max(0, at + by))];
  if (next !== undefined) chooseUnit(next);
}

/** Marks the first item of the next exercise after the current unit; after the last exercise, marks the first item of the first exercise. */
export function stepExercise(): void {
  const units = unitsShown();
  const firsts = [...byId("lesson").querySelectorAll<HTMLElement>(".exercise [data-unit]:first-child")];
  const heads = firsts.map(({ dataset }) => unitOf(dataset.unit ?? ""));
  const next = heads.find((head) => units.indexOf(head) > units.indexOf(current)) ?? heads[0];
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
  return written === "title" || isItem(written) ? written : Number(written);
}
