import { sameAnswer } from "../../exercises/answer.ts";
import { all, the } from "../elements.ts";
import { startHeardStretches } from "../heard-stretches.ts";
import { kept } from "../kept.ts";
import { answerStore } from "./answer-store.ts";
import { startBuilding } from "./building.ts";
import { startField } from "./field.ts";
import { type ExercisePage, type Item, type StartItem, showVerdict } from "./item.ts";
import type { Answers } from "./kept-answers.ts";
import { startLetters } from "./letters.ts";
import { startMatching } from "./matching.ts";
import { startOrdering } from "./ordering.ts";
import { showResult } from "./result.ts";

/**
 * Gives immediate feedback on exercises, adds up the result and keeps the answers in the browser. Answers are compared as everywhere else
 * in the package (`sameAnswer`).
 */
export function startExercises(): void {
  const main = document.querySelector<HTMLElement>("main[data-right]");
  if (main === null) return;
  const words = main.dataset;
  const language = { bcp47: words.tag ?? "" };
  const store = answerStore(words.key ?? "", words.sheet ?? "");
  let hasStarted = false;
  const changed = (): void => {
    if (!hasStarted) return;
    tell(main, items);
    store.write(given(items));
  };
  const page: ExercisePage = {
    words,
    isSame: (one, other) => sameAnswer(one, other, language),
    judge: (element, verdict) => {
      showVerdict(element, verdict, words);
      changed();
    },
    changed,
  };
  const items = all(main, "[data-item]").map((element) => starterOf(element)(element, page));
  for (const pairs of all(main, ".pairs")) startMatching(pairs, words.colon ?? "");
  restore(items, store.read(items.length));
  hasStarted = true;
  startHeardStretches();
  startResult(main, items);
  tell(main, items);
}

function starterOf(element: HTMLElement): StartItem {
  if (element.querySelector(".letters") !== null) return startLetters;
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

function tell(main: HTMLElement, items: readonly Item[]): void {
  const right = items.filter(({ element }) => element.classList.contains("is-right")).length;
  const score = (main.dataset.score ?? "")
    .replace("{right}", String(right))
    .replace("{all}", String(items.length));
  for (const each of all(main, ".score, .total")) each.textContent = score;
  showResult(the(main, ".result"), items);
}

/** Shows the result and its buttons, which do nothing without this script. What was cleared can be brought back until the next answer. */
function startResult(main: HTMLElement, items: readonly Item[]): void {
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
  the(result, ".keeps").hidden = !kept.works();
  for (const part of [result, the(main, ".score")]) part.hidden = false;
  main.classList.add("scored");
}
