import { html, type Markup } from "../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../contents.ts";
import { languageName } from "../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../pages/page.ts";
import type { PageStrings } from "../pages/page-strings.ts";
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
  const { tag, dir, script } = lesson.direction;
  const words = glossary({ lesson, reader: contents.reader, strings });
  const previous = volume.lessons[lesson.number - 2];
  const next = volume.lessons[lesson.number];
  return page({
    title: `${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "story", text: strings.skipToStory },
    body: html`${bar({ lesson, volume, contents, strings })}<main class="spread ${dir}${words === null && " alone"}">
<article id="story" tabindex="-1">
<header>
<p class="eyebrow">${strings.lesson(lesson.number)}</p>
<h1 class="story-face script-${script.toLowerCase()}" lang="${tag}" dir="${dir}">${lesson.title}</h1>
<p class="facts">${lessonFacts(lesson, strings)}</p>
</header>
${player(lesson, strings)}<div class="story story-face script-${script.toLowerCase()}" lang="${tag}" dir="${dir}">
${storyMarkup(lesson)}</div>
</article>
${words}</main>
<nav class="turn" aria-label="${strings.pages}">
${turn({ to: previous, text: strings.previous, rel: "prev" })}${turn({ to: next, text: strings.next, rel: "next" })}</nav>`,
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

function turn({
  to,
  text,
  rel,
}: {
  to: Lesson | undefined;
  text: string;
  rel: "prev" | "next";
}): Markup | null {
  if (to === undefined) return null;
  const { tag, dir, script } = to.direction;
  return html`<a class="${rel}" rel="${rel}" href="${to.name}.html"><span class="eyebrow">${text}</span>
<span class="name story-face script-${script.toLowerCase()}" lang="${tag}" dir="${dir}">${to.title}</span></a>
`;
}
