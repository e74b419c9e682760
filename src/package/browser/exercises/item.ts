import type { Mark } from "../../exercises/answer.ts";
import { all, button, the } from "../elements.ts";
import { orderFromText, orderToText } from "./kept-answers.ts";

/** How an answer is marked, and its share of the question's point; null while there is no verdict. */
export type Verdict = { readonly mark: Mark; readonly points: number } | null;

const right: Verdict = { mark: "right", points: 1 };
const wrong: Verdict = { mark: "wrong", points: 0 };

export interface Item {
  readonly element: HTMLElement;
  /** One verdict for each of its points. */
  readonly verdicts: () => readonly Verdict[];
  /** The learner's answer as text; empty if there is none. */
  readonly given: () => string;
  /** Shows and judges an answer that `given` returned earlier. An answer that doesn't fit the question is ignored; an empty one clears it. */
  readonly restore: (given: string) => void;
}

/** Every right answer to a question; the story's own answer is the first. */
function rightOf({ dataset: { answer = "", also = "[]" } }: HTMLElement): string[] {
  return [answer, ...(JSON.parse(also) as string[])];
}

/** The page as its questions see it. */
export interface ExercisePage {
  /** The page's words, from its `data-` attributes. */
  readonly words: DOMStringMap;
  readonly isSame: (one: string, other: string) => boolean;
  readonly mark: (given: string, answer: string) => Mark;
  /** What a typed answer is worth that is almost right. */
  readonly almost: number;
  /** Shows a verdict beside the question, with the right form if it is almost right, and reports that its answer has changed. */
  readonly judge: (item: HTMLElement, verdict: Verdict, form?: string) => void;
  /** Reports a change that is not judged yet. */
  readonly changed: () => void;
}

export function startItem(element: HTMLElement, page: ExercisePage): Item {
  if (element.querySelector("select, input") !== null) return startField(element, page);
  return element.classList.contains("build") ? startBuilding(element, page) : startOrdering(element, page);
}

export function showVerdict(item: HTMLElement, verdict: Verdict, words: DOMStringMap, form = ""): void {
  for (const mark of ["right", "almost", "wrong"])
    item.classList.toggle(`is-${mark}`, verdict?.mark === mark);
  const place = the(item, ".verdict");
  const isAlmost = verdict?.mark === "almost";
  // Not an order of its words that is almost right, but another one.
  const name = isAlmost && item.classList.contains("build") ? "other" : (verdict?.mark ?? "");
  place.textContent = words[name] ?? "";
  if (!isAlmost || form === "") return;
  const shown = document.createElement("bdi");
  shown.lang = words.tag ?? "";
  shown.textContent = form;
  place.append(words.colon ?? "", shown);
}

/** An answer that is typed or chosen from a list. */
function startField(element: HTMLElement, { judge, mark, almost, changed }: ExercisePage): Item {
  const field = the<HTMLSelectElement | HTMLInputElement>(element, "select, input");
  const { answer = "", first = "" } = element.dataset;
  const answers = rightOf(element);
  let verdict: Verdict = null;
  const verdictOn = (given: string): Verdict => {
    if (given.trim() === "") return null;
    if (field instanceof HTMLSelectElement) return given === answer ? right : wrong;
    // Some learners type the word from its first letters, others only what follows the given ones.
    const typed = first === "" ? [given] : [given, first + given];
    const marks = answers.flatMap((right) => typed.map((text) => mark(text, right)));
    if (marks.includes("right")) return right;
    return marks.includes("almost") ? { mark: "almost", points: almost } : wrong;
  };
  const settle = (): void => {
    verdict = verdictOn(field.value);
    judge(element, verdict, answer);
  };
  field.addEventListener("change", settle);
  // Keeps what is being typed, too: a reload must not lose it.
  field.addEventListener("input", changed);
  return {
    element,
    verdicts: () => [verdict],
    given: () => field.value,
    restore: (given) => {
      field.value = given;
      // If the list doesn't have this choice, none is selected: the page's empty option.
      if (field.value !== given) field.value = "";
      settle();
      // Tells whatever shows the field's value in another way.
      field.dispatchEvent(new Event("restored", { bubbles: true }));
    },
  };
}

