import { html, type Markup } from "../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import { type Approval, isTextCorrected } from "../contents/course.ts";
import { publishingOf } from "../contents/publishing.ts";
import { inStory } from "../formats/web/bar.ts";
import { type Locale, localeFor } from "../locales/locale.ts";
import { inlineStyle, levelMarkup, ofUnknownLanguage, page } from "../pages/page.ts";

/**
 * The publisher's sheet about how the course was made: by which service, in whose voice, approved by whom and when. It says only what the
 * ledger shows; the publisher has to add anything else that the law requires.
 */
export function disclosure(contents: Contents): Markup {
  const { course, volumes } = contents;
  const strings = localeFor(contents.reader);
  const say = strings.disclosure;
  const view = { contents, strings };
  return page(view, {
    title: `${say.title} · ${course.title}`,
    ...inlineStyle(["base", "scripts", "teacher"]),
    skip: { to: "main", text: say.title },
    body: html`<div class="sheet">
<header class="cover">
<p class="eyebrow">${ofUnknownLanguage(course.title)}</p>
<h1>${say.title}</h1>
</header>
<main id="main" tabindex="-1">
<section aria-labelledby="paste"><h2 id="paste">${say.toPaste}</h2>
${disclosed(contents, strings).map((sentence) => html`<p>${sentence}</p>\n`)}${publishingOf(course).legal.map((statement) => html`<p>${ofUnknownLanguage(statement)}</p>\n`)}</section>
<section aria-labelledby="lessons"><h2 id="lessons">${say.lessons}</h2>
${volumes.map((volume) => table(volume, strings))}</section>
</main>
</div>`,
  });
}

/** What can be said of the whole course, as sentences to paste. */
function disclosed({ course, volumes }: Contents, strings: Locale): string[] {
  const say = strings.disclosure;
  const lessons = volumes.flatMap((volume) => volume.lessons);
  const corrected = lessons.filter(({ corrected }) => isTextCorrected(corrected)).length;
  return [
    course.rehearsal ? say.madeByLocal : say.madeBy(course.service),
    ...(lessons.some(({ sound }) => sound !== null) ? [say.narrated] : []),
    approval(lessons, say),
    ...(corrected > 0 ? [say.corrected(corrected)] : []),
    ...spokenAnew(lessons, say),
  ];
}

/** Which voices spoke corrections of these lessons anew, and how many, as a sentence; none: nothing was. */
function spokenAnew(lessons: readonly Pick<Lesson, "corrected">[], say: Locale["disclosure"]): string[] {
  const spoken = lessons.flatMap(({ corrected }) => corrected?.respoken ?? []);
  if (spoken.length === 0) return [];
  const narrators = [...new Set(spoken.map(({ narrator }) => narrator))].sort().join(", ");
  const count = spoken.reduce((sum, { title, sentences }) => sum + Number(title) + sentences.length, 0);
  return [say.spokenAnew(narrators, count)];
}

function approval(lessons: readonly Lesson[], say: Locale["disclosure"]): string {
  const approved = lessons.filter(({ approvals }) => approvals.length > 0);
  if (approved.length === 0) return say.approvedNone;
  const names = new Set(approved.flatMap(({ approvals }) => approvals.map(({ who }) => who)));
  const people = [...names].sort().join(", ");
  return approved.length === lessons.length
    ? say.approvedAll(people)
    : say.approvedSome(approved.length, lessons.length, people);
}

function table(volume: Volume, strings: Locale): Markup {
  const { folder, lessons } = volume;
  const say = strings.disclosure;
  const heads = [strings.teacher.lesson, strings.teacher.title, say.approvedBy, say.corrections];
  return html`<h3 id="${folder}">${levelMarkup(volume, strings)}</h3>
<section class="scroll" tabindex="0" aria-labelledby="${folder}">
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${lessons.map((lesson) => row(lesson, say))}</tbody>
</table>
</section>
`;
}

function row(lesson: Lesson, say: Locale["disclosure"]): Markup {
  const { number, title, direction, approvals, corrected } = lesson;
  const corrections = corrected === null ? 0 : Number(corrected.title) + corrected.sentences;
  const anew = spokenAnew([lesson], say).map((sentence) => html`<br><span class="soft">${sentence}</span>`);
  return html`<tr><td class="count">${number}</td><th scope="row">${inStory(title, direction)}</th><td>${approvals.length === 0 ? say.nobody : approvals.map((one, index) => html`${index > 0 && ", "}${approver(one, say)}`)}</td><td class="count">${corrections}${anew}</td></tr>
`;
}

function approver({ who, at, heard }: Approval, say: Locale["disclosure"]): Markup {
  return html`${ofUnknownLanguage(who)} <span class="soft">${at.slice(0, 10)}${!heard && `, ${say.unheard}`}</span>`;
}
