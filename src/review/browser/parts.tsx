import type { VNode } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { wordDifference } from "../../lessons/correction/word-difference.ts";
import type { ReviewPage } from "./review-page.ts";
import { chooseLanguage, language, languages, say, sayOr } from "./texts.ts";
import type { Unit } from "./units.ts";

interface ButtonProps {
  readonly text: string;
  /** What it is about, for people who don't see what is beside it. */
  readonly about?: string;
  readonly look?: "main" | "small";
  readonly id?: string;
  /** The key that does the same. */
  readonly shortcut?: string;
  /** It stays in the tab order, so that the keyboard's place is not lost. */
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

export function Button({ text, about, look, id, shortcut, isOff = false, onPress }: ButtonProps): VNode {
  return (
    <button
      type="button"
      id={id}
      class={look}
      aria-keyshortcuts={shortcut}
      aria-disabled={isOff ? "true" : undefined}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {text} {shortcut && <kbd>{keyName(shortcut)}</kbd>}
      {about && <span class="unseen">{about}</span>}
    </button>
  );
}

/** What a key is called on the reader's keyboard. */
export function keyName(key: string): string {
  return sayOr(`keyNames.${key}`, key);
}

/** Chooses the language of the page. `onChoice`: draws the page anew. */
export function LanguageChoice({ onChoice }: { readonly onChoice: (tag: string) => void }): VNode {
  const chosen = language();
  useLayoutEffect(() => {
    document.documentElement.lang = chosen;
  }, [chosen]);
  return (
    <label class="language">
      <span>{say("language")}</span>{" "}
      <select
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          chooseLanguage(value);
          onChoice(value);
        }}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {new Intl.DisplayNames(one, { type: "language" }).of(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A button that does what its key does. */
export function KeyButton({
  page,
  ...more
}: Omit<ButtonProps, "onPress"> & { shortcut: string; page: ReviewPage }): VNode {
  return <Button {...more} onPress={() => page.press(more.shortcut)} />;
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
