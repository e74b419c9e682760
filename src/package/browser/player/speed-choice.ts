import { all, the } from "../elements.ts";
import { kept } from "../kept.ts";
import { speedBeside } from "./speeds.ts";

/** The playback speed, which the browser remembers for all lessons. */
export function startSpeeds(
  player: HTMLElement,
  sound: HTMLMediaElement,
): { readonly step: (direction: 1 | -1) => void } {
  const choice = the<HTMLSelectElement>(player, ".speed");
  const speeds = all<HTMLOptionElement>(choice, "option").map(({ value }) => Number(value));
  const setSpeed = (speed: number): void => {
    sound.defaultPlaybackRate = speed;
    sound.playbackRate = speed;
    choice.value = String(speed);
  };
  const change = (speed: number): void => {
    setSpeed(speed);
    kept.set("speed", String(speed));
  };
  const keptSpeed = Number(kept.get("speed"));
  if (speeds.includes(keptSpeed)) setSpeed(keptSpeed);
  choice.addEventListener("change", () => change(Number(choice.value)));
  return { step: (direction) => change(speedBeside(speeds, sound.playbackRate, direction)) };
}
