import { all, the } from "../elements.ts";
import type { Heard } from "./listening.ts";
import { scrollDistance } from "./parts.ts";

/** Highlights the part that is being played and keeps it in view. A click on a part plays it, and its handle does for keyboards. */
export function readAlong(player: HTMLElement, hear: (index: number) => void) {
  const texts = all(document, ".part");
  const seconds = (ms: string | undefined): number => Number(ms) / 1000;
  const following = followSound(player);
  const handles = new Map(
    texts
      .filter((text) => text.closest(".story") !== null)
      .map((text, index) => [text, makeHandle(text, index, player, () => hear(texts.indexOf(text)))]),
  );
  // The handles share one tab stop: a story has too many to tab through.
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
  let current = -1;
  return {
    parts: texts.map(({ dataset }) => ({ start: seconds(dataset.from), end: seconds(dataset.to) })),
    /** Keeps the current part in view again, after the learner scrolled away. */
    follow: following.start,
    /** Moves the focus to the current part's handle, if it is on a handle. */
    takeFocus: (): void => {
      if (document.activeElement?.classList.contains("hear")) stop?.focus({ preventScroll: true });
    },
    /** The part that has the focus, or else the current one. */
    chosen: (): number => {
      const focused = texts.findIndex((text) => text.contains(document.activeElement));
      return focused === -1 ? Math.max(0, current) : focused;
    },
    show: (heard: Heard): void => {
      texts[current]?.classList.remove("is-heard", "is-turn");
      current = heard.current;
      const text = texts[current];
      stopAt(text);
      text?.classList.add("is-heard");
      text?.classList.toggle("is-turn", heard.state === "turn");
      if (text !== undefined && heard.state !== "paused") following.show(text);
    },
  };
}

function makeHandle(
  text: HTMLElement,
  index: number,
  player: HTMLElement,
  hear: () => void,
): HTMLButtonElement {
  const { content } = the<HTMLTemplateElement>(player, "template");
  appendHeld(text, document.importNode(content, true));
  const handle = the<HTMLButtonElement>(text, ".hear");
  const label = (handle.getAttribute("aria-label") ?? "").replace("{number}", String(index + 1));
  handle.setAttribute("aria-label", label);
  handle.addEventListener("click", hear);
  text.addEventListener("click", ({ target }) => {
    if (isPlainTap(target)) hear();
  });
  return handle;
}

/** Whether a click on a sentence means nothing else: no word, no handle, no selected text, no meaning to be closed. */
function isPlainTap(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest("a, button") !== null) return false;
  return getSelection()?.isCollapsed !== false && document.querySelector(".gloss:not([hidden])") === null;
}

/** Adds content to the end of a text without a line break before it: it is wrapped together with the last character, link or word with a reading. */
function appendHeld(text: HTMLElement, added: DocumentFragment): void {
  const held = document.createElement("span");
  held.className = "held";
  const { lastChild } = text;
  if (lastChild instanceof Text) {
    const [sign = ""] = /.\p{M}*$/su.exec(lastChild.data) ?? [];
    held.append(lastChild.splitText(lastChild.length - sign.length));
  } else if (lastChild instanceof HTMLElement && lastChild.matches("a, ruby")) held.append(lastChild);
  held.append(added);
  text.append(held);
}

const scrollingKeys = ["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"];
// Pages continue to scroll for a while after a swipe.
const settledMs = 1000;
// The least distance of a part from the edges of the window, in pixels.
const edge = 16;

/** Stops when the learner scrolls, until the sound reaches what is in view or the learner chooses a part. Respects reduced motion. */
function followSound(player: HTMLElement) {
  let isFollowing = true;
  let scrolledAt = 0;
  const leave = ({ target }: Event): void => {
    if (target instanceof Node && player.contains(target)) return;
    isFollowing = false;
    scrolledAt = performance.now();
  };
  for (const name of ["wheel", "touchmove"]) addEventListener(name, leave, { passive: true });
  addEventListener("keydown", (event) => {
    if (scrollingKeys.includes(event.key)) leave(event);
  });
  addEventListener("scroll", () => {
    scrolledAt = performance.now();
  });
  return {
    start: (): void => {
      isFollowing = true;
    },
    show: (text: HTMLElement): void => {
      const view = { top: edge, bottom: innerHeight - playerHeight() - edge };
      const distance = scrollDistance(text.getBoundingClientRect(), view);
      if (distance === 0 && performance.now() > scrolledAt + settledMs) isFollowing = true;
      if (distance === 0 || !isFollowing) return;
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      scrollBy({ top: distance, behavior: isCalm ? "auto" : "smooth" });
    },
  };
}

const root = document.documentElement;
const property = "--player";

/** The height of the player at the foot of the window, in pixels. */
export function playerHeight(): number {
  return Number.parseFloat(root.style.getPropertyValue(property)) || 0;
}

/** Reserves room for the player at the foot of the page, and follows its size. */
export function keepRoom(player: HTMLElement): void {
  const measure = (): void => {
    const { height } = player.getBoundingClientRect();
    root.style.setProperty(property, `${Math.ceil(height)}px`);
  };
  if ("ResizeObserver" in window) new ResizeObserver(measure).observe(player);
  else addEventListener("resize", measure);
  measure();
}
