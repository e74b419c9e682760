import { all } from "../elements.ts";
import { followSound } from "./follow.ts";
import { makeHandles } from "./handles.ts";
import type { Heard } from "./listening.ts";
import type { Part } from "./parts.ts";

interface ReadAlong {
  readonly parts: readonly Part[];
  readonly show: (heard: Heard) => void;
  /** Resumes keeping the current part in view, after the learner scrolled away. */
  readonly follow: () => void;
  /** Moves the focus to the current part's handle, if it is on a handle. */
  readonly takeFocus: () => void;
  /** The part that has the focus, or else the current one. */
  readonly chosen: () => number;
}

/** Highlights the part that is being played and keeps it in view. Each part has a handle that plays it. */
export function readAlong(player: HTMLElement, hear: (index: number) => void): ReadAlong {
  const texts = all(document, ".part");
  const seconds = (ms: string | undefined): number => Number(ms) / 1000;
  const parts = texts.map(({ dataset }) => ({ start: seconds(dataset.from), end: seconds(dataset.to) }));
  const handles = makeHandles(texts, player, (text) => hear(texts.indexOf(text)));
  const following = followSound(player);
  let current = -1;
  return {
    parts,
    follow: following.start,
    takeFocus: handles.takeFocus,
    chosen: () => {
      const focused = texts.findIndex((text) => text.contains(document.activeElement));
      return focused === -1 ? Math.max(0, current) : focused;
    },
    show: (heard) => {
      texts[current]?.classList.remove("is-heard", "is-turn");
      current = heard.current;
      const text = texts[current];
      handles.stopAt(text);
      text?.classList.add("is-heard");
      text?.classList.toggle("is-turn", heard.state === "turn");
      if (text !== undefined && heard.state !== "paused") following.show(text);
    },
  };
}
