import { all } from "../elements.ts";
import { followSound } from "./follow.ts";
import { makeHandles } from "./handles.ts";
import type { Heard } from "./listening.ts";
import type { Part } from "./parts.ts";

interface ReadAlong {
  readonly parts: readonly Part[];
  readonly show: (heard: Heard) => void;
  /** Keeps what is heard in sight again, after the learner scrolled away from it. */
  readonly follow: () => void;
  /** Takes the focus along to the handle of what is heard, where it is on one. */
  readonly takeFocus: () => void;
  /** The part that the focus is in, or else the one that was heard last. */
  readonly chosen: () => number;
}

/** The text that goes with the sound: what is heard lights up and is kept in sight, and each part has a handle that plays it. */
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
