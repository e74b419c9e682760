import { button, the } from "../elements.ts";
import type { StartItem } from "./item.ts";
import { orderFromText, orderToText } from "./order-text.ts";

/** Tiles that are moved into a line one by one, and back out of it. */
export const startBuilding: StartItem = (element, { judge, isSame }) => {
  const line = the(element, ".line");
  const tray = the(element, ".tiles");
  const settle = (): void => {
    const words = [...line.children].map(({ textContent }) => textContent ?? "");
    judge(
      element,
      words.length < tiles.length ? null : isSame(words.join(" "), element.dataset.answer ?? ""),
    );
  };
  const move = (tile: HTMLButtonElement): void => {
    const next = tile.nextElementSibling ?? tile.previousElementSibling;
    const goesIn = tile.parentElement === tray;
    (goesIn ? line : tray).append(tile);
    // On to the next tile, so that a keyboard needs no way back for each word.
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
    given: () => orderToText([...line.children].map((tile) => tiles.indexOf(tile as HTMLButtonElement))),
    restore: (given) => {
      const order = orderFromText(given, tiles.length);
      if (order === null) return;
      tray.append(...tiles);
      line.append(...order.flatMap((index) => tiles[index] ?? []));
      settle();
    },
  };
};
