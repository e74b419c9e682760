import { all, button, the } from "../elements.ts";
import { startDragging } from "./dragging.ts";

/** A word, and the meaning that stands beside it. */
interface Row {
  readonly element: HTMLElement;
  /** Holds the answer. It stays in the page, hidden. */
  readonly list: HTMLSelectElement;
  readonly word: HTMLButtonElement;
}

/**
 * Words and meanings as two columns of buttons. A word and a meaning are linked by pressing one and then the other, or by dragging one
 * onto the other; the meaning then moves beside its word. Pressing a word and its linked meaning separates them. `colon` stands between a word and its
 * meaning in the word's accessible name.
 */
export function startMatching(pairs: HTMLElement, colon: string): void {
  const rows = all(pairs, "[data-item]").map(rowOf);
  const meanings = all<HTMLOptionElement>(rows[0]?.list ?? pairs, "optgroup option").map((option) =>
    meaningOf(option),
  );
  const values = meanings.map(({ value }) => value);
  let shown = meanings.map((_, index) => index);
  let chosen: HTMLButtonElement | null = null;
  const choose = (wanted: HTMLButtonElement | null): void => {
    chosen = wanted;
    for (const each of all<HTMLButtonElement>(pairs, "button"))
      each.setAttribute("aria-pressed", String(each === wanted));
  };
  const show = (): void => {
    const links = rows.map(({ list }) => (list.value === "" ? null : values.indexOf(list.value)));
    shown = arrange(shown, links);
    for (const [index, { element, word }] of rows.entries()) {
      const meaning = meanings[shown[index] ?? 0];
      const isLinked = links[index] !== null;
      element.classList.toggle("is-linked", isLinked);
      if (meaning !== undefined) word.after(meaning);
      const name = word.textContent ?? "";
      word.setAttribute("aria-label", isLinked ? `${name}${colon}${meaning?.textContent}` : name);
    }
  };
  const link = (word: HTMLButtonElement, meaning: HTMLButtonElement): void => {
    const own = rows.find((row) => row.word === word);
    if (own === undefined) return;
    const isParted = own.list.value === meaning.value;
    for (const { list } of rows) {
      const wanted = list === own.list && !isParted ? meaning.value : "";
      if (list !== own.list && list.value !== meaning.value) continue;
      if (list.value === wanted) continue;
      list.value = wanted;
      list.dispatchEvent(new Event("change", { bubbles: true }));
    }
    choose(null);
  };
  const isWord = (each: HTMLButtonElement): boolean => rows.some(({ word }) => word === each);
  const join = (one: HTMLButtonElement, other: HTMLButtonElement): void =>
    isWord(one) ? link(one, other) : link(other, one);
  const press = (pressed: HTMLButtonElement): void => {
    if (chosen !== null && isWord(chosen) !== isWord(pressed)) join(chosen, pressed);
    else choose(chosen === pressed ? null : pressed);
    pressed.focus();
  };
  pairs.classList.add("taps");
  for (const name of ["change", "restored"]) pairs.addEventListener(name, show);
  pairs.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") choose(null);
  });
  const canMeet = (one: HTMLButtonElement, other: HTMLButtonElement) => isWord(one) !== isWord(other);
  startDragging(pairs, { press, canMeet, drop: join });
  show();
  choose(null);
}

function rowOf(element: HTMLElement): Row {
  const list = the<HTMLSelectElement>(element, "select");
  const text = the(element, ".sentence");
  const word = button("", null);
  word.className = `${text.className} word-tile`;
  word.lang = text.lang;
  word.dir = text.dir;
  word.append(...text.childNodes);
  text.replaceWith(word);
  list.hidden = true;
  return { element, list, word };
}

function meaningOf(option: HTMLOptionElement): HTMLButtonElement {
  const made = button(option.textContent ?? "", null);
  made.className = "meaning-tile";
  made.value = option.value;
  made.lang = option.parentElement?.lang ?? "";
  made.dir = "auto";
  return made;
}

/**
 * Which meaning stands in which row, so that each linked meaning stands beside its word and the others move as little as possible.
 * `shown`: the meaning in each row until now. `links`: the meaning linked to each row; null for none.
 */
function arrange(shown: readonly number[], links: readonly (number | null)[]): number[] {
  const rows = [...shown];
  for (const [row, meaning] of links.entries()) {
    const at = meaning === null ? -1 : rows.indexOf(meaning);
    if (meaning === null || at === -1 || at === row) continue;
    rows[at] = rows[row] ?? meaning;
    rows[row] = meaning;
  }
  return rows;
}
