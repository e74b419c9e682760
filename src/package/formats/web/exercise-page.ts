import { posix } from "node:path";
import { sha256 } from "../../../shared/hash.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson, View } from "../../contents/contents.ts";
import { asBeginning, lettersOf, openingOf } from "../../exercises/answer.ts";
import {
  choicesOf,
  type Exercise,
  type ExerciseSheet,
  type Item,
  type SheetVersion,
} from "../../exercises/exercise.ts";
import { answersOf, kinds } from "../../exercises/kinds.ts";
import { type Locale, labelled } from "../../locales/locale.ts";
import { heardPlayer, page } from "../../pages/page.ts";
import { aroundGap, isolateBidi, setPlain } from "../../pages/story-text.ts";
import { almostPoints } from "../../quiz/question.ts";
import { bankOf, bar, gapHint, inStory, languageAttributes, readerHead, readerPolicy } from "./bar.ts";

/** A set of exercises on its page. */
interface ExerciseView extends View {
  readonly sheet: ExerciseSheet;
  /** The address of the lesson's recording; null if it is not beside the page. */
  readonly sound: string | null;
}

export function exercisePageName(lesson: Lesson, version: SheetVersion): string {
  return `${lesson.name}-exercises-${version.toLowerCase()}.html`;
}

/** A set of exercises with immediate feedback if scripts run, and with answers to unfold if they don't. */
export function exercisePage(what: Omit<ExerciseView, "sound">): Markup {
  const { lesson, sheet, contents, strings } = what;
  const words = strings.exercises;
  const recording = lesson.sound?.path ?? null;
  const sound = recording && posix.relative(`${what.volume.folder}/web`, recording);
  const { attributes, body } = exerciseWork({ ...what, sound }, words.answers);
  const others = lesson.exercises().filter(({ version }) => version !== sheet.version);
  return page(what, {
    title: `${words.exercises} ${sheet.version} · ${lesson.title} · ${contents.course.title}`,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "exercises", text: words.exercises },
    body: html`${bar(what)}<main id="exercises" tabindex="-1" ${attributes}>
<header>
<p class="eyebrow">${strings.lesson(lesson.number)} <span class="dot">·</span> ${words.exercises}, ${words.set(sheet.version)}</p>
<h1 ${languageAttributes(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</h1>
</header>
${body}<nav class="practice" aria-label="${strings.pages}"><a href="${lesson.name}.html">${strings.web.backToStory}</a>
${others.map(({ version }) => html`<a href="${exercisePageName(lesson, version)}">${strings.web.otherSet(version)}</a>\n`)}</nav>
</main>`,
  });
}

// 64 bits tell a lesson's sheets apart; the key has whatever else could be confused with it.
const hashDigits = 16;

/**
 * A set of exercises with the learner's result, and the attributes of the enclosing element, from which the script takes its texts. `answers`: what
 * unfolds the answers.
 */
export function exerciseWork(
  view: ExerciseView,
  answers: string,
): { readonly attributes: Markup; readonly body: Markup } {
  const { lesson, sheet, contents, strings } = view;
  const { direction } = lesson;
  const say = strings.web;
  const { course, edition } = contents.course;
  // The script keeps answers by lesson, and for exactly these exercises, because answers to others would be wrong.
  const hash = sha256(JSON.stringify(sheet.exercises)).slice(0, hashDigits);
  const kept = html`data-key="answers:${course}/${edition}/${lesson.job}/${sheet.version}" data-sheet="${hash}"`;
  const { retell } = strings.exercises;
  const told =
    sheet.retell.length > 0 &&
    html`<section class="task-aloud" aria-labelledby="retell">
<h2 id="retell">${retell.title}</h2>
<p class="task">${retell.task}</p>
${bankOf(sheet.retell, direction)}
</section>
`;
  return {
    attributes: html`class="work ${direction.dir}" data-right="${say.right}" data-almost="${say.almost}" data-other="${strings.exercises.otherOrder}" data-wrong="${say.wrong}" data-worth="${almostPoints(contents.course)}" data-score="${say.score}" data-check="${say.check}" data-up="${say.up}" data-down="${say.down}" data-colon="${labelled("", "", strings)}" data-tag="${direction.tag}" data-clear="${say.clear}" data-undo="${say.undo}" ${kept}`,
    body: html`${sheet.exercises.map((exercise, index) => section(exercise, index + 1, { ...view, answers }))}${told}${resultOf(sheet, strings)}<p class="score" role="status" hidden></p>
`,
  };
}

function section(
  exercise: Exercise,
  number: number,
  { answers, ...view }: ExerciseView & { readonly answers: string },
): Markup {
  const { title, task } = view.strings.exercises.kinds[exercise.kind];
  const { direction } = view.lesson;
  const reader = view.contents.reader.bcp47;
  return html`<section class="exercise ${exercise.kind}" aria-labelledby="exercise-${number}">
<h2 id="exercise-${number}"><span class="number">${number}</span> ${title}</h2>
<p class="task">${task}</p>
${exerciseMarkup(exercise, view)}<details><summary>${answers}</summary>
<ol>${answersOf(exercise).map(
    ({ text, gloss }) =>
      html`<li>${inStory(text, direction)}${gloss !== null && html` <span class="hint" lang="${reader}" dir="auto">${gloss}</span>`}</li>\n`,
  )}</ol></details>
</section>
`;
}

