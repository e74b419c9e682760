import { answerScript } from "../exercises/answer-script.ts";

/**
 * Tells the platform how the lesson went, by the run-time interface of SCORM 1.2: the status, the score of 100 and the time spent. Where
 * no platform is found it only shows the learner how it went. A lesson without exercises is completed by being opened.
 *
 * Learners see which of their answers are right, and not what is right elsewhere, until they pass or ask for the answers. Then the
 * answers are shown and the score is settled: the platform hears no other one in this attempt, also when the page is left and opened again.
 */
export const scoScript = `"use strict";
${answerScript}const began = Date.now();
const api = findApi();
const form = document.getElementById("quiz");
const settling = [["cmi.suspend_data", "settled"]];
let finished = false;
let settled = false;

function findApi() {
  const among = (start) => {
    let frame = start;
    for (let step = 0; step < 10 && frame; step += 1) {
      try {
        if (frame.API) return frame.API;
      } catch {
        return null;
      }
      if (frame.parent === frame) return null;
      frame = frame.parent;
    }
    return null;
  };
  return among(window) ?? (window.opener ? among(window.opener) : null);
}
function tell(values) {
  if (!api) return;
  for (const [name, value] of values) api.LMSSetValue(name, value);
  api.LMSCommit("");
}
function timeSpent() {
  const seconds = Math.floor((Date.now() - began) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return String(Math.floor(seconds / 3600)).padStart(4, "0") + ":" + two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
}
function isRight(row) {
  const { value, tagName } = row.querySelector("select, input");
  const accepted = JSON.parse(row.dataset.accepted);
  if (tagName === "SELECT") return value === accepted[0];
  const { tag } = form.dataset;
  return accepted.some((answer) => foldAnswer(answer, tag) === foldAnswer(value, tag));
}
function check() {
  const { right, wrong, score, again } = form.dataset;
  const rows = [...form.querySelectorAll("[data-accepted]")];
  const done = rows.filter((row) => {
    const good = isRight(row);
    row.classList.toggle("is-right", good);
    row.classList.toggle("is-wrong", !good);
    row.querySelector("select, input").setAttribute("aria-invalid", String(!good));
    row.querySelector(".verdict").textContent = good ? right : wrong;
    return good;
  }).length;
  document.getElementById("score").textContent = score.replace("{right}", String(done)).replace("{of}", String(rows.length));
  form.querySelector("button").textContent = again;
  if (!settled) report(Math.round((100 * done) / rows.length));
  document.getElementById("reveal").hidden = settled;
  showAnswers();
}
function report(raw) {
  const passed = raw >= Number(form.dataset.pass);
  settled = passed;
  tell([
    ["cmi.core.score.min", "0"],
    ["cmi.core.score.max", "100"],
    ["cmi.core.score.raw", String(raw)],
    ["cmi.core.lesson_status", passed ? "passed" : "failed"],
    ...(passed ? settling : []),
  ]);
}
function showAnswers() {
  for (const row of form.querySelectorAll("[data-accepted]"))
    row.querySelector(".answer").hidden = !settled || row.classList.contains("is-right");
  const note = document.getElementById("settled");
  if (settled) note.textContent = note.dataset.text;
}
function reveal() {
  if (!settled) tell(settling);
  settled = true;
  check();
  form.querySelector("button").focus();
}

if (api) {
  api.LMSInitialize("");
  const status = api.LMSGetValue("cmi.core.lesson_status");
  settled = api.LMSGetValue("cmi.suspend_data") === "settled";
  if (!form) tell([["cmi.core.lesson_status", "completed"]]);
  else if (status === "not attempted" || status === "") tell([["cmi.core.lesson_status", "incomplete"]]);
}
if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  document.getElementById("reveal").addEventListener("click", reveal);
}
window.addEventListener("pagehide", () => {
  if (!api || finished) return;
  finished = true;
  tell([["cmi.core.session_time", timeSpent()]]);
  api.LMSFinish("");
});
`;
