import { all, button, the } from "../elements.ts";
import { startField } from "./field.ts";
import type { StartItem } from "./item.ts";
import { tilesIn } from "./letter-tiles.ts";

/** Letters that are tapped one after the other, or taken back, beside the field in which the word can also be typed. */
export const startLetters: StartItem = (element, page) => {
  const typed = startField(element, page);
  const field = the<HTMLInputElement>(element, "input");
  const tiles = all(element, ".letters > span").map((tile, index) => {
    const made = button(tile.textContent ?? "", () => press(index));
    tile.replaceWith(made);
    return made;
  });
  const letters = tiles.map(({ textContent }) => textContent ?? "");
  let taken: number[] = [];
  const show = (): void => {
    for (const [index, tile] of tiles.entries())
      tile.setAttribute("aria-pressed", String(taken.includes(index)));
  };
  const settle = (): void => {
    const isWhole = taken.length === letters.length;
    page.judge(element, isWhole ? page.isSame(field.value, element.dataset.answer ?? "") : null);
  };
  const press = (index: number): void => {
    taken = taken.includes(index) ? taken.filter((each) => each !== index) : [...taken, index];
    field.value = taken.map((each) => letters[each] ?? "").join("");
    show();
    settle();
  };
  const follow = (): void => {
    taken = tilesIn(field.value, letters);
    show();
  };
  field.addEventListener("input", follow);
  show();
  return {
    element,
    given: typed.given,
    restore: (given) => {
      typed.restore(given);
      follow();
      // Letters that were tapped so far are no wrong answer.
      if (taken.length < letters.length) settle();
    },
  };
};
