/** The sound of the lesson that is shown. */
export interface Listening {
  readonly playOrPause: () => void;
  readonly stop: () => void;
  /** The number of the sentence that is heard now; null while nothing is. */
  readonly heard: () => number | null;
}

/** Marks the part of the text that is heard. A click on a part plays from there. */
export function followSound(player: HTMLAudioElement, text: HTMLElement): Listening {
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
  return {
    playOrPause: () => (player.paused ? play() : player.pause()),
    stop: () => player.pause(),
    heard: () => {
      const heard = player.paused ? undefined : text.querySelector<HTMLElement>(".is-heard")?.dataset.unit;
      return heard === undefined ? null : Number(heard);
    },
  };
}
