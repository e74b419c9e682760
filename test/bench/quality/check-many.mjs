// Checks the volumes in a JSON file with the built code, as `check-lessons` does once it has read them, and says how long that took in ms.
import { readFileSync } from "node:fs";
import process from "node:process";
import { checkVolume } from "../../../dist/lessons/quality/check-volume.js";
import { loadDetector } from "../../../dist/lessons/series/detector.js";
import { statusesOfWords } from "../../../dist/lessons/words/story-words.js";
import { defaultQuality } from "../../../dist/plan/quality/quality-checks.js";
import { findLessonWords } from "../../../dist/run/words/lesson-list.js";
import { languageOf } from "../../../dist/shared/languages/languages.js";

const start = performance.now();
const volumes = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const detect = await loadDetector();
let lessons = 0;
for (const [volume, given] of Object.entries(volumes)) {
  const checked = [];
  for (const lesson of given) {
    const required = lesson.words.map(({ word }) => ({ word, gloss: null }));
    const found = await findLessonWords(lesson.text, { words: required, lang: lesson.lang, reader: "en" });
    checked.push({ ...lesson, words: statusesOfWords(required, found, languageOf(lesson.lang)) });
  }
  lessons += checkVolume(volume, checked, {
    limits: defaultQuality,
    detect,
    headwords: null,
    reader: languageOf("en"),
  }).lessons.length;
}
process.stdout.write(JSON.stringify({ lessons, ms: performance.now() - start }));
