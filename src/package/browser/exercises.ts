import { sameAnswer } from "../exercises/answer.ts";
import { all, button, the } from "./elements.ts";
import { startHeardStretches } from "./heard-stretches.ts";

type Verdict = boolean | null;

/** The page as its exercises see it: its texts, and functions to judge an answer. */
interface ExercisePage {
  readonly words: DOMStringMap;
  readonly judge: (item: HTMLElement, verdict: Verdict) => void;
  readonly isSame: (given: string, answer: string) => boolean;
}

/** Gives immediate feedback on exercises. Answers are compared as everywhere else in the package (`sameAnswer`). */
export function startExercises(): void {
  const main = document.querySelector<HTMLElement>("main[data-right]");
  if (main === null) return;
  const words = main.dataset;
  const items = all(main, "[data-item]");
  const total = the(main, ".score");
  const tell = (): void => {
    const done = items.filter(({ classList }) => classList.contains("is-right")).length;
    total.textContent = (words.score ?? "")
      .replace("{right}", String(done))
      .replace("{all}", String(items.length));
  };
  const judge = (item: HTMLElement, verdict: Verdict): void => {
    item.classList.toggle("is-right", verdict === true);
    item.classList.toggle("is-wrong", verdict === false);
    the(item, ".verdict").textContent = verdict === null ? "" : ((verdict ? words.right : words.wrong) ?? "");
    tell();
  };
  const language = { bcp47: words.tag ?? "" };
  const page = {
    words,
    judge,
    isSame: (given: string, answer: string) => sameAnswer(given, answer, language),
  };
  for (const item of items) {
    const field = item.querySelector<HTMLSelectElement | HTMLInputElement>("select, input");
    if (field !== null) startField(item, field, page);
    else if (item.classList.contains("build")) startBuilding(item, page);
    else startOrdering(item, page);
  }
  startHeardStretches();
  tell();
  total.hidden = false;
}

function startField(
  item: HTMLElement,
  field: HTMLSelectElement | HTMLInputElement,
  { judge, isSame }: ExercisePage,
): void {
  const { answer = "", first = "" } = item.dataset;
  field.addEventListener("change", () => {
    const given = field.value;
    const isRight = isSame(given, answer) || (first !== "" && isSame(first + given, answer));
    judge(item, given.trim() === "" ? null : isRight);
  });
}

/** Tiles that are moved into a line one by one, and back out of it. */
function startBuilding(item: HTMLElement, { judge, isSame }: ExercisePage): void {
  const line = the(item, ".line");
  const tiles = the(item, ".tiles");
  const count = tiles.children.length;
  const settle = (): void => {
    const words = [...line.children].map(({ textContent }) => textContent ?? "");
    judge(item, words.length < count ? null : isSame(words.join(" "), item.dataset.answer ?? ""));
  };
  for (const tile of [...tiles.children]) {
    const made = button(tile.textContent ?? "", () => {
      (made.parentElement === tiles ? line : tiles).append(made);
      made.focus();
      settle();
    });
    tile.replaceWith(made);
  }
  line.hidden = false;
}

/** Rows that are moved up and down into their order. */
function startOrdering(item: HTMLElement, { words, judge }: ExercisePage): void {
  const list = the(item, ".order");
  const move = (row: Element, step: number): void => {
    const other = list.children[[...list.children].indexOf(row) + step];
    if (other === undefined) return;
    if (step < 0) other.before(row);
    else other.after(row);
    for (const each of list.children) each.classList.remove("in-place");
    judge(item, null);
  };
  const directions = [
    { sign: "↑", label: words.up, step: -1 },
    { sign: "↓", label: words.down, step: 1 },
  ];
  for (const row of [...list.children]) {
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
    const rows = all(list, ":scope > *");
    const isPlaced = rows.map((row, index) => Number(row.dataset.place) === index);
    for (const [index, row] of rows.entries()) row.classList.toggle("in-place", isPlaced[index] === true);
    judge(item, isPlaced.every(Boolean));
  });
  the(item, ".verdict").before(check);
}
