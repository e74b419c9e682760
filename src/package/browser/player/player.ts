import { all, kept, the } from "../elements.ts";
import { type Heard, listenTo } from "./listening.ts";
import {
  type Action,
  actionOf,
  clockOf,
  type Part,
  partAfter,
  partBefore,
  placeToGoOn,
  placeToKeep,
  speedBeside,
} from "./parts.ts";
import { keepRoom, readAlong } from "./read-along.ts";

const stepSeconds = 5;

/** Replaces the browser's player with our own at the foot of the window. Does nothing on a page without a recording. */
export function startPlayer(): void {
  const player = document.querySelector<HTMLElement>(".player[data-key]");
  const sound = player?.querySelector("audio");
  if (player === null || sound == null) return;
  const story = readAlong(player, (index) => {
    story.follow();
    listening.hear(index);
  });
  const { parts } = story;
  const stepSpeed = startSpeeds(player, sound);
  const listening = listenTo(sound, parts, (heard) => {
    showState(player, heard);
    showPosition(heard);
    story.show(heard);
  });
  const showPosition = startPosition(player, sound, (second) => {
    story.follow();
    listening.moveTo(second);
  });
  keepPlace(`sound:${player.dataset.key}`, sound, parts);
  const toggleHelp = startKeys(player, (action) => {
    story.follow();
    actions[action]();
    if (action === "before" || action === "after") story.takeFocus();
  });
  const practise = (how: "repeat" | "shadow"): void => {
    const button = player.querySelector(`[data-do=${how}]`);
    if (button === null) return;
    listening.practice[how] = !listening.practice[how];
    button.setAttribute("aria-pressed", String(listening.practice[how]));
  };
  // A step is a part if the parts' times are known, otherwise some seconds.
  const step = (part: typeof partBefore, seconds: number): void => {
    const { currentTime, duration } = sound;
    if (parts.length > 0) listening.hear(part(parts, currentTime));
    else listening.moveTo(Math.min(Math.max(0, currentTime + seconds), duration || 0));
  };
  const actions: Record<Action, () => void> = {
    before: () => step(partBefore, -stepSeconds),
    after: () => step(partAfter, stepSeconds),
    play: listening.toggle,
    again: () => listening.hear(story.chosen()),
    repeat: () => practise("repeat"),
    shadow: () => practise("shadow"),
    slower: () => stepSpeed(-1),
    faster: () => stepSpeed(1),
    help: toggleHelp,
  };
  standAtFoot(player, sound);
}

const keepEverySeconds = 2;

/** Resumes a recording where the learner left it. `key`: the lesson's key in the browser's storage. */
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

function showState(player: HTMLElement, { state }: Heard): void {
  const button = the(player, "[data-do=play]");
  const label = (state === "playing" ? player.dataset.pause : player.dataset.play) ?? "";
  player.dataset.state = state;
  if (button.title === label) return;
  button.title = label;
  button.setAttribute("aria-label", label);
}

/** The playback speed, which the browser remembers for all lessons. Returns a function that changes it. */
function startSpeeds(player: HTMLElement, sound: HTMLMediaElement): (direction: 1 | -1) => void {
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
  return (direction) => change(speedBeside(speeds, sound.playbackRate, direction));
}

/** The slider that shows and changes the position in a recording. Returns a function that shows it. */
function startPosition(
  player: HTMLElement,
  sound: HTMLMediaElement,
  moveTo: (second: number) => void,
): (heard: Heard) => void {
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
  for (const event of ["loadedmetadata", "durationchange", "timeupdate", "seeked"])
    sound.addEventListener(event, show);
  show();
  return (heard) => {
    state = heard.state;
    show();
  };
}

/**
 * The buttons and keys, and the help, which the returned function opens and closes. Single-letter keys can be turned off in the help, for people who
 * use speech input (WCAG 2.2, 2.1.4); the browser remembers this.
 */
function startKeys(player: HTMLElement, act: (action: Action) => void): () => void {
  const help = the(player, ".help");
  const opener = the(player, "[data-do=help]");
  const use = the<HTMLInputElement>(help, "input");
  const open = (isOpen: boolean): void => {
    help.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  use.checked = kept.get("keys") !== "off";
  use.addEventListener("change", () => kept.set("keys", use.checked ? null : "off"));
  for (const each of all(player, "[data-do]"))
    each.addEventListener("click", () => act(each.dataset.do as Action));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !help.hidden) {
      open(false);
      opener.focus();
      return;
    }
    const focused = document.activeElement;
    const name = focused?.tagName.toLowerCase() ?? "";
    const control = focused instanceof HTMLInputElement ? `${name}:${focused.type}` : name;
    const action = use.checked ? actionOf(event, control) : null;
    if (action === null) return;
    event.preventDefault();
    if (!(event.repeat && action === "play")) act(action);
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".help, [data-do=help]") === null) open(false);
  });
  return () => open(help.hidden !== false);
}
