// Checks the volumes in a JSON file with the built code, as `check-lessons` does once it has read them, and says how long that took in ms.
import { readFileSync } from "node:fs";
import process from "node:process";
import { checkVolume } from "../../../dist/lessons/quality/check-volume.js";
import { loadDetector } from "../../../dist/lessons/series/detector.js";
import { standardQuality } from "../../../dist/plan/quality/quality-checks.js";
import { findRequiredWords } from "../../../dist/run/quality/required-words.js";
import { languageOf } from "../../../dist/shared/languages/languages.js";

const start = performance.now();
const volumes = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const detect = await loadDetector();
let lessons = 0;
for (const [volume, given] of Object.entries(volumes)) {
  const checked = [];
  for (const lesson of given) {
    const languages = { language: languageOf(lesson.lang), reader: languageOf("en") };
    const words = await findRequiredWords(
      { text: lesson.text, words: lesson.words.map(({ word }) => ({ word, gloss: null })) },
      languages,
    );
    checked.push({ ...lesson, words });
  }
  lessons += checkVolume(volume, checked, {
    limits: standardQuality,
    detect,
    headwords: null,
    reader: languageOf("en"),
  }).lessons.length;
}
process.stdout.write(JSON.stringify({ lessons, ms: performance.now() - start }));
