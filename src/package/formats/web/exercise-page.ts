import { posix } from "node:path";
import { sha256 } from "../../../shared/hash.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson, View } from "../../contents/contents.ts";
import type { TextDirection } from "../../contents/text-direction.ts";
import {
  choicesOf,
  type Exercise,
  type ExerciseSheet,
  type Item,
  type SheetVersion,
} from "../../exercises/exercise.ts";
import { answersOf, kinds } from "../../exercises/kinds.ts";
import { asBeginning, lettersOf, openingOf } from "../../exercises/letters.ts";
import { type Locale, labelled } from "../../locales/locale.ts";
import { heardPlayer } from "../../pages/heard-player.ts";
import { aroundGap, isolateBidi, setPlain } from "../../pages/isolate-bidi.ts";
import { page } from "../../pages/page.ts";
import { almostPoints } from "../../quiz/question.ts";
import { bar, gapHint, languageAttributes, readerHead, readerPolicy } from "./bar.ts";

interface ExercisePage extends View {
  readonly sheet: ExerciseSheet;
}

/** The file name of a set of exercises, in the folder of the lesson's page. */
export function exercisePageName(lesson: Lesson, version: SheetVersion): string {
  return `${lesson.name}-exercises-${version.toLowerCase()}.html`;
}

/** A set of exercises with immediate feedback if scripts run, and with answers to unfold if they don't. */
export function exercisePage(what: ExercisePage): Markup {
  const { lesson, sheet, contents, strings } = what;
  const words = strings.exercises;
  const recording = lesson.book?.sound?.path ?? null;
  const sound = recording && posix.relative(`${what.volume.folder}/web`, recording);
  const { attributes, body } = exerciseWork(what, { sound, answers: words.answers });
  return page({
    title: `${words.exercises} ${sheet.version} · ${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "exercises", text: words.exercises },
    body: html`${bar(what)}<main id="exercises" tabindex="-1" ${attributes}>
<header>
<p class="eyebrow">${strings.lesson(lesson.number)} <span class="dot">·</span> ${words.exercises}, ${words.set(sheet.version)}</p>
<h1 ${languageAttributes(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</h1>
</header>
${body}<nav class="practice" aria-label="${strings.pages}"><a href="${lesson.name}.html">${strings.web.backToStory}</a>
${others(lesson, sheet).map((version) => html`<a href="${exercisePageName(lesson, version)}">${strings.web.otherSet(version)}</a>\n`)}</nav>
</main>`,
  });
}

interface Work {
  /** The address of the lesson's recording; null if it is not beside the page. */
  readonly sound: string | null;
  /** What unfolds the answers. */
  readonly answers: string;
}

/** A set of exercises with the learner's result, and the attributes of the enclosing element, from which the script takes its texts. */
export function exerciseWork(
  what: ExercisePage,
  { sound, answers }: Work,
): { readonly attributes: Markup; readonly body: Markup } {
  const { lesson, sheet, contents, strings } = what;
  const say = strings.web;
  const look = { direction: lesson.direction, reader: contents.reader.bcp47, strings, sound, answers };
  return {
    attributes: html`class="work ${lesson.direction.dir}" data-right="${say.right}" data-almost="${say.almost}" data-other="${strings.exercises.otherOrder}" data-wrong="${say.wrong}" data-worth="${almostPoints(contents.course)}" data-score="${say.score}" data-check="${say.check}" data-up="${say.up}" data-down="${say.down}" data-colon="${labelled("", "", strings)}" data-tag="${lesson.direction.tag}" data-clear="${say.clear}" data-undo="${say.undo}" ${keepsAnswers(what)}`,
    body: html`${sheet.exercises.map((exercise, index) => section(exercise, index, look))}${retellOf(what)}${resultOf(sheet, strings)}<p class="score" role="status" hidden></p>
`,
  };
}

// 64 bits tell a lesson's sheets apart; the key has whatever else could be confused with it.
const hashDigits = 16;

/** Where the script keeps the answers: by lesson, and for exactly these exercises, because answers to others would be wrong. */
function keepsAnswers({ lesson, sheet, contents }: ExercisePage): Markup {
  const { course, edition } = contents.course;
  const hash = sha256(JSON.stringify(sheet.exercises)).slice(0, hashDigits);
  return html`data-key="answers:${course}/${edition}/${lesson.job}/${sheet.version}" data-sheet="${hash}"`;
}

function others(lesson: Lesson, sheet: ExerciseSheet): SheetVersion[] {
  return lesson
    .exercises()
    .filter(({ version, exercises }) => version !== sheet.version && exercises.length > 0)
    .map(({ version }) => version);
}

function section(exercise: Exercise, index: number, look: ExerciseFace & Pick<Work, "answers">): Markup {
  const { title, task } = look.strings.exercises.kinds[exercise.kind];
  return html`<section class="exercise ${exercise.kind}" aria-labelledby="exercise-${index + 1}">
<h2 id="exercise-${index + 1}"><span class="number">${index + 1}</span> ${title}</h2>
<p class="task">${task}</p>
${exerciseMarkup(exercise, look)}<details><summary>${look.answers}</summary>
<ol>${answersOf(exercise).map(
    ({ text, gloss }) =>
      html`<li><span ${languageAttributes(look.direction)}>${isolateBidi(text, look.direction)}</span>${gloss !== null && html` <span class="hint" lang="${look.reader}" dir="auto">${gloss}</span>`}</li>\n`,
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

interface Retelling {
  readonly lesson: Lesson;
  readonly sheet: ExerciseSheet;
  readonly strings: Locale;
}

/** A task for the voice, after the exercises: the words to retell the story with. Null if there are too few. */
function retellOf({ lesson: { direction }, sheet, strings }: Retelling): Markup | null {
  if (sheet.retell.length === 0) return null;
  const { title, task } = strings.exercises.retell;
  return html`<section class="task-aloud" aria-labelledby="retell">
<h2 id="retell">${title}</h2>
<p class="task">${task}</p>
<ul ${languageAttributes(direction, "bank")}>${sheet.retell.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>
</section>
`;
}

interface ExerciseFace {
  readonly direction: TextDirection;
  /** BCP 47 tag of the glosses. */
  readonly reader: string;
  readonly strings: Locale;
  /** The address of the lesson's recording; null without one. */
  readonly sound: string | null;
}

/** The body of an exercise: a form that the script checks and that is complete without it. */
function exerciseMarkup(exercise: Exercise, look: ExerciseFace): Markup {
  const { form, choices } = kinds[exercise.kind];
  const { direction } = look;
  if (form === "order") return order(exercise, look);
  const isBanked = choices === "bank";
  const rows = exercise.items.map((item, index) => rowOf(exercise, item, { ...look, number: index + 1 }));
  return html`${isBanked && html`<ul ${languageAttributes(direction, "bank")}>${exercise.choices.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>\n`}<ol class="items${choices === "column" && " pairs"}" dir="${direction.dir}">${rows}</ol>
${form === "build" && kinds[exercise.kind].ofLetters !== true && html`<p class="hint">${look.strings.exercises.otherOrders}</p>\n`}`;
}

const verdict = html`<span class="verdict" role="status"></span>`;

interface ItemFace extends ExerciseFace {
  /** From 1, within the exercise. */
  readonly number: number;
}

function rowOf(exercise: Exercise, item: Item, look: ItemFace): Markup {
  if (kinds[exercise.kind].form === "build") return tiles(exercise, item, look);
  const heard = item.heard !== null && html`${heardPlayer(item.heard, look)} `;
  const field =
    kinds[exercise.kind].form === "choose" ? list(exercise, item, look) : input(labelOf(item, look));
  const answer = choicesOf(exercise, item)[item.correct] ?? item.answer;
  const first = item.given !== null && item.given !== "" && html` data-first="${item.given}"`;
  return html`<li data-item data-answer="${answer}"${first}${alsoOf(item)}>${heard}${asked(item, field, look)} ${verdict}</li>
`;
}

/** What is read of an item, with the field in its gap or behind it. */
function asked(item: Item, field: Markup, { direction, reader }: ItemFace): Markup {
  if (item.given !== null) {
    const opening = openingOf({ given: item.given, answer: item.answer });
    const first = opening !== "" && html`<span class="first">${opening}</span> `;
    return html`<span ${languageAttributes(direction, "sentence")}>${aroundGap(item, html`${first}${field}`, direction)}</span>${gapHint(item, direction, reader)}`;
  }
  if (item.before !== "") {
    return html`<span ${languageAttributes(direction, "sentence")}>${isolateBidi(item.before, direction)}</span>\n${field}`;
  }
  const clues =
    item.cue.length > 0 &&
    html`<span ${languageAttributes(direction, "clues")}>${item.cue.join(" · ")}</span>\n`;
  return html`${clues}<span ${languageAttributes(direction, "sentence")}>${field}</span>`;
}

function labelOf({ given, answer }: Item, { number, strings }: ItemFace): string {
  const { gap, sentence, letters } = strings.exercises;
  if (given === null) return sentence(number);
  if (given === "") return gap(number);
  return `${labelled(gap(number), `${asBeginning(given)}…`, strings)}, ${letters(lettersOf(answer).length)}`;
}

function input(label: string): Markup {
  return html`<input type="text" aria-label="${label}" autocomplete="off" autocapitalize="off" spellcheck="false">`;
}

function list(exercise: Exercise, item: Item, look: ItemFace): Markup {
  const { direction, reader, strings } = look;
  const { choices: place, inReader } = kinds[exercise.kind];
  const options = choicesOf(exercise, item).map(
    (text) => html`<option value="${text}">${setPlain(text, direction)}</option>`,
  );
  const language =
    inReader === true
      ? html`lang="${reader}" dir="auto"`
      : html`lang="${direction.tag}" dir="${direction.dir}"`;
  const group =
    place === "column"
      ? html`<optgroup label="${strings.exercises.kinds[exercise.kind].title}" ${language}>${options}</optgroup>`
      : html`${options}`;
  const label = item.given === null ? item.before : labelOf(item, look);
  return html`<select autocomplete="off" aria-label="${label}"><option value="">${strings.web.choose}</option>${group}</select>`;
}

/** What is right besides, for the script. */
function alsoOf({ also = [] }: Item): Markup | false {
  return also.length > 0 && html` data-also="${JSON.stringify(also)}"`;
}

function tiles({ kind }: Exercise, item: Item, look: ItemFace): Markup {
  const { before, cue, answer, after, gloss } = item;
  const { direction, reader, strings } = look;
  const isWord = kinds[kind].ofLetters === true;
  const hint = gloss !== null && html` <span class="hint" lang="${reader}" dir="auto">${gloss}</span>`;
  return html`<li class="build${isWord && " letters"}" data-item data-answer="${answer}"${alsoOf(item)}>${before !== "" && html`<span ${languageAttributes(direction, "sentence")}>${isolateBidi(before, direction)} …</span>\n`}<div ${languageAttributes(direction, "line")} data-start="${before}" role="group" aria-label="${isWord ? strings.web.yourWord : strings.web.yourSentence}" data-end="${after}" hidden></div>
<div ${languageAttributes(direction, "tiles")}>${cue.map((tile) => html`<span>${tile}</span> `)}</div>${hint} ${verdict}</li>
`;
}

function order({ items }: Exercise, { direction }: ExerciseFace): Markup {
  return html`<div class="items" data-item><ol class="order">${items.map(
    ({
      before,
      correct,
    }) => html`<li data-place="${correct}"><span ${languageAttributes(direction, "text")}>${isolateBidi(before, direction)}</span></li>
`,
  )}</ol>
${verdict}</div>
`;
}
