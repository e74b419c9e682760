import { markOf, sameAnswer } from "../../exercises/answer.ts";
import { all, kept, the } from "../elements.ts";
import { startHeardStretches } from "../heard-stretches.ts";
import {
  type ExercisePage,
  type Item,
  type StartItem,
  showVerdict,
  startBuilding,
  startField,
  startOrdering,
  type Verdict,
} from "./item.ts";
import { type Answers, answersFromText, answersToText } from "./kept-answers.ts";
import { startMatching } from "./matching.ts";

const marks = { right: "✓", almost: "≈", wrong: "✗" };

/** Fills in the page's result: a row for each exercise, with a mark for each question and the number of right ones. */
function showResult(result: HTMLElement, items: readonly Item[]): void {
  const rows = all(result, "tbody tr");
  for (const [index, exercise] of all(document, ".exercise").entries()) {
    const row = rows[index];
    if (row === undefined) continue;
    const verdicts = items
      .filter(({ element }) => exercise.contains(element))
      .flatMap((item) => item.verdicts());
    the(row, ".marks").textContent = verdicts
      .map((verdict) => (verdict === null ? "–" : marks[verdict.mark]))
      .join(" ");
    the(row, ".points").textContent = `${written(pointsOf(verdicts))} / ${verdicts.length}`;
  }
}

function pointsOf(verdicts: readonly Verdict[]): number {
  return verdicts.reduce((sum, verdict) => sum + (verdict?.points ?? 0), 0);
}

function written(points: number): string {
  return points.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}

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
  const language = { bcp47: words.tag ?? "" };
  const store = told === null ? answerStore(words.key ?? "", words.sheet ?? "") : null;
  let hasStarted = false;
  const changed = (): void => {
    if (!hasStarted) return;
    const score = show(main, items);
    store?.write(given(items));
    told?.(score);
  };
  const page: ExercisePage = {
    words,
    isSame: (one, other) => sameAnswer(one, other, language),
    mark: (given, answer) => markOf(given, answer, language),
    almost: Number(words.worth),
    judge: (element, verdict, form) => {
      showVerdict(element, verdict, { words, form });
      changed();
    },
    changed,
  };
  const items = all(main, "[data-item]").map((element) => starterOf(element)(element, page));
  for (const pairs of all(main, ".pairs")) startMatching(pairs, words.colon ?? "");
  restore(items, store?.read(items.length) ?? null);
  hasStarted = true;
  startHeardStretches();
  startResult(main, items, store !== null);
  show(main, items);
}

function starterOf(element: HTMLElement): StartItem {
  if (element.querySelector("select, input") !== null) return startField;
  return element.classList.contains("build") ? startBuilding : startOrdering;
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

function show(main: HTMLElement, items: readonly Item[]): Score {
  const verdicts = items.flatMap((item) => item.verdicts());
  const points = pointsOf(verdicts);
  const score = { points, all: verdicts.length, open: verdicts.filter((verdict) => verdict === null).length };
  const text = (main.dataset.score ?? "")
    .replace("{right}", written(points))
    .replace("{all}", String(verdicts.length));
  for (const each of all(main, ".score, .total")) each.textContent = text;
  showResult(the(main, ".result"), items);
  return score;
}

/** Shows the result and its buttons, which do nothing without this script. What was cleared can be brought back until the next answer. */
function startResult(main: HTMLElement, items: readonly Item[], isKept: boolean): void {
  const { clear: clearing = "", undo = "" } = main.dataset;
  const result = the(main, ".result");
  const button = the<HTMLButtonElement>(result, "[data-do=clear]");
  let cleared: Answers | null = null;
  button.addEventListener("click", () => {
    const before = given(items);
    restore(items, cleared);
    cleared = cleared === null ? before : null;
    button.textContent = cleared === null ? clearing : undo;
  });
  const forget = (event: Event): void => {
    if (result.contains(event.target as Node)) return;
    cleared = null;
    button.textContent = clearing;
  };
  for (const kind of ["input", "click"]) main.addEventListener(kind, forget);
  the(result, "[data-do=print]").addEventListener("click", () => print());
  the(result, ".keeps").hidden = !isKept || !kept.works();
  for (const part of [result, the(main, ".score")]) part.hidden = false;
  main.classList.add("scored");
}

/** A page's answers in the browser's storage, one entry for a set of exercises: those for an older text are overwritten. */
function answerStore(key: string, sheet: string) {
  return {
    read: (count: number): Answers | null => answersFromText(kept.get(key), sheet, count),
    write: (answers: Answers): void => kept.set(key, answersToText(sheet, answers)),
  };
}
