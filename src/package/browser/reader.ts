/*
 * The script of the web reader. The pages are complete without it; it adds display settings, the player with its highlighted text, glosses
 * beside words and feedback on exercises. Settings stay in the browser, and it makes no requests.
 */
import { startExercises } from "./exercises/exercises.ts";
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
