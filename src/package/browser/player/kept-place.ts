import { kept } from "../kept.ts";
import { type Part, placeToGoOn, placeToKeep } from "./parts.ts";

const keepEverySeconds = 2;

/** Resumes a recording where the learner left it. `key`: of the lesson, in the browser's storage. */
export function keepPlace(key: string, sound: HTMLMediaElement, parts: readonly Part[]): void {
  let keptAt = 0;
  const keep = (): void => {
    keptAt = sound.currentTime;
    const place = placeToKeep(parts, sound);
    kept.set(key, place === null ? null : place.toFixed(2));
  };
  const goOn = (): void => {
    const at = placeToGoOn(kept.get(key), sound.duration);
    if (at !== null && sound.currentTime === 0) sound.currentTime = at;
  };
  if (sound.readyState > 0) goOn();
  else sound.addEventListener("loadedmetadata", goOn, { once: true });
  sound.addEventListener("timeupdate", () => {
    if (Math.abs(sound.currentTime - keptAt) > keepEverySeconds) keep();
  });
  sound.addEventListener("pause", keep);
  sound.addEventListener("ended", keep);
}
