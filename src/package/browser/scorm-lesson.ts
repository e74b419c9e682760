/*
 * The script of a SCORM lesson: the reader's, which also reports the status, the score out of 100 and the time spent to the platform by the
 * SCORM 1.2 run-time interface. Without a platform it is the reader's and nothing else. Opening a lesson without exercises completes it.
 *
 * Whoever unfolds answers settles the score: no other is reported in this attempt, even if the page is closed and opened again.
 */
import { all, the } from "./elements.ts";
import { type Score, startExercises } from "./exercises/exercises.ts";
import { startGlosses } from "./gloss-card.ts";
import { startPlayer } from "./player/player.ts";

/** The part of the SCORM 1.2 run-time interface that lessons use. */
interface Scorm12Api {
  LMSInitialize(argument: ""): string;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): string;
  LMSCommit(argument: ""): string;
  LMSFinish(argument: ""): string;
}

type ScormValue = readonly [name: string, value: string];

// The number of parent windows that the standard has a lesson search for its platform.
const framesMost = 10;

const platform: Scorm12Api | null = apiAmong(window) ?? (window.opener ? apiAmong(window.opener) : null);

function apiAmong(start: Window): Scorm12Api | null {
  let frame = start;
  for (let step = 0; step < framesMost; step += 1) {
    try {
      const { API } = frame as Window & { readonly API?: Scorm12Api };
      if (API) return API;
    } catch {
      // A cross-origin frame.
      return null;
    }
    if (frame.parent === frame) return null;
    frame = frame.parent;
  }
  return null;
}

function tell(values: readonly ScormValue[]): void {
  if (platform === null) return;
  for (const [name, value] of values) platform.LMSSetValue(name, value);
  platform.LMSCommit("");
}

const began = Date.now();
const settling: ScormValue = ["cmi.suspend_data", "settled"];
let isSettled = false;
let isFinished = false;

function timeSpent(): string {
  const seconds = Math.floor((Date.now() - began) / 1000);
  const digits = (number: number, count: number): string => String(number).padStart(count, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${digits(hours, 4)}:${digits(minutes, 2)}:${digits(seconds % 60, 2)}`;
}

function report({ points, all: most, open }: Score, passMark: number): void {
  isFinished = open === 0;
  if (isSettled) return;
  const raw = Math.round((100 * points) / most);
  const missed = open === 0 ? "failed" : "incomplete";
  tell([
    ["cmi.core.score.min", "0"],
    ["cmi.core.score.max", "100"],
    ["cmi.core.score.raw", String(raw)],
    ["cmi.core.lesson_status", raw >= passMark ? "passed" : missed],
  ]);
}

function begin(hasExercises: boolean): void {
  if (platform === null) return;
  platform.LMSInitialize("");
  const status = platform.LMSGetValue("cmi.core.lesson_status");
  isSettled = platform.LMSGetValue("cmi.suspend_data") === settling[1];
  isFinished = !hasExercises;
  if (!hasExercises) tell([["cmi.core.lesson_status", "completed"]]);
  else if (status === "not attempted" || status === "") tell([["cmi.core.lesson_status", "incomplete"]]);
}

/** Answers that are unfolded settle the score, and the page says so. */
function settleBy(work: HTMLElement): void {
  const note = the(work, "#settled");
  const show = (): void => {
    note.textContent = note.dataset.text ?? "";
  };
  if (isSettled) show();
  for (const answers of all<HTMLDetailsElement>(work, "details")) {
    answers.addEventListener("toggle", () => {
      if (!answers.open) return;
      if (!isSettled) tell([settling]);
      isSettled = true;
      show();
    });
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const work = document.querySelector<HTMLElement>("#exercises");
  begin(work !== null);
  startPlayer();
  startGlosses();
  if (work === null) return;
  startExercises((score) => report(score, Number(work.dataset.pass)));
  settleBy(work);
});
let hasFinished = false;
addEventListener("pagehide", () => {
  if (platform === null || hasFinished) return;
  hasFinished = true;
  // Suspended, an attempt goes on, and the platform remembers that its score is settled; otherwise it is over, and opening the lesson may begin
  // another one. Never `logout`, which also closes the platform.
  tell([
    ["cmi.core.session_time", timeSpent()],
    ["cmi.core.exit", isFinished && !isSettled ? "" : "suspend"],
  ]);
  platform.LMSFinish("");
});
