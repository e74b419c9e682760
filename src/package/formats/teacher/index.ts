import { requiredWords } from "../../../lessons/words/story-words.ts";
import { wordFinder } from "../../../lessons/words/word-finder.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import {
  type Lesson,
  lessonViews,
  type View,
  type Volume,
  type VolumeView,
} from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/course.ts";
import type { LessonWord } from "../../contents/lesson-words.ts";
import { madeFile } from "../../entry.ts";
import { clock, inlineStyle, levelMarkup, ofUnknownLanguage, page } from "../../pages/page.ts";
import { isolateBidi } from "../../pages/story-text.ts";
import { type FileKind, type FormatEntry, listed } from "../format.ts";
import { keysFile } from "../print/keys-page.ts";
import { inStory, languageAttributes } from "../web/bar.ts";
import { exercisePageName } from "../web/exercise-page.ts";
import { lessonFacts } from "../web/lesson-page.ts";
import { csv } from "../words/index.ts";

/** The teacher's pages of a volume: the plan by week, the recycling of words. */
export function teacher(view: VolumeView): FormatEntry[] {
  const { volume, contents } = view;
  const made = (kind: FileKind, name: string, make: () => string | Markup) =>
    listed(kind, madeFile(`${teacherFolder(volume)}/${name}`, make), view);
  let recycling: WordRecycling[] | null = null;
  // Computed once: a file may be made twice, and counting words across many lessons takes a while.
  const words = () => {
    recycling ??= recyclingOf(volume, contents.reader);
    return recycling;
  };
  return [
    made("plan", "plan.html", () => planPage(view)),
    made("recycling", "recycling.html", () => recyclingPage(view, words())),
    made("recyclingTable", "recycling.csv", () => recyclingTable(view, words())),
  ];
}

// The words of a lesson come back after these many weeks, at growing intervals, as in spaced repetition.
const reviewAfterWeeks = [1, 2, 4] as const;

/** The lessons as weeks: the story, its words, the words due for review, and the practice material. */
function planPage(view: VolumeView): Markup {
  return teacherPage(view, {
    page: "plan",
    intro: view.strings.teacher.planIntro,
    body: html`${lessonViews(view).map(week)}`,
  });
}

function week(view: View): Markup {
  const { lesson, volume, contents, strings } = view;
  const say = strings.teacher;
  const { formats } = contents.course;
  const sound = lesson.sound?.part.durationMs ?? null;
  const title = inStory(lesson.title, lesson.direction);
  const reviews = reviewAfterWeeks
    .map((weeks) => volume.lessons[lesson.number - 1 - weeks])
    .filter((earlier) => earlier !== undefined && earlier.words.length > 0);
  return html`<section class="week">
<p class="eyebrow">${say.week(lesson.number)}</p>
<div>
<h2>${formats.includes("web") ? html`<a href="../../${volume.folder}/web/${lesson.name}.html">${title}</a>` : title}</h2>
<p class="facts">${lessonFacts(lesson, strings)}${sound !== null && html` <span class="dot">·</span> ${say.minutesOfSound(clock(Math.round(sound / 1_000)))}`}</p>
<dl>
${lesson.words.length > 0 && html`<dt>${strings.words}</dt><dd>${wordList(lesson, lesson.words, contents.reader.bcp47)}</dd>\n`}${reviews.map(
  (earlier) =>
    earlier !== undefined &&
    html`<dt>${say.review} <span class="soft">${say.fromWeek(earlier.number)}</span></dt><dd>${wordList(earlier, earlier.words, null)}</dd>\n`,
)}${prompts(view)}${practice(view)}</dl>
</div>
</section>
`;
}

function wordList(lesson: Lesson, words: readonly LessonWord[], reader: string | null): Markup {
  return html`<ul>${words.map(
    ({ word, gloss }) =>
      html`<li>${inStory(word, lesson.direction)}${reader !== null && gloss !== null && html` <span class="soft" lang="${reader}" dir="auto">${gloss}</span>`}</li>\n`,
  )}</ul>`;
}

function prompts({ lesson: { prompts: questions }, strings }: View): Markup | null {
  if (questions.length === 0) return null;
  return html`<dt>${strings.exercises.prompts.title}</dt><dd><ul class="lines">${questions.map((prompt) => html`<li>${ofUnknownLanguage(prompt)}</li>\n`)}</ul></dd>
`;
}

function practice({ lesson, volume, contents, strings }: View): Markup | null {
  const { formats, platforms = [] } = contents.course;
  const isPrinted = formats.includes("print");
  const { exercises: words, teacher: say } = strings;
  const sheets = lesson.exercises();
  const links = [
    ...(formats.includes("web")
      ? sheets.map(({ version }) => ({
          href: `../../${volume.folder}/web/${exercisePageName(lesson, version)}`,
          text: `${words.exercises} ${version}`,
        }))
      : []),
    ...(isPrinted ? [{ href: `../../${volume.folder}/print/${lesson.name}.html`, text: say.sheet }] : []),
    ...((isPrinted || platforms.length > 0) && sheets.length > 0
      ? [{ href: `${keysFile}#${lesson.name}`, text: say.key }]
      : []),
  ];
  if (links.length === 0) return null;
  return html`<dt>${say.practise}</dt><dd><ul>${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>\n`)}</ul></dd>
