import { all, kept, the } from "../elements.ts";
import { startKeys } from "./keys.ts";
import { type Heard, type Listening, listenTo } from "./listening.ts";
import {
  type Action,
  clockOf,
  type Part,
  partAfter,
  partBefore,
  placeToGoOn,
  placeToKeep,
  speedBeside,
} from "./parts.ts";
import { keepRoom, readAlong } from "./read-along.ts";

const keepEverySeconds = 2;

/** Resumes a recording where the learner left it. `key`: of the lesson, in the browser's storage. */
function keepPlace(key: string, sound: HTMLMediaElement, parts: readonly Part[]): void {
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

const stepSeconds = 5;

export function startPlayer(): void {
  const player = document.querySelector<HTMLElement>(".player[data-key]");
  const sound = player?.querySelector("audio");
  if (player === null || sound == null) return;
  const story = readAlong(player, (index) => {
    story.follow();
    listening.hear(index);
  });
  const speeds = startSpeeds(player, sound);
  const listening = listenTo(sound, story.parts, (heard) => {
    showState(player, heard);
    position.show(heard);
    story.show(heard);
  });
  const position = startPosition(player, sound, (second) => {
    story.follow();
    listening.moveTo(second);
  });
  keepPlace(`sound:${player.dataset.key}`, sound, story.parts);
  const keys = startKeys(player, (action) => {
    story.follow();
    actions[action]();
    if (action === "before" || action === "after") story.takeFocus();
  });
  const actions: Record<Action, () => void> = {
    ...movesOf(sound, story.parts, listening),
    play: listening.toggle,
    again: () => listening.hear(story.chosen()),
    repeat: () => practise(player, listening, "repeat"),
    shadow: () => practise(player, listening, "shadow"),
    slower: () => speeds.step(-1),
    faster: () => speeds.step(1),
    help: keys.toggle,
  };
  standAtFoot(player, sound);
}

/** Shows our controls, or where to put the recording if its file is missing. */
function standAtFoot(player: HTMLElement, sound: HTMLMediaElement): void {
  const show = (): void => {
    const isMissing = sound.error !== null;
    the(player, ".console").hidden = isMissing;
    the(player, ".missing").hidden = !isMissing;
    if (isMissing) for (const handle of all(document, ".hold")) handle.remove();
  };
  sound.controls = false;
  sound.addEventListener("error", show);
  show();
  player.classList.add("is-ours");
  keepRoom(player);
}

/** A step back or forward: by parts if their times are known, otherwise by seconds. */
function movesOf(
  sound: HTMLMediaElement,
  parts: readonly Part[],
  { hear, moveTo }: Listening,
): Pick<Record<Action, () => void>, "before" | "after"> {
  if (parts.length > 0) {
    return {
      before: () => hear(partBefore(parts, sound.currentTime)),
      after: () => hear(partAfter(parts, sound.currentTime)),
    };
  }
  return {
    before: () => moveTo(Math.max(0, sound.currentTime - stepSeconds)),
    after: () => moveTo(Math.min(sound.duration || 0, sound.currentTime + stepSeconds)),
  };
}

function practise(player: HTMLElement, { practice }: Listening, how: "repeat" | "shadow"): void {
  const button = player.querySelector(`[data-do=${how}]`);
  if (button === null) return;
  practice[how] = !practice[how];
  button.setAttribute("aria-pressed", String(practice[how]));
}

function showState(player: HTMLElement, { state }: Heard): void {
  const button = the(player, "[data-do=play]");
  const label = (state === "playing" ? player.dataset.pause : player.dataset.play) ?? "";
  player.dataset.state = state;
  if (button.title === label) return;
  button.title = label;
  button.setAttribute("aria-label", label);
}

function startSpeeds(
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

/** The slider that shows and changes the position in a recording. */
function startPosition(
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
