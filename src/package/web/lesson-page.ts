import { html, type Markup } from "../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../contents.ts";
import { languageName } from "../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../pages/page.ts";
import type { PageStrings } from "../pages/page-strings.ts";
import { face } from "./face.ts";
import { glossary } from "./glossary.ts";
import { lessonFacts } from "./lesson-facts.ts";
import { player } from "./player.ts";
import { readerHead, readerPolicy } from "./reader-head.ts";
import { storyMarkup } from "./story-markup.ts";

interface LessonPage {
  readonly lesson: Lesson;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: PageStrings;
}

/** A lesson: the story in its own language and direction, its recording, its words. */
export function lessonPage({ lesson, volume, contents, strings }: LessonPage): Markup {
  const words = glossary({ lesson, reader: contents.reader, strings });
  return page({
    title: `${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "story", text: strings.skipToStory },
    body: html`${bar({ lesson, volume, contents, strings })}<main class="spread ${lesson.direction.dir}${words === null && " alone"}">
<article id="story" tabindex="-1">
<header>
<p class="eyebrow">${strings.lesson(lesson.number)}</p>
<h1 ${face(lesson.direction)}>${lesson.title}</h1>
<p class="facts">${lessonFacts(lesson, strings)}</p>
</header>
${player(lesson, strings)}<div ${face(lesson.direction, "story")}>
${storyMarkup(lesson)}</div>
</article>
${words}</main>
${turns({ lesson, volume, strings })}`,
  });
}

function bar({ volume, contents, strings }: LessonPage): Markup {
  const name = languageName(volume.language, strings);
  return html`<header class="bar">
<nav aria-label="${strings.contents}"><a href="index.html">${strings.contents}</a></nav>
<p>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> <span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)}</p>
</header>
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
<span ${face(to.direction, "name")}>${to.title}</span></a>
`;
}
