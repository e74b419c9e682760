import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { ExerciseSheet } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageAttributes } from "./language-attributes.ts";

interface Retelling {
  readonly lesson: Lesson;
  readonly sheet: ExerciseSheet;
  readonly strings: Locale;
}

/** A task for the voice, after the exercises: the words to retell the story with. Null if there are too few. */
export function retellOf({ lesson: { direction }, sheet, strings }: Retelling): Markup | null {
  if (sheet.retell.length === 0) return null;
  const { title, task } = strings.exercises.retell;
  return html`<section class="task-aloud" aria-labelledby="retell">
<h2 id="retell">${title}</h2>
<p class="task">${task}</p>
<ul ${languageAttributes(direction, "bank")}>${sheet.retell.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>
</section>
`;
}
