import type { Mark } from "../../exercises/answer.ts";
import { the } from "../elements.ts";

/** How an answer is marked, and its share of the question's point; null while there is no verdict. */
export type Verdict = { readonly mark: Mark; readonly points: number } | null;

export const right: Verdict = { mark: "right", points: 1 };
export const wrong: Verdict = { mark: "wrong", points: 0 };

/** One question of the page. */
export interface Item {
  readonly element: HTMLElement;
  /** The verdict on each of its points. */
  readonly verdicts: () => readonly Verdict[];
  /** The learner's answer as text; empty if there is none. */
  readonly given: () => string;
  /** Shows and judges an answer that `given` returned earlier. An answer that doesn't fit the question is ignored; an empty one clears it. */
  readonly restore: (given: string) => void;
}

/** Every right answer to a question; the story's own answer is the first. */
export function rightOf({ dataset: { answer = "", also = "[]" } }: HTMLElement): string[] {
  return [answer, ...(JSON.parse(also) as string[])];
}

/** The page as its questions see it. */
export interface ExercisePage {
  /** The page's texts, from its `data-` attributes. */
  readonly words: DOMStringMap;
  /** Whether two texts are the same, whatever their case. */
  readonly isSame: (one: string, other: string) => boolean;
  readonly mark: (given: string, answer: string) => Mark;
  /** What a typed answer is worth that is almost right. */
  readonly almost: number;
  /** Shows a verdict beside the question, with the right form if it is almost right, and reports that its answer has changed. */
  readonly judge: (item: HTMLElement, verdict: Verdict, form?: string) => void;
  /** Reports a change that is not judged yet. */
  readonly changed: () => void;
}

/** Starts one kind of question. */
export type StartItem = (element: HTMLElement, page: ExercisePage) => Item;

export function showVerdict(
  item: HTMLElement,
  verdict: Verdict,
  { words, form }: { words: DOMStringMap; form: string | undefined },
): void {
  for (const mark of ["right", "almost", "wrong"])
    item.classList.toggle(`is-${mark}`, verdict?.mark === mark);
  const place = the(item, ".verdict");
  place.textContent = verdict === null ? "" : (words[verdict.mark] ?? "");
  // Not an order of its words that is almost right, but another one.
  if (verdict?.mark === "almost" && item.classList.contains("build")) place.textContent = words.other ?? "";
  if (verdict?.mark !== "almost" || form === undefined) return;
  const shown = document.createElement("bdi");
  shown.lang = words.tag ?? "";
  shown.textContent = form;
  place.append(words.colon ?? "", shown);
}