`;
}

const files = { plan: "plan.html", recycling: "recycling.html" } as const;

/** One of the two teacher's pages, which link to one another. */
function teacherPage(
  view: VolumeView,
  which: { readonly page: keyof typeof files; readonly intro: string; readonly body: Markup },
): Markup {
  const { volume, contents, strings } = view;
  const say = strings.teacher;
  const title = say[which.page];
  const tab = (to: keyof typeof files) =>
    html`<a href="${files[to]}"${to === which.page && html` aria-current="page"`}>${say[to]}</a>\n`;
  return page(view, {
    title: `${title} · ${volume.level} · ${contents.course.title}`,
    ...inlineStyle(["base", "scripts", "teacher"]),
    skip: { to: "main", text: title },
    body: html`<div class="sheet">
<nav class="tabs" aria-label="${say.pages}">${tab("plan")}${tab("recycling")}<a href="../../START-HERE.html">${strings.startHere.title}</a></nav>
<header class="cover">
<p class="eyebrow">${levelMarkup(volume, strings)} <span class="dot">·</span> ${ofUnknownLanguage(contents.course.title)}</p>
<h1>${title}</h1>
<p>${which.intro}</p>
</header>
<main id="main" tabindex="-1">
${which.body}</main>
</div>`,
  });
}

/** Every word form with its encounters per lesson; forms with too few encounters are marked. */
function recyclingPage(what: VolumeView, words: readonly WordRecycling[]): Markup {
  const say = what.strings.teacher;
  return teacherPage(what, {
    page: "recycling",
    intro: say.recyclingIntro(fewEncounters),
    body:
      words.length === 0
        ? html`<p>${say.noWords}</p>\n`
        : html`<p class="soft"><a href="recycling.csv">${say.spreadsheet}</a></p>
${table(words, what)}`,
  });
}

/** The same table as a spreadsheet: a row per word form, a column per lesson. */
function recyclingTable({ volume }: VolumeView, words: readonly WordRecycling[]): string {
  return csv([
    ["word", "gloss", "total", ...volume.lessons.map(({ name }) => name)],
    ...words.map(({ word, gloss, total, counts }) => [word, gloss ?? "", total, ...counts]),
  ]);
}

function table(words: readonly WordRecycling[], what: VolumeView): Markup {
  const say = what.strings.teacher;
  const heads = [say.word, say.meaning, say.encounters, say.inLessons, say.longestGap];
  return html`<section class="scroll" tabindex="0" aria-label="${say.recycling}">
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${words.map((word) => row(word, what))}</tbody>
</table>
</section>
`;
}

function row(entry: WordRecycling, { volume, contents, strings }: VolumeView): Markup {
  const say = strings.teacher;
  const { word, gloss, total, met, longestGap } = entry;
  const first = volume.lessons.find(({ words }) => words.some((each) => each.word === word));
  const script = first === undefined ? null : languageAttributes(first.direction);
  const few = total < fewEncounters && html` <span class="mark">${say.below(fewEncounters)}</span>`;
  return html`<tr><th scope="row"><span ${script}>${first === undefined ? word : isolateBidi(word, first.direction)}</span></th><td><span lang="${contents.reader.bcp47}" dir="auto">${gloss ?? "–"}</span></td><td class="count">${total}${few}</td><td>${met.length === 0 ? "–" : met.join(", ")}</td><td class="count">${longestGap === null ? "–" : say.gapLessons(longestGap)}</td></tr>
`;
}

/** With fewer encounters hardly any word is retained, as studies of graded reading show (Waring and Takaki 2003). */
const fewEncounters = 8;

/** How often the stories of a volume contain one of its words. */
interface WordRecycling {
  readonly word: string;
  readonly gloss: string | null;
  /** Per lesson, in order. */
  readonly counts: readonly number[];
  readonly total: number;
  /** The numbers of the lessons that contain it. */
  readonly met: readonly number[];
  /** The longest run of lessons without it between two that contain it; null if fewer than two do. */
  readonly longestGap: number | null;
}

/**
 * Every word of the lessons' lists, without duplicates, in the order in which the lessons require the words, with its encounters in all stories
 * of the volume. An encounter is the word as it is written or a form that certainly belongs to it.
 */
function recyclingOf(volume: Volume, reader: LanguageFacts): WordRecycling[] {
  const { language } = volume;
  const list = requiredWords(
    volume.lessons.flatMap(({ words }) => words),
    language,
  );
  const find = wordFinder(list, { language, reader });
  const lessons = volume.lessons.map(({ paragraphs }) => {
    const counts = list.map(() => 0);
    for (const { text, cuts } of paragraphs)
      for (const { word, found } of find(text, cuts))
        if (found !== "possible") counts[word] = (counts[word] ?? 0) + 1;
    return counts;
  });
  return list.map(({ word, gloss }, index) => {
    const counts = lessons.map((lesson) => lesson[index] ?? 0);
    const met = counts.flatMap((times, lesson) => (times > 0 ? [lesson + 1] : []));
    const total = counts.reduce((sum, times) => sum + times, 0);
    return { word, gloss, counts, total, met, longestGap: longestGap(met) };
  });
}

function longestGap(met: readonly number[]): number | null {
  if (met.length < 2) return null;
  return met.slice(1).reduce((most, lesson, index) => Math.max(most, lesson - (met[index] ?? lesson) - 1), 0);
}
