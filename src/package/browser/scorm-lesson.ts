/*
 * The script of a SCORM lesson. It reports the status, the score out of 100 and the time spent to the platform by the SCORM 1.2 run-time
 * interface. Without a platform it only shows the learner the result. Opening a lesson without exercises completes it.
 *
 * Learners see which of their answers are right, but not the right answers, until they pass or ask for them. From then on the score is
 * final: no other score is reported in this attempt, even if the page is closed and opened again.
 */
import { sameAnswer } from "../exercises/answer.ts";
import { all, the } from "./elements.ts";
import { startHeardStretches } from "./heard-stretches.ts";
import { platform, type ScormValue, tell } from "./scorm-api.ts";

const began = Date.now();
const quiz = document.querySelector<HTMLFormElement>("#quiz");
const settling: ScormValue = ["cmi.suspend_data", "settled"];
let isSettled = false;

function timeSpent(): string {
  const seconds = Math.floor((Date.now() - began) / 1000);
  const digits = (number: number, count: number): string => String(number).padStart(count, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${digits(hours, 4)}:${digits(minutes, 2)}:${digits(seconds % 60, 2)}`;
}

function fieldOf(row: HTMLElement): HTMLSelectElement | HTMLInputElement {
  return the<HTMLSelectElement | HTMLInputElement>(row, "select, input");
}

function isRight(row: HTMLElement, tag: string): boolean {
  const field = fieldOf(row);
  const accepted = JSON.parse(row.dataset.accepted ?? "[]") as string[];
  if (field.tagName === "SELECT") return field.value === accepted[0];
  return accepted.some((answer) => sameAnswer(field.value, answer, { bcp47: tag }));
}

function check(form: HTMLFormElement): void {
  const { tag = "", right = "", wrong = "", score = "", again = "" } = form.dataset;
  const rows = all(form, "[data-accepted]");
  const done = rows.filter((row) => {
    const isGood = isRight(row, tag);
    row.classList.toggle("is-right", isGood);
    row.classList.toggle("is-wrong", !isGood);
    fieldOf(row).setAttribute("aria-invalid", String(!isGood));
    the(row, ".verdict").textContent = isGood ? right : wrong;
    return isGood;
  }).length;
  the(document, "#score").textContent = score
    .replace("{right}", String(done))
    .replace("{all}", String(rows.length));
  the(form, "button[type=submit]").textContent = again;
  if (!isSettled) report(Math.round((100 * done) / rows.length), Number(form.dataset.pass));
  the(document, "#reveal").hidden = isSettled;
  showAnswers(rows);
}

function report(raw: number, passMark: number): void {
  isSettled = raw >= passMark;
  tell([
    ["cmi.core.score.min", "0"],
    ["cmi.core.score.max", "100"],
    ["cmi.core.score.raw", String(raw)],
    ["cmi.core.lesson_status", isSettled ? "passed" : "failed"],
    ...(isSettled ? [settling] : []),
  ]);
}

function showAnswers(rows: readonly HTMLElement[]): void {
  for (const row of rows) the(row, ".answer").hidden = !isSettled || row.classList.contains("is-right");
  const note = the(document, "#settled");
  if (isSettled) note.textContent = note.dataset.text ?? "";
}

function reveal(form: HTMLFormElement): void {
  if (!isSettled) tell([settling]);
  isSettled = true;
  check(form);
  the(form, "button[type=submit]").focus();
}

if (platform !== null) {
  platform.LMSInitialize("");
  const status = platform.LMSGetValue("cmi.core.lesson_status");
  isSettled = platform.LMSGetValue("cmi.suspend_data") === "settled";
  if (quiz === null) tell([["cmi.core.lesson_status", "completed"]]);
  else if (status === "not attempted" || status === "") tell([["cmi.core.lesson_status", "incomplete"]]);
}
if (quiz !== null) {
  startHeardStretches();
  quiz.addEventListener("submit", (event) => {
    event.preventDefault();
    check(quiz);
  });
  the(document, "#reveal").addEventListener("click", () => reveal(quiz));
}
let hasFinished = false;
window.addEventListener("pagehide", () => {
  if (platform === null || hasFinished) return;
  hasFinished = true;
  tell([["cmi.core.session_time", timeSpent()]]);
  platform.LMSFinish("");
});
