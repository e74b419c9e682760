import { all, the } from "../elements.ts";
import { type Item, verdictOf } from "./item.ts";

const marks = { right: "✓", wrong: "✗", none: "–" };

/** Fills in the page's result: a row for each exercise, with a mark for each question and the number of right ones. */
export function showResult(result: HTMLElement, items: readonly Item[]): void {
  const rows = all(result, "tbody tr");
  for (const [index, exercise] of all(document, ".exercise").entries()) {
    const row = rows[index];
    if (row === undefined) continue;
    const verdicts = items
      .filter(({ element }) => exercise.contains(element))
      .map(({ element }) => verdictOf(element));
    const right = verdicts.filter((verdict) => verdict === true).length;
    the(row, ".marks").textContent = verdicts.map((verdict) => markOf(verdict)).join(" ");
    the(row, ".points").textContent = `${right} / ${verdicts.length}`;
  }
}

function markOf(verdict: boolean | null): string {
  if (verdict === null) return marks.none;
  return verdict ? marks.right : marks.wrong;
}
