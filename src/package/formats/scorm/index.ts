import type { ZipFile } from "../../../shared/files/zip.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { browserScript } from "../../browser-file.ts";
import { lessonViews, type View } from "../../contents/contents.ts";
import { madeFile } from "../../entry.ts";
import { page } from "../../pages/page.ts";
import { type LessonFiles, mediaOf, plainName } from "../../quiz/lesson-markup.ts";
import { filledFile } from "../../template.ts";
import { archive, type Format } from "../format.ts";
import { readerPolicy, readerStyle } from "../web/bar.ts";
import { exerciseWork } from "../web/exercise-page.ts";
import { lessonBody } from "../web/lesson-page.ts";

/** One package for each lesson, with a single SCO, because some platforms refuse several. Also works without a platform. */
export const scorm: Format = (view) =>
  lessonViews(view).map((of) => {
    const path = `lms/scorm12/${of.lesson.name}.zip`;
    return archive("scorm", of, { path, sounds: ["scorm"], files: () => scoFiles(of) });
  });

/** The identifier of a lesson's package, made only of our own names. */
export function scoId({ lesson, contents, volume: { folder } }: View): string {
  return `${contents.course.course}_${folder}_${lesson.name}`;
}

/** The page with which a lesson's package starts. */
const scoStart = "index.html";

export function scoFiles(part: View): ZipFile[] {
  const { sound, picture, files } = mediaOf(part, "scorm", "");
  const paths = [scoStart, "reader.css", "lesson.js", ...files.map(({ path }) => path)];
  const addresses = { sound: sound?.path ?? null, picture: picture?.path ?? null };
  return [
    filledFile("imsmanifest.xml", new URL("./templates/imsmanifest.xml", import.meta.url), () => ({
      id: scoId(part),
      title: plainName(part.lesson.title),
      masteryScore,
      start: scoStart,
      paths,
    })),
    madeFile(scoStart, () => scoPage(part, addresses)),
    madeFile("reader.css", () => readerStyle([part.lesson])),
    madeFile("lesson.js", () => browserScript("scorm-lesson.js")),
    ...files,
  ];
}

/** The passing score of a lesson, out of 100. */
export const masteryScore = 70;

const head = html`<link rel="stylesheet" href="reader.css">
<script src="lesson.js"></script>`;

/** The page of a SCO: the reader's lesson, and below it version A of its exercises, whose script reports the score to the platform. */
function scoPage(part: View, files: LessonFiles): Markup {
  const { lesson, strings } = part;
  const [sheet] = lesson.exercises();
  const work =
    sheet !== undefined && exerciseWork({ ...part, sheet, sound: files.sound }, strings.quiz.reveal);
  return page(part, {
    title: lesson.title,
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
