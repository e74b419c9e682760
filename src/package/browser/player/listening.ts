/*
 * Listening to a recording part by part. Three states:
 *
 * - paused;
 * - playing: the sound runs, and what is heard decides which part is the current one;
 * - turn: the sound waits behind a part, so that the learner can say it. When the time is up the next part plays.
 *
 * Toggle goes from paused to playing and back, and out of a turn to the part that comes next. Hearing a part goes from any state to playing, moving to
 * a second ends a turn. With practice on, the end of a part leads to the next one, through a turn or without it.
 */
import { type Part, partAt, stopOf } from "./parts.ts";
import { stepAfter } from "./practice.ts";

/** What a page shows of it. */
export interface Heard {
  readonly state: "paused" | "playing" | "turn";
  /** The number of the part that is heard, or was heard last; -1 for none. */
  readonly current: number;
}

export interface Listening {
  readonly practice: { repeat: boolean; shadow: boolean };
  readonly toggle: () => void;
  /** Plays a part from its beginning. */
  readonly hear: (index: number) => void;
  /** Moves to a second; plays on if it played. */
  readonly moveTo: (second: number) => void;
}

/** Follows a recording, and says what changes. */
export function listenTo(
  sound: HTMLMediaElement,
  parts: readonly Part[],
  show: (heard: Heard) => void,
): Listening {
  const practice = { repeat: false, shadow: false };
  let current = -1;
  let frame = 0;
  let turn: { readonly timer: number; readonly next: number } | null = null;

  const tell = (): void => {
    show({ state: turn !== null ? "turn" : sound.paused ? "paused" : "playing", current });
  };
  const endTurn = (): void => {
    clearTimeout(turn?.timer);
    turn = null;
  };
  const play = (): void => {
    // A browser refuses where it has no sound; the element then says so itself.
    sound.play().catch(tell);
  };
  const hear = (index: number): void => {
    const part = parts[index];
    if (part === undefined) return;
    endTurn();
    current = index;
    sound.currentTime = part.start;
    play();
    tell();
  };
  const stepOn = (): boolean => {
    const step = stepAfter(parts, current, { ...practice, speed: sound.playbackRate });
    if (step === null) return false;
    if (step.pause === 0) hear(step.next);
    else {
      turn = { timer: setTimeout(() => hear(step.next), step.pause * 1000), next: step.next };
      sound.pause();
      tell();
    }
    return true;
  };
  const follow = (): void => {
    if (turn !== null) return;
    const isOver = !sound.paused && sound.currentTime >= stopOf(parts, current);
    if (current >= 0 && isOver && stepOn()) return;
    const now = partAt(parts, sound.currentTime);
    if (now === current) return;
    current = now;
    tell();
  };
  const watch = (): void => {
    cancelAnimationFrame(frame);
    follow();
    if (!sound.paused) frame = requestAnimationFrame(watch);
  };

  sound.addEventListener("play", () => {
    const next = turn?.next;
    // A media key of the keyboard or the phone.
    if (next !== undefined) hear(next);
    else tell();
    watch();
  });
  sound.addEventListener("pause", tell);
  // In a page that is not seen no frames are drawn, and time goes on.
  sound.addEventListener("timeupdate", follow);
  sound.addEventListener("seeking", follow);
  sound.addEventListener("ended", () => {
    if (!stepOn()) tell();
  });

  return {
    practice,
    hear,
    toggle: () => {
      if (turn !== null) hear(turn.next);
      else if (sound.paused) play();
      else sound.pause();
    },
    moveTo: (second) => {
      endTurn();
      current = partAt(parts, second);
      sound.currentTime = second;
      tell();
    },
  };
}
