import { all, button, the } from "../elements.ts";

interface Row {
  readonly element: HTMLElement;
  /** Holds the answer. It stays in the page, hidden. */
  readonly list: HTMLSelectElement;
  readonly word: HTMLButtonElement;
}

/**
 * Words and meanings are linked by pressing one and then the other; the meaning then moves beside its word. Pressing both again separates them. `colon` stands between the two in the accessible name.
 */
export function startMatching(pairs: HTMLElement, colon: string): void {
  const rows = all(pairs, "[data-item]").map(rowOf);
  const meanings = all<HTMLOptionElement>(rows[0]?.list ?? pairs, "optgroup option").map(meaningOf);
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
      if ((list !== own.list && list.value !== meaning.value) || list.value === wanted) continue;
      list.value = wanted;
      list.dispatchEvent(new Event("change", { bubbles: true }));
    }
    choose(null);
  };
  const isWord = (each: HTMLButtonElement): boolean => rows.some(({ word }) => word === each);
  const press = (pressed: HTMLButtonElement): void => {
    if (chosen !== null && isWord(chosen) !== isWord(pressed)) {
      const [word, meaning] = isWord(pressed) ? [pressed, chosen] : [chosen, pressed];
      link(word, meaning);
    } else choose(chosen === pressed ? null : pressed);
    pressed.focus();
  };
  pairs.classList.add("taps");
  for (const name of ["change", "restored"]) pairs.addEventListener(name, show);
  pairs.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") choose(null);
  });
  pairs.addEventListener("click", ({ target }) => {
    const tile = target instanceof Element ? target.closest("button") : null;
    if (tile !== null) press(tile);
  });
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
 * Linked meanings stand beside their words, and the others move as little as possible. `shown`: the meaning in each row; `links`: the meaning linked
 * to each row.
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
