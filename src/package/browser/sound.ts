import { all, the } from "./elements.ts";
import { kept } from "./kept.ts";

const backSeconds = 5;
const keepEverySeconds = 2;

/** The recording's speeds, a step back, and its place, which the browser keeps. */
export function startSound(): void {
  const player = document.querySelector<HTMLElement>(".player[data-key]");
  const sound = player?.querySelector("audio");
  if (player === null || sound == null) return;
  startSpeeds(player, sound);
  the(player, ".back").addEventListener("click", () => {
    sound.currentTime = Math.max(0, sound.currentTime - backSeconds);
  });
  keepPlace(`sound:${player.dataset.key}`, sound);
  the(player, ".speeds").hidden = false;
}

function startSpeeds(player: HTMLElement, sound: HTMLMediaElement): void {
  const speeds = all<HTMLButtonElement>(player, ".speeds [value]");
  const setSpeed = (speed: number): void => {
    sound.defaultPlaybackRate = speed;
    sound.playbackRate = speed;
    for (const each of speeds) each.setAttribute("aria-pressed", String(Number(each.value) === speed));
  };
  const keptSpeed = Number(kept.get("speed"));
  if (speeds.some(({ value }) => Number(value) === keptSpeed)) setSpeed(keptSpeed);
  for (const each of speeds) {
    each.addEventListener("click", () => {
      setSpeed(Number(each.value));
      kept.set("speed", each.value);
    });
  }
}

function keepPlace(key: string, sound: HTMLMediaElement): void {
  let keptAt = 0;
  const keep = (): void => {
    keptAt = sound.currentTime;
    kept.set(key, sound.ended || keptAt < 1 ? null : keptAt.toFixed(1));
  };
  const goOn = (): void => {
    const at = Number(kept.get(key));
    if (at > 1 && at < sound.duration - 1) sound.currentTime = at;
  };
  if (sound.readyState > 0) goOn();
  else sound.addEventListener("loadedmetadata", goOn, { once: true });
  sound.addEventListener("timeupdate", () => {
    if (Math.abs(sound.currentTime - keptAt) > keepEverySeconds) keep();
  });
  sound.addEventListener("pause", keep);
  sound.addEventListener("ended", keep);
}
