/*
 * The script of the web reader. Comfort only, the pages are whole without it: the look, the player and the text that lights up as it is
 * heard, a word's meaning beside it, feedback on exercises. What it keeps stays in the browser, and it asks nothing of anyone.
 */
import { startExercises } from "./exercises.ts";
import { startGlosses } from "./gloss-card.ts";
import { startPlayer } from "./player/player.ts";
import { applySettings, startSettings } from "./settings.ts";

applySettings();
document.addEventListener("DOMContentLoaded", () => {
  startSettings();
  applySettings();
  startPlayer();
  startGlosses();
  startExercises();
});
