import { the } from "../elements.ts";

interface Handles {
  /** Makes a part's handle the one that the Tab key stops at. */
  readonly stopAt: (text: HTMLElement | undefined) => void;
  /** Takes the focus along to that handle, where it is on another one. */
  readonly takeFocus: () => void;
}

/**
 * Puts a handle at the end of each part of the story. Together they are one stop of the Tab key: a story has too many of them to pass one by one.
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

/** Adds something to the end of a text that never stands alone on a line: it is held together with the last sign, or the link, before it. */
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
