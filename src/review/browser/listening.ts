import type { RespokenDocument } from "../documents.ts";

/** The sound of the lesson that is shown. */
export interface Listening {
  readonly playOrPause: () => void;
  readonly stop: () => void;
  /** Plays a part that was spoken anew, with what is beside it. */
  readonly playPart: (part: RespokenDocument) => void;
  /** Plays the first of them, or the next one after what is heard; nothing if there is none. */
  readonly playNextPart: () => void;
  /** The number of the sentence that is heard now; null while nothing is. */
  readonly heard: () => number | null;
}

/** What is heard before and behind a part that was spoken anew, in seconds: enough to compare its sound. */
const besideSeconds = 2;

/** Marks the part of the text that is being heard. A click on a part plays from there. `respoken`: the parts that were spoken anew. */
export function followSound(
  player: HTMLAudioElement,
  text: HTMLElement,
  respoken: readonly RespokenDocument[],
): Listening {
  const parts = [...text.querySelectorAll<HTMLElement>(".part")].map((element) => ({
    element,
    from: Number(element.dataset.from),
    to: Number(element.dataset.to),
  }));
  const show = (): void => {
    const at = player.currentTime;
    for (const { element, from, to } of parts) {
      element.classList.toggle("is-heard", !player.paused && from <= at && at < to);
    }
  };
  // The event that tells the time comes only four times a second.
  const showAndGoOn = (): void => {
    show();
    if (!player.paused) requestAnimationFrame(showAndGoOn);
  };
  player.addEventListener("play", showAndGoOn);
  player.addEventListener("pause", show);
  player.addEventListener("seeked", show);
  const play = (): void => {
    // A browser may refuse to play before the person has touched the page; the player's own button works then.
    player.play().catch(() => undefined);
  };
  for (const { element, from } of parts) {
    element.addEventListener("click", () => {
      player.currentTime = from;
      play();
    });
  }
  // A sentence without times is not in the recording as it is written: from it, one hears on with the next that is.
  text.addEventListener("click", ({ target }) => {
    const unit = target instanceof Element ? target.closest<HTMLElement>("[data-unit]") : null;
    if (unit === null || unit.classList.contains("part")) return;
    const next = parts.find(
      ({ element }) => unit.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (next !== undefined) player.currentTime = next.from;
  });
  let stopAt = Number.POSITIVE_INFINITY;
  let partFrom = Number.NaN;
  player.addEventListener("timeupdate", () => {
    if (player.currentTime >= stopAt) player.pause();
  });
  // Whoever stops it, or goes elsewhere in the recording, hears it from there to its end.
  const forgetPart = (): void => {
    stopAt = Number.POSITIVE_INFINITY;
  };
  player.addEventListener("pause", forgetPart);
  player.addEventListener("seeking", () => {
    if (player.currentTime !== partFrom) forgetPart();
  });
  const playPart = (part: RespokenDocument): void => {
    player.currentTime = startOf(part);
    partFrom = player.currentTime;
    stopAt = part.to + besideSeconds;
    play();
  };
  return {
    playPart,
    playNextPart: () => {
      const next = respoken.find((part) => startOf(part) > player.currentTime) ?? respoken[0];
      if (next !== undefined) playPart(next);
    },
    playOrPause: () => (player.paused ? play() : player.pause()),
    stop: () => player.pause(),
    heard: () => {
      const heard = player.paused ? undefined : text.querySelector<HTMLElement>(".is-heard")?.dataset.unit;
      return heard === undefined ? null : Number(heard);
    },
  };
}

/** Where it is played from, in seconds. */
function startOf({ from }: RespokenDocument): number {
  return Math.max(0, from - besideSeconds);
}
