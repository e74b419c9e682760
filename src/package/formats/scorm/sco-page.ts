import { html, type Markup } from "../../../shared/html.ts";
import type { View } from "../../contents/contents.ts";
import { page } from "../../pages/page.ts";
import type { LessonFiles } from "../../quiz/lesson-markup.ts";
import { readerPolicy } from "../web/bar.ts";
import { exerciseWork } from "../web/exercise-page.ts";
import { lessonBody } from "../web/lesson-page.ts";

/** The passing score of a lesson, out of 100. */
export const masteryScore = 70;

const head = html`<link rel="stylesheet" href="reader.css">
<script src="lesson.js"></script>`;

/** The page of a SCO: the reader's lesson, and below it version A of its exercises, whose script reports the score to the platform. */
export function scoPage(part: View, files: LessonFiles): Markup {
  const { lesson, contents, strings } = part;
  const [sheet] = lesson.exercises();
  const hasExercises = sheet !== undefined && sheet.exercises.length > 0;
  const work =
    hasExercises && exerciseWork({ ...part, sheet }, { sound: files.sound, answers: strings.quiz.reveal });
  return page({
    title: lesson.title,
    strings,
    course: contents.course,
    head,
    policy: readerPolicy,
    skip: { to: "story", text: strings.skipToStory },
    body: html`<main>
${lessonBody(part, files)}${
  work &&
  html`<section id="exercises" ${work.attributes} data-pass="${masteryScore}" aria-label="${strings.exercises.exercises}">
${work.body}<p class="hint" role="status" id="settled" data-text="${strings.quiz.settled}"></p>
</section>
`
}</main>`,
  });
}
