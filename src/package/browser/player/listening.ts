/*
 * Listening to a recording part by part. Three states:
 *
 * - paused;
 * - playing: the position of the sound determines the current part;
 * - turn: the sound is paused after a part, so that the learner can say it. When the time is up, the next part plays.
 *
 * `toggle` switches between paused and playing, and ends a turn with the next part. `hear` plays from any state. `moveTo` ends a turn. In
 * practice, the end of a part leads to the next part, with or without a turn between.
 */
import { type Part, partAt, stepAfter, stopOf } from "./parts.ts";

/** The state that a page shows. */
export interface Heard {
  readonly state: "paused" | "playing" | "turn";
  /** The index of the current or last part; -1 before the first. */
  readonly current: number;
}

/** Controls a recording, and calls `show` on every change. */
export function listenTo(sound: HTMLMediaElement, parts: readonly Part[], show: (heard: Heard) => void) {
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
    // Rejected if the sound can't be loaded; the element's error event handles that.
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
    // Paused or resumed by a media key.
    if (next !== undefined) hear(next);
    else tell();
    watch();
  });
  sound.addEventListener("pause", tell);
  // A hidden page has no animation frames.
  sound.addEventListener("timeupdate", follow);
  sound.addEventListener("seeking", follow);
  sound.addEventListener("ended", () => {
    if (!stepOn()) tell();
  });

  return {
    practice,
    hear,
    toggle: (): void => {
      if (turn !== null) hear(turn.next);
      else if (sound.paused) play();
      else sound.pause();
    },
    /** Moves to a time without changing whether the sound plays. */
    moveTo: (second: number): void => {
      endTurn();
      current = partAt(parts, second);
      sound.currentTime = second;
      tell();
    },
  };
}