/** Tiles that are moved into a line one by one, and back out of it. */
function startBuilding(element: HTMLElement, { judge, isSame }: ExercisePage): Item {
  const line = the(element, ".line");
  const tray = the(element, ".tiles");
  const { answer = "" } = element.dataset;
  const answers = rightOf(element);
  let verdict: Verdict = null;
  const verdictOn = (placed: readonly string[]): Verdict => {
    if (answers.some((one) => isSame(placed.join(" "), one))) return right;
    // Another order may be good language too: it counts as far as it agrees with the story's.
    const order = [...placed].sort((one, other) => answer.indexOf(one) - answer.indexOf(other));
    const agreeing = placed.filter((phrase, index) => phrase === order[index]).length;
    return { mark: "almost", points: agreeing / placed.length };
  };
  const settle = (): void => {
    const placed = [...line.children].map(({ textContent }) => textContent ?? "");
    verdict = placed.length < tiles.length ? null : verdictOn(placed);
    judge(element, verdict, `${line.dataset.start} ${answer}${line.dataset.end}`);
  };
  const move = (tile: HTMLButtonElement): void => {
    const next = tile.nextElementSibling ?? tile.previousElementSibling;
    const goesIn = tile.parentElement === tray;
    (goesIn ? line : tray).append(tile);
    // Moves the focus to the next tile, so that keyboard users need not go back for each word.
    (goesIn && next instanceof HTMLElement ? next : tile).focus();
    settle();
  };
  const tiles = [...tray.children].map((tile) => {
    const made = button(tile.textContent ?? "", () => move(made));
    tile.replaceWith(made);
    return made;
  });
  line.hidden = false;
  return {
    element,
    verdicts: () => [verdict],
    given: () => orderToText([...line.children].map((tile) => tiles.indexOf(tile as HTMLButtonElement))),
    restore: (given) => {
      const order = orderFromText(given, tiles.length);
      if (order === null) return;
      tray.append(...tiles);
      line.append(...order.flatMap((index) => tiles[index] ?? []));
      settle();
    },
  };
}

const checked = "!";

/** Rows that are moved up and down into the right order. */
function startOrdering(element: HTMLElement, { words, judge }: ExercisePage): Item {
  const list = the(element, ".order");
  const shown = (): HTMLElement[] => all(list, ":scope > *");
  const rows = shown();
  let isChecked = false;
  const isPlaced = (row: HTMLElement, index: number): boolean => Number(row.dataset.place) === index;
  const settle = (): void => {
    for (const [index, row] of shown().entries())
      row.classList.toggle("in-place", isChecked && isPlaced(row, index));
    judge(element, isChecked ? (shown().every(isPlaced) ? right : wrong) : null);
  };
  const move = (row: Element, step: number): void => {
    const other = list.children[[...list.children].indexOf(row) + step];
    if (other === undefined) return;
    if (step < 0) other.before(row);
    else other.after(row);
    isChecked = false;
    settle();
  };
  const directions = [
    { sign: "↑", label: words.up, step: -1 },
    { sign: "↓", label: words.down, step: 1 },
  ];
  for (const row of rows) {
    const moves = document.createElement("span");
    moves.className = "moves";
    for (const { sign, label, step } of directions) {
      const act = (): void => {
        move(row, step);
        made.focus();
      };
      const made = button(sign, act, `${label}${words.colon}${the(row, ".text").textContent}`);
      moves.append(made);
    }
    row.append(moves);
  }
  const check = button(words.check ?? "", () => {
    isChecked = true;
    settle();
  });
  the(element, ".verdict").before(check);
  return {
    element,
    verdicts: () => shown().map((row, index) => (isChecked ? (isPlaced(row, index) ? right : wrong) : null)),
    given: () => {
      const order = shown().map((row) => rows.indexOf(row));
      const isMoved = order.some((row, index) => row !== index);
      return isMoved || isChecked ? orderToText(order) + (isChecked ? checked : "") : "";
    },
    restore: (given) => {
      const order = orderFromText(given.replace(checked, ""), rows.length);
      if (order === null || (order.length > 0 && order.length < rows.length)) return;
      list.append(...(order.length === 0 ? rows : order.flatMap((index) => rows[index] ?? [])));
      isChecked = given.endsWith(checked);
      settle();
    },
  };
}
