import { wordDifference } from "../../lessons/correction/word-difference.ts";

/** The element of the page with the given id. Throws if there is no such element, because the page and the script then have different versions. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no #${id}`);
  return found as T;
}

type Child = Node | string | null;

/** Creates an element. Texts become text nodes, never markup: much of what the desk shows was written by others. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button. `key`: the key that does the same; `unseen`: what the button is about, for people who don't see what is beside it. */
export function button(
  text: string,
  act: () => void,
  {
    key,
    look,
    unseen,
  }: { readonly key?: string; readonly look?: "main" | "small"; readonly unseen?: string },
): HTMLButtonElement {
  const made = make(
    "button",
    {
      type: "button",
      ...(look === undefined ? {} : { class: look }),
      ...(key === undefined ? {} : { "aria-keyshortcuts": key }),
    },
    `${text} `,
    key === undefined ? null : make("kbd", {}, key),
    unseen === undefined ? null : make("span", { class: "unseen" }, unseen),
  );
  made.addEventListener("click", act);
  return made;
}

const differenceElements = { same: "span", removed: "del", added: "ins" } as const;

/** The difference between two texts, with what was removed struck out and what was added underlined. */
export function differenceOf(original: string, corrected: string): HTMLElement[] {
  return wordDifference(original, corrected).map(({ kind, text }) =>
    make(differenceElements[kind], {}, text),
  );
}
