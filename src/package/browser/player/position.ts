import { the } from "../elements.ts";
import type { Heard } from "./listening.ts";
import { clockOf } from "./speeds.ts";

/** The slider that shows and changes the position in a recording. */
export function startPosition(
  player: HTMLElement,
  sound: HTMLMediaElement,
  moveTo: (second: number) => void,
): { readonly show: (heard: Heard) => void } {
  const line = the<HTMLInputElement>(player, ".place");
  const clock = the(player, ".clock");
  const { length = "", turn = "" } = player.dataset;
  let state: Heard["state"] = "paused";
  const show = (): void => {
    const duration = Number.isFinite(sound.duration) ? sound.duration : 0;
    const [at, whole] = [clockOf(sound.currentTime), clockOf(duration)];
    line.max = String(duration);
    line.value = String(sound.currentTime);
    line.style.setProperty("--done", `${duration > 0 ? (100 * sound.currentTime) / duration : 0}%`);
    clock.textContent = state === "turn" ? turn : `${at} / ${whole}`;
    // Otherwise a screen reader would announce every second while the slider has the focus.
    const isResting = document.activeElement === line && state === "playing";
    if (!isResting)
      line.setAttribute("aria-valuetext", length.replace("{at}", at).replace("{length}", whole));
  };
  line.addEventListener("input", () => {
    moveTo(Number(line.value));
    show();
  });
  for (const event of ["loadedmetadata", "durationchange", "timeupdate", "seeked"]) {
    sound.addEventListener(event, show);
  }
  show();
  return {
    show: (heard) => {
      state = heard.state;
      show();
    },
  };
}
