import { the } from "../elements.ts";

/** Whether an answer is right; null while there is none. */
export type Verdict = boolean | null;

/** One question of the page. */
export interface Item {
  readonly element: HTMLElement;
  /** The learner's answer as text; empty if there is none. */
  readonly given: () => string;
  /** Shows and judges an answer that `given` returned earlier. An answer that doesn't fit the question is ignored; an empty one clears it. */
  readonly restore: (given: string) => void;
}

/** The page as its questions see it. */
export interface ExercisePage {
  /** The page's texts, from its `data-` attributes. */
  readonly words: DOMStringMap;
  readonly isSame: (given: string, answer: string) => boolean;
  /** Shows a verdict beside the question, and reports that its answer has changed. */
  readonly judge: (item: HTMLElement, verdict: Verdict) => void;
  /** Reports a change that is not judged yet. */
  readonly changed: () => void;
}

/** Starts one kind of question. */
export type StartItem = (element: HTMLElement, page: ExercisePage) => Item;

export function verdictOf(item: HTMLElement): Verdict {
  if (item.classList.contains("is-right")) return true;
  return item.classList.contains("is-wrong") ? false : null;
}

export function showVerdict(item: HTMLElement, verdict: Verdict, words: DOMStringMap): void {
  item.classList.toggle("is-right", verdict === true);
  item.classList.toggle("is-wrong", verdict === false);
  the(item, ".verdict").textContent = verdict === null ? "" : ((verdict ? words.right : words.wrong) ?? "");
}