/** A learner's result, to be handed in on paper. The script fills it in and shows it; printing the page then prints this alone. */
function resultOf({ exercises }: ExerciseSheet, strings: Locale): Markup {
  const { result, print, clear, keeps } = strings.web;
  return html`<section class="result" aria-labelledby="result" hidden>
<h2 id="result">${result}</h2>
<p class="person"><label>${strings.print.name} <input type="text" autocomplete="off" spellcheck="false"></label> <span>${strings.print.date}</span></p>
<table>
<thead><tr><th scope="col">${strings.exercises.exercises}</th><th scope="col" colspan="2">${strings.print.score}</th></tr></thead>
<tbody>
${exercises.map(
  ({ kind }, index) =>
    html`<tr><th scope="row">${index + 1}. ${strings.exercises.kinds[kind].title}</th><td class="marks"></td><td class="points"></td></tr>\n`,
)}</tbody>
</table>
<p class="total"></p>
<p class="buttons"><button type="button" data-do="print">${print}</button> <button type="button" data-do="clear">${clear}</button></p>
<p class="hint keeps" hidden>${keeps}</p>
</section>
`;
}

const verdict = html`<span class="verdict" role="status"></span>`;

/** The body of an exercise: a form that the script checks and that is complete without it. */
function exerciseMarkup(exercise: Exercise, view: ExerciseView): Markup {
  const { form, choices } = kinds[exercise.kind];
  const { direction } = view.lesson;
  if (form === "order") {
    return html`<div class="items" data-item><ol class="order">${exercise.items.map(
      ({ before, correct }) => html`<li data-place="${correct}">${inStory(before, direction, "text")}</li>\n`,
    )}</ol>
${verdict}</div>
`;
  }
  const rowOf = form === "build" ? tiles : row;
  return html`${choices === "bank" && html`${bankOf(exercise.choices, direction)}\n`}<ol class="items${choices === "column" && " pairs"}" dir="${direction.dir}">${exercise.items.map((item, index) => rowOf(exercise, item, { ...view, number: index + 1 }))}</ol>
${form === "build" && html`<p class="hint">${view.strings.exercises.otherOrders}</p>\n`}`;
}

interface ItemView extends ExerciseView {
  /** From 1, within the exercise. */
  readonly number: number;
}

function row(exercise: Exercise, item: Item, view: ItemView): Markup {
  const heard = item.heard !== null && html`${heardPlayer(item.heard, view)} `;
  const field =
    kinds[exercise.kind].form === "choose"
      ? list(exercise, item, view)
      : html`<input type="text" aria-label="${labelOf(item, view)}" autocomplete="off" autocapitalize="off" spellcheck="false">`;
  const answer = choicesOf(exercise, item)[item.correct] ?? item.answer;
  const first = item.given !== null && item.given !== "" && html` data-first="${item.given}"`;
  return html`<li data-item data-answer="${answer}"${first}${alsoOf(item)}>${heard}${asked(item, field, view)} ${verdict}</li>
`;
}

/** What is read of an item, with the field in its gap or behind it. */
function asked(item: Item, field: Markup, { lesson: { direction }, contents }: ItemView): Markup {
  if (item.given !== null) {
    const opening = openingOf({ given: item.given, answer: item.answer });
    const first = opening !== "" && html`<span class="first">${opening}</span> `;
    return html`<span ${languageAttributes(direction, "sentence")}>${aroundGap(item, html`${first}${field}`, direction)}</span>${gapHint(item, direction, contents.reader.bcp47)}`;
  }
  if (item.before !== "") {
    return html`${inStory(item.before, direction, "sentence")}\n${field}`;
  }
  const clues =
    item.cue.length > 0 &&
    html`<span ${languageAttributes(direction, "clues")}>${item.cue.join(" · ")}</span>\n`;
  return html`${clues}<span ${languageAttributes(direction, "sentence")}>${field}</span>`;
}

function labelOf({ given, answer }: Item, { number, strings }: ItemView): string {
  const { gap, sentence, letters } = strings.exercises;
  if (given === null) return sentence(number);
  if (given === "") return gap(number);
  return `${labelled(gap(number), `${asBeginning(given)}…`, strings)}, ${letters(lettersOf(answer).length)}`;
}

function list(exercise: Exercise, item: Item, view: ItemView): Markup {
  const { strings, contents } = view;
  const { direction } = view.lesson;
  const { choices: place, inReader } = kinds[exercise.kind];
  const options = html`${choicesOf(exercise, item).map((text) => html`<option value="${text}">${setPlain(text, direction)}</option>`)}`;
  const language =
    inReader === true
      ? html`lang="${contents.reader.bcp47}" dir="auto"`
      : html`lang="${direction.tag}" dir="${direction.dir}"`;
  const group =
    place === "column"
      ? html`<optgroup label="${strings.exercises.kinds[exercise.kind].title}" ${language}>${options}</optgroup>`
      : options;
  const label = item.given === null ? item.before : labelOf(item, view);
  return html`<select autocomplete="off" aria-label="${label}"><option value="">${strings.web.choose}</option>${group}</select>`;
}

function alsoOf({ also = [] }: Item): Markup | false {
  return also.length > 0 && html` data-also="${JSON.stringify(also)}"`;
}

function tiles(_: Exercise, item: Item, { lesson: { direction }, strings }: ItemView): Markup {
  const { before, cue, answer, after } = item;
  return html`<li class="build" data-item data-answer="${answer}"${alsoOf(item)}><span ${languageAttributes(direction, "sentence")}>${isolateBidi(before, direction)} …</span>
<div ${languageAttributes(direction, "line")} data-start="${before}" role="group" aria-label="${strings.web.yourSentence}" data-end="${after}" hidden></div>
<div ${languageAttributes(direction, "tiles")}>${cue.map((tile) => html`<span>${tile}</span> `)}</div> ${verdict}</li>
`;
}
