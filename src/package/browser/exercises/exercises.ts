import { markOf, sameAnswer } from "../../exercises/answer.ts";
import { all, kept, the } from "../elements.ts";
import { startHeardStretches } from "../heard-stretches.ts";
import { type Item, showVerdict, startItem, type Verdict } from "./item.ts";
import { type Answers, answersFromText, answersToText } from "./kept-answers.ts";
import { startMatching } from "./matching.ts";

export interface Score {
  readonly points: number;
  readonly all: number;
  /** How many of them have no verdict yet. */
  readonly open: number;
}

/** Typed answers are marked by `markOf`. They are kept in the browser, unless `told` keeps the score: then the browser may be shared. */
export function startExercises(told: ((score: Score) => void) | null = null): void {
  const main = document.querySelector<HTMLElement>("[data-right]");
  if (main === null) return;
  const words = main.dataset;
  const { tag = "", key = "", sheet = "", colon = "" } = words;
  const language = { bcp47: tag };
  let hasStarted = false;
  const changed = (): void => {
    if (!hasStarted) return;
    const score = show(main, items);
    if (told === null) kept.set(key, answersToText(sheet, given(items)));
    else told(score);
  };
  const page: Parameters<typeof startItem>[1] = {
    words,
    isSame: (one, other) => sameAnswer(one, other, language),
    mark: (answer, wanted) => markOf(answer, wanted, language),
    almost: Number(words.worth),
    judge: (element, verdict, form) => {
      showVerdict(element, verdict, words, form);
      changed();
    },
    changed,
  };
  const items = all(main, "[data-item]").map((element) => startItem(element, page));
  for (const pairs of all(main, ".pairs")) startMatching(pairs, colon);
  restore(items, told === null ? answersFromText(kept.get(key), sheet, items.length) : null);
  hasStarted = true;
  startHeardStretches();
  startResult(main, items, told === null);
  show(main, items);
}

function given(items: readonly Item[]): Answers {
  return items.map((item) => item.given());
}

function restore(items: readonly Item[], answers: Answers | null): void {
  for (const [index, item] of items.entries()) {
    const answer = answers?.[index] ?? "";
    if (answer !== item.given()) item.restore(answer);
  }
}

const marks = { right: "✓", almost: "≈", wrong: "✗" };

/** Shows the score and the result: for each exercise a row with a mark for each question, and its points. */
function show(main: HTMLElement, items: readonly Item[]): Score {
  const rows = all(main, ".result tbody tr");
  for (const [index, exercise] of all(document, ".exercise").entries()) {
    const row = rows[index];
    if (row === undefined) continue;
    const own = items.filter(({ element }) => exercise.contains(element)).flatMap((item) => item.verdicts());
    const signs = own.map((verdict) => (verdict === null ? "–" : marks[verdict.mark]));
    the(row, ".marks").textContent = signs.join(" ");
    the(row, ".points").textContent = `${written(pointsOf(own))} / ${own.length}`;
  }
  const verdicts = items.flatMap((item) => item.verdicts());
  const points = pointsOf(verdicts);
  const text = (main.dataset.score ?? "").replace("{right}", written(points));
  for (const each of all(main, ".score, .total"))
    each.textContent = text.replace("{all}", String(verdicts.length));
  return { points, all: verdicts.length, open: verdicts.filter((verdict) => verdict === null).length };
}

function pointsOf(verdicts: readonly Verdict[]): number {
  return verdicts.reduce((sum, verdict) => sum + (verdict?.points ?? 0), 0);
}

function written(points: number): string {
  return points.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}

/** Shows the result and its buttons, which do nothing without this script. What was cleared can be brought back until the next answer. */
function startResult(main: HTMLElement, items: readonly Item[], isKept: boolean): void {
  const { clear: clearing = "", undo = "" } = main.dataset;
  const result = the(main, ".result");
  const button = the<HTMLButtonElement>(result, "[data-do=clear]");
  let cleared: Answers | null = null;
  const clear = (answers: Answers | null): void => {
    cleared = answers;
    button.textContent = answers === null ? clearing : undo;
  };
  button.addEventListener("click", () => {
    const before = given(items);
    restore(items, cleared);
    clear(cleared === null ? before : null);
  });
  const forget = ({ target }: Event): void => {
    if (!result.contains(target as Node)) clear(null);
  };
  for (const kind of ["input", "click"]) main.addEventListener(kind, forget);
  the(result, "[data-do=print]").addEventListener("click", () => print());
  the(result, ".keeps").hidden = !isKept || !kept.works();
  for (const part of [result, the(main, ".score")]) part.hidden = false;
  main.classList.add("scored");
}
