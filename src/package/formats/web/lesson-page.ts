import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { readAlongOf, unheardIn } from "../../contents/read-along.ts";
import type { Locale } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { listOfUnknownLanguage, page } from "../../pages/page.ts";
import { pictureExtension, pictureSize } from "../../pages/picture.ts";
import { bar } from "./bar.ts";
import { exercisePageName } from "./exercise-page.ts";
import { glossary } from "./glossary.ts";
import { languageAttributes } from "./language-attributes.ts";
import { lessonFacts } from "./lesson-facts.ts";
import { player } from "./player.ts";
import { readerHead, readerPolicy } from "./reader-head.ts";
import { storyMarkup, timeAttributes } from "./story-markup.ts";

interface LessonPage {
  readonly lesson: Lesson;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** A lesson's page: the story in its own language and direction, its recording, its words. */
export function lessonPage({ lesson, volume, contents, strings }: LessonPage): Markup {
  const readAlong = readAlongOf(lesson);
  const title = readAlong?.title ?? null;
  const name = isolateBidi(lesson.title, lesson.direction);
  const differs = unheardIn(lesson).length > 0;
  const words = glossary({ lesson, reader: contents.reader, strings });
  return page({
    title: `${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "story", text: strings.skipToStory },
    body: html`${bar({ volume, contents, strings })}<main class="spread ${lesson.direction.dir}${words === null && " alone"}">
<article id="story" tabindex="-1">
<header>
<p class="eyebrow">${strings.lesson(lesson.number)}</p>
<h1 ${languageAttributes(lesson.direction)}>${title === null ? name : html`<span class="part" ${timeAttributes(title)}>${name}</span>`}</h1>
<p class="facts">${lessonFacts(lesson, strings)}</p>
</header>
${player({ lesson, strings, key: `${contents.course.course}/${contents.course.edition}/${lesson.job}` })}${differs && html`<p class="differs facts">${strings.recordingDiffers}</p>\n`}${picture(lesson)}<div ${languageAttributes(lesson.direction, "story")}>
${storyMarkup(lesson, readAlong)}</div>
${promptList(lesson, strings)}${exerciseLinks(lesson, strings)}</article>
${words}</main>
${words !== null && glossCard(strings)}${turns({ lesson, volume, strings })}`,
  });
}

/** Where the picture of a lesson is, beside its page. */
export function picturePath({ name, image }: Lesson): string | null {
  return image === null ? null : `images/${name}.${pictureExtension(image)}`;
}

function picture(lesson: Lesson): Markup | null {
  const { image } = lesson;
  if (image === null) return null;
  const size = pictureSize(image);
  return html`<p class="picture"><img src="${picturePath(lesson)}" alt="${image.alt}"${size !== null && html` width="${size.width}" height="${size.height}"`}></p>
`;
}

function promptList({ prompts }: Lesson, strings: Locale): Markup | null {
  if (prompts.length === 0) return null;
  const { title } = strings.exercises.prompts;
  return html`<section class="prompts" aria-labelledby="prompts">
<h2 id="prompts">${title}</h2>
${listOfUnknownLanguage(prompts)}
</section>
`;
}

// The script fills and places the card when a word of the story is selected.
function glossCard(strings: Locale): Markup {
  const say = strings.web;
  return html`<div class="gloss" hidden>
<div class="gloss-body" role="status"></div>
<p class="gloss-foot"><a href="#words">${say.wordList}</a> <button type="button">${say.close}</button></p>
</div>
`;
}

function exerciseLinks(lesson: Lesson, strings: Locale): Markup | null {
  const sheets = lesson.exercises().filter(({ exercises }) => exercises.length > 0);
  if (sheets.length === 0) return null;
  const say = strings.exercises;
  return html`<nav class="practice" aria-label="${say.exercises}">${sheets.map(
    ({ version }) =>
      html`<a href="${exercisePageName(lesson, version)}">${say.exercises} <span class="dot">·</span> ${say.set(version)}</a>\n`,
  )}</nav>
`;
}

function turns({ lesson, volume, strings }: Omit<LessonPage, "contents">): Markup | null {
  const previous = volume.lessons[lesson.number - 2];
  const next = volume.lessons[lesson.number];
  if (previous === undefined && next === undefined) return null;
  return html`<nav class="turn" aria-label="${strings.pages}">
${turn(previous, { text: strings.previous, rel: "prev" })}${turn(next, { text: strings.next, rel: "next" })}</nav>`;
}

function turn(to: Lesson | undefined, link: { text: string; rel: "prev" | "next" }): Markup | null {
  if (to === undefined) return null;
  return html`<a class="${link.rel}" rel="${link.rel}" href="${to.name}.html"><span class="eyebrow">${link.text}</span>
<span ${languageAttributes(to.direction, "name")}>${isolateBidi(to.title, to.direction)}</span></a>
`;
}
