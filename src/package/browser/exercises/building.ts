import { button, the } from "../elements.ts";
import { right, rightOf, type StartItem, type Verdict, wrong } from "./item.ts";
import { orderFromText, orderToText } from "./order-text.ts";

/** Tiles that are moved into a line one by one, and back out of it. */
export const startBuilding: StartItem = (element, { judge, isSame }) => {
  const line = the(element, ".line");
  const tray = the(element, ".tiles");
  const joint = element.classList.contains("letters") ? "" : " ";
  const { answer = "" } = element.dataset;
  const answers = rightOf(element);
  let verdict: Verdict = null;
  const verdictOn = (placed: readonly string[]): Verdict => {
    if (answers.some((one) => isSame(placed.join(joint), one))) return right;
    if (joint === "") return wrong;
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
};
