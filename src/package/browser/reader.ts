/*
 * The script of the web reader. Comfort only, the pages are whole without it: the look, the recording's speed and place, a word's meaning beside it,
 * feedback on exercises. What it keeps stays in the browser, and it asks nothing of anyone.
 */
import { startExercises } from "./exercises.ts";
import { startGlosses } from "./gloss-card.ts";
import { applySettings, startSettings } from "./settings.ts";
import { startSound } from "./sound.ts";

applySettings();
document.addEventListener("DOMContentLoaded", () => {
  startSettings();
  applySettings();
  startSound();
  startGlosses();
  startExercises();
});
