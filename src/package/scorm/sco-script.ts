import { answerScript } from "../exercises/answer-script.ts";

/**
 * Tells the platform how the lesson went, by the run-time interface of SCORM 1.2: the status, the score of 100 and the time spent. Where
 * no platform is found it only shows the learner how it went. A lesson without exercises is completed by being opened.
 */
export const scoScript = `"use strict";
${answerScript}const began = Date.now();
const api = findApi();
const form = document.getElementById("quiz");
let finished = false;

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
  const { right, wrong, score, pass, again } = form.dataset;
  const rows = [...form.querySelectorAll("[data-accepted]")];
  const done = rows.filter((row) => {
    const good = isRight(row);
    row.classList.toggle("is-right", good);
    row.classList.toggle("is-wrong", !good);
    row.querySelector(".verdict").textContent = good ? right : wrong.replace("{answer}", () => row.dataset.answer);
    return good;
  }).length;
  const raw = Math.round((100 * done) / rows.length);
  document.getElementById("score").textContent = score.replace("{right}", String(done)).replace("{of}", String(rows.length));
  form.querySelector("button").textContent = again;
  const status = raw >= Number(pass) ? "passed" : "failed";
  tell([["cmi.core.score.min", "0"], ["cmi.core.score.max", "100"], ["cmi.core.score.raw", String(raw)], ["cmi.core.lesson_status", status]]);
}

if (api) {
  api.LMSInitialize("");
  const status = api.LMSGetValue("cmi.core.lesson_status");
  if (!form) tell([["cmi.core.lesson_status", "completed"]]);
  else if (status === "not attempted" || status === "") tell([["cmi.core.lesson_status", "incomplete"]]);
}
if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
}
window.addEventListener("pagehide", () => {
  if (!api || finished) return;
  finished = true;
  tell([["cmi.core.session_time", timeSpent()]]);
  api.LMSFinish("");
});
`;
