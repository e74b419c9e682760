import { the } from "../elements.ts";

interface Handles {
  /** Makes a part's handle the tab stop. */
  readonly stopAt: (text: HTMLElement | undefined) => void;
  /** Moves the focus to that handle if it is on another one. */
  readonly takeFocus: () => void;
}

/**
 * Lets a click on a part of the story play that part, and adds a handle at its end for keyboard users. The handles share one tab stop, because a story
 * has too many to tab through.
 */
export function makeHandles(
  texts: readonly HTMLElement[],
  player: HTMLElement,
  hear: (text: HTMLElement) => void,
): Handles {
  const inStory = texts.filter((text) => text.closest(".story") !== null);
  const handles = new Map(
    inStory.map((text, index) => {
      const { content } = the<HTMLTemplateElement>(player, "template");
      appendHeld(text, document.importNode(content, true));
      const handle = the<HTMLButtonElement>(text, ".hear");
      const label = (handle.getAttribute("aria-label") ?? "").replace("{number}", String(index + 1));
      handle.setAttribute("aria-label", label);
      handle.addEventListener("click", () => hear(text));
      text.addEventListener("click", ({ target }) => {
        if (isPlainTap(target)) hear(text);
      });
      return [text, handle] as const;
    }),
  );
  const [first] = handles.values();
  let stop = first;
  const stopAt = (text: HTMLElement | undefined): void => {
    stop?.setAttribute("tabindex", "-1");
    stop?.removeAttribute("aria-current");
    const own = text === undefined ? undefined : handles.get(text);
    own?.setAttribute("aria-current", "true");
    stop = own ?? first;
    stop?.setAttribute("tabindex", "0");
  };
  stopAt(undefined);
  return {
    stopAt,
    takeFocus: () => {
      if (document.activeElement?.classList.contains("hear")) stop?.focus({ preventScroll: true });
    },
  };
}

/** Whether a click on a sentence means nothing else: no word, no handle, no selected text, no meaning to be closed. */
function isPlainTap(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest("a, button") !== null) return false;
  return getSelection()?.isCollapsed !== false && document.querySelector(".gloss:not([hidden])") === null;
}

/** Adds content to the end of a text without a line break before it: it is wrapped together with the last character or link. */
function appendHeld(text: HTMLElement, added: DocumentFragment): void {
  const held = document.createElement("span");
  held.className = "held";
  const { lastChild } = text;
  if (lastChild instanceof Text) {
    const [sign = ""] = /.\p{M}*$/su.exec(lastChild.data) ?? [];
    held.append(lastChild.splitText(lastChild.length - sign.length));
  } else if (lastChild instanceof HTMLAnchorElement) held.append(lastChild);
  held.append(added);
  text.append(held);
}
