// Checks the volumes in a JSON file with the built code, as `check-lessons` does once it has read them, and says how long that took in ms.
import { readFileSync } from "node:fs";
import process from "node:process";
import { checkVolume } from "../../../src/lessons/quality/check-volume.ts";
import { loadDetector } from "../../../src/lessons/series/detector.ts";
import { statusesOfWords } from "../../../src/lessons/words/story-words.ts";
import { defaultQuality } from "../../../src/plan/quality-checks.ts";
import { findLessonWords } from "../../../src/run/words.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

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
