import type { ComponentChildren, VNode } from "preact";
import { wordDifference } from "../../lessons/correction/word-difference.ts";
import type { ReviewPage } from "./review-page.ts";
import type { Unit } from "./units.ts";

interface ButtonProps {
  readonly text: ComponentChildren;
  /** What it is about, for people who don't see what is beside it. */
  readonly about?: string;
  readonly look?: "main" | "small";
  readonly id?: string;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly act: () => void;
}

export function Button({ text, about, look, id, shortcut, act }: ButtonProps): VNode {
  return (
    <button type="button" id={id} class={look} aria-keyshortcuts={shortcut} onClick={act}>
      {text} {shortcut && <kbd>{shortcut}</kbd>}
      {about && <span class="unseen">{about}</span>}
    </button>
  );
}

/** A button that does what its key does. */
export function KeyButton({
  page,
  ...more
}: Omit<ButtonProps, "act"> & { shortcut: string; page: ReviewPage }): VNode {
  return <Button {...more} act={() => page.press(more.shortcut)} />;
}

const differenceElements = { same: "span", removed: "del", added: "ins" } as const;

/** The difference between two texts, with what was removed struck out and what was added underlined. */
export function differenceOf(original: string, corrected: string): VNode[] {
  return wordDifference(original, corrected).map(({ kind, text }) => {
    const Element = differenceElements[kind];
    return <Element>{text}</Element>;
  });
}

/** Makes an element show a part of the lesson that can be marked: a click marks it. */
export function unitProps(page: ReviewPage, unit: Unit, onClick?: () => void) {
  const act = (): void => {
    page.choose(unit);
    onClick?.();
  };
  const isCurrent = page.unit === unit;
  return { "data-unit": unit, "aria-current": isCurrent ? ("true" as const) : undefined, onClick: act };
}
