import { html, type Markup, markup } from "../../../shared/html.ts";
import type { Lesson, View } from "../../contents/contents.ts";
import type { PaperSize } from "../../contents/course.ts";
import { openingOf } from "../../exercises/answer.ts";
import { choicesOf, type Exercise, type ExerciseSheet, type Item } from "../../exercises/exercise.ts";
import { cueText, kinds } from "../../exercises/kinds.ts";
import { firstSide, heightOfPrompts, roomOn, secondHeight } from "../../exercises/one-sheet.ts";
import { type Locale, labelled } from "../../locales/locale.ts";
import {
  heardHint,
  inlineStyle,
  levelMarkup,
  listOfUnknownLanguage,
  ofUnknownLanguage,
  page,
  readingStyles,
} from "../../pages/page.ts";
import { aroundGap, isolateBidi } from "../../pages/story-text.ts";
import { bankOf, gapHint, inStory, languageAttributes } from "../web/bar.ts";
import { handoutOf } from "./handout.ts";

/**
 * A lesson on paper: its exercises, to be done with a pen, and a handout with its story and words. Each version fills one sheet, printed on both sides;
 * the handout comes last, so that they keep their sheets wherever both sides are printed.
 */
export function sheetPage(what: View): Markup {
  const { lesson, contents, strings } = what;
  const kind = strings.exercises.exercises;
  const { paper, rehearsal } = contents.course;
  const sheets = onPaper(lesson, paper);
  const footFor = (page: string, ...about: readonly string[]) =>
    footOf(
      page,
      [strings.lesson(lesson.number), ...about, ...(rehearsal ? [strings.rehearsal] : [])].join(" · "),
    );
  const feet = [
    ...sheets.map(({ version }) => footFor(`set-${version}`, strings.exercises.set(version))),
    footFor("handout", strings.print.story),
  ];
  return page(what, {
    title: `${kind} · ${lesson.title} · ${contents.course.title}`,
    ...inlineStyle(["base", "scripts", "print", "print-fonts", ...readingStyles([lesson])], {
      rules: onPaperOf(paper) + feet.join("") + (rehearsal ? noteInFoot : ""),
      hasPictures: sheets.some(({ after }) => after.picture),
    }),
    skip: { to: "sheets", text: kind },
    body: html`<main id="sheets" tabindex="-1">
${partsOf(sheets, strings)}${sheets.map((sheet) => sheetOf(sheet, what))}${handoutOf(what, headOf(what, sheets.length === 0, strings.print.story))}</main>`,
  });
}

/** On a screen: which pages to choose in the print dialog. Null: there is nothing to choose. */
function partsOf(sheets: readonly PaperSheet[], strings: Locale): Markup | null {
  if (sheets.length === 0) return null;
  const sets = sheets.map(
    ({ version }, index) => `${2 * index + 1}–${2 * index + 2} ${strings.exercises.set(version)}`,
  );
  const parts = [...sets, `${2 * sheets.length + 1}+ ${strings.print.story}`].join(" · ");
  return html`<p class="parts">${labelled(strings.pages, parts, strings)}</p>\n`;
}

// Above the first sheet, what a rehearsal says would fill a page of its own, because each set has its own kind of page.
const noteInFoot = "@media print { .rehearsal { display: none; } }\n";

function sheetOf(sheet: PaperSheet, view: View): Markup {
  const { version, sides } = sheet;
  const [first, second] = sides;
  const { direction, title } = view.lesson;
  const { name, date, score } = view.strings.print;
  const most = sides.flat().reduce((sum, exercise) => sum + exercise.items.length, 0);
  const sections = (exercises: readonly Exercise[], before: number) =>
    exercises.map((exercise, index) => {
      const { title, task } = view.strings.exercises.kinds[exercise.kind];
      return html`<section class="exercise ${exercise.kind}">
<h3><span class="number">${before + index + 1}</span> ${title}</h3>
<p class="task">${task}</p>
${printExercise(exercise, view)}</section>
`;
    });
  return html`<div class="sheet ${direction.dir} set-${version}">
${headOf(view, version === "A", view.strings.exercises.set(version))}<h2 ${languageAttributes(direction)}>${isolateBidi(title, direction)}</h2>
<p class="person"><span>${name}</span> <span>${date}</span> <span class="score">${score} <b>/ ${most}</b></span></p>
${sections(first, 0)}<div class="back">
${sections(second, first.length)}${afterExercises(sheet, view)}</div>
</div>
`;
}

/** The line above a sheet or the handout; the first one of a page is the page's heading. */
function headOf({ lesson, volume, contents, strings }: View, isFirst: boolean, part: string): Markup {
  const line = html`<span>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> ${levelMarkup(volume, strings)} <span class="dot">·</span> ${strings.lesson(lesson.number)}</span>
<span>${part}</span>`;
  return isFirst ? html`<h1 class="head">${line}</h1>\n` : html`<p class="head">${line}</p>\n`;
}

const gap = html`<span class="gap">&nbsp;</span>`;

/** An exercise to be done with a pen. */
function printExercise(exercise: Exercise, view: View): Markup {
  const { direction } = view.lesson;
  const strings = view.strings.exercises;
  const reader = view.contents.reader.bcp47;
  const { form, choices } = kinds[exercise.kind];
  const list = (rowOf: (item: Item) => Markup): Markup =>
    html`<ol class="items" dir="${direction.dir}">${exercise.items.map((item) => html`<li>${rowOf(item)}</li>\n`)}</ol>\n`;
  const sentence = (item: Item, place: Markup): Markup =>
    html`<span ${languageAttributes(direction)}>${aroundGap(item, place, direction)}</span>${gapHint(item, direction, reader)}`;
  switch (form) {
    case "choose": {
      if (choices === "column") return columns(exercise, view);
      const rows = list((item) => {
        const boxes = choicesOf(exercise, item).map((text) => html`<span>☐ ${text}</span> `);
        const place = choices === "bank" ? gap : html`<span class="choices hint">${boxes}</span>`;
        return item.given === null
          ? html`${inStory(item.before, direction)} ${place}`
          : sentence(item, place);
      });
      return choices === "bank" ? html`${bankOf(exercise.choices, direction)}\n${rows}` : rows;
    }
    case "type":
      return list((item) => {
        const heard = item.heard !== null && heardHint(item.heard, strings);
        if (item.given === null) {
          const clues = item.cue.length > 0 && inStory(cueText(exercise, item.cue), direction);
          return html`${heard}${clues}<span class="rule"></span>`;
        }
        const opening = openingOf({ given: item.given, answer: item.answer });
        const place = opening === "" ? gap : html`<span class="first">${opening}</span>`;
        return html`${heard}${heard && " "}${sentence(item, place)}`;
      });
    case "build": {
      const rows = list(
        ({ before, cue }) =>
          html`<span ${languageAttributes(direction)}>${isolateBidi(before, direction)} … ${cueText(exercise, cue)}</span><span class="rule"></span>`,
      );
      return html`${rows}<p class="hint">${strings.otherOrders}</p>\n`;
    }
    case "order":
      return html`<ul class="order" dir="${direction.dir}">${exercise.items.map(
        ({ before }) => html`<li><span class="square"></span>${inStory(before, direction)}</li>\n`,
      )}</ul>
`;
  }
}

/** The letter of a gloss on paper: a to z, then aa. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** Numbered texts, and lettered ones to match with them. */
function columns({ kind, items, choices }: Exercise, { lesson: { direction }, contents }: View): Markup {
  const language =
    kinds[kind].inReader === true
      ? html`lang="${contents.reader.bcp47}" dir="auto"`
      : languageAttributes(direction);
  return html`<div class="pairs" dir="${direction.dir}">
<ol class="items" dir="${direction.dir}">${items.map(
    ({ before }) =>
      html`<li><div class="pair"><span class="box">&nbsp;</span>${inStory(before, direction)}</div></li>\n`,
  )}</ol>
<ul class="order" dir="ltr">${choices.map(
    (text, index) =>
      html`<li><span class="hint">${letterOf(index)})</span> <span ${language}>${text}</span></li>\n`,
  )}</ul>
</div>
`;
}

/** What a sheet has below its exercises: tasks without a key, and the topic's picture. */
function afterExercises({ retell, after }: PaperSheet, { lesson, strings }: View): Markup {
  const written = retell.length > 0 ? strings.print.writeWith : strings.print.write;
  // The story in the learner's own words: on lines, or aloud where there is no room for them.
  const telling =
    (after.lines > 0 || after.aloud) &&
    html`<section class="telling exercise">
<h3>${strings.exercises.retell.title}</h3>
<p class="task">${after.aloud ? strings.exercises.retell.task : written}</p>
${retell.length > 0 && html`${bankOf(retell, lesson.direction)}\n`}${Array.from({ length: after.lines }, () => html`<span class="rule"></span>\n`)}</section>
`;
  return html`${
    after.prompts &&
    html`<section class="prompts exercise">
<h3>${strings.exercises.prompts.title}</h3>
${listOfUnknownLanguage(lesson.prompts)}
</section>
`
  }${after.picture && pictureOf(lesson)}${telling}`;
}

/** The topic's picture, embedded in the page, so that the page is complete on its own. Null: it has none. */
export function pictureOf({ image }: Lesson): Markup | null {
  if (image === null) return null;
  const data = `data:${image.mediaType};base64,${image.bytes.toString("base64")}`;
  return html`<p class="picture"><img src="${markup(data)}" alt="${image.alt}"></p>
`;
}

// The room for a story in a learner's own words: its heading with the words to use, and a line for the pen.
const tellingMm = 26;
const writingLineMm = 9;
const fewestLines = 5;
const mostLines = 22;
const retellMm = 24;
const pictureMm = 52;

/** A set as it is printed: one sheet of paper. */
interface PaperSheet extends Pick<ExerciseSheet, "version" | "retell"> {
  /** What is on its first and its second side; no exercise is divided. */
  readonly sides: readonly [readonly Exercise[], readonly Exercise[]];
  /** What the second side has below its exercises, the same for every set. */
  readonly after: {
    readonly prompts: boolean;
    readonly picture: boolean;
    /** The lines on which the story is told again; 0: there is no room for them. */
    readonly lines: number;
    /** Whether there is at least room for the words with which to retell it aloud. */
    readonly aloud: boolean;
  };
}

/** The sets of a lesson as they are printed: each fills both sides of one sheet of paper. */
function onPaper({ title, prompts, image, exercises: sheets }: Lesson, paper: PaperSize): PaperSheet[] {
  const room = roomOn(paper, title);
  const printed = sheets();
  let left = room.sideMm - Math.max(...printed.map(({ exercises }) => secondHeight(exercises, room)));
  const takes = (isThere: boolean, height: number): boolean => {
    if (!isThere || height > left) return false;
    left -= height;
    return true;
  };
  // Questions first, then the picture, which the plan includes on purpose; retelling the story gets the rest.
  const hasPrompts = takes(prompts.length > 0, heightOfPrompts(prompts));
  const picture = takes(image !== null, pictureMm);
  const fitting = Math.floor((left - tellingMm) / writingLineMm);
  const lines = fitting < fewestLines ? 0 : Math.min(fitting, mostLines);
  const hasRetell = printed.every(({ retell }) => retell.length > 0);
  const after = { prompts: hasPrompts, picture, lines, aloud: lines === 0 && takes(hasRetell, retellMm) };
  return printed.map(({ version, retell, exercises }) => {
    const turn = firstSide(exercises, room);
    return { version, retell, sides: [exercises.slice(0, turn), exercises.slice(turn)], after };
  });
}

/** The page rule that sets a page's paper size. */
export function onPaperOf(size: PaperSize): string {
  return `@page { size: ${size === "a4" ? "A4" : size}; }\n`;
}

/** The page rule that prints, at the foot of a set's pages, which lesson and set they belong to, in case sheets come apart. */
function footOf(pageName: string, text: string): string {
  return `@page ${pageName} { @bottom-left { content: ${cssText(text)}; } }\n`;
}

/**
 * A text from outside as a CSS string, which is also safe inside a `<style>` element. Everything that is not a letter, a digit or a space is written as
 * its character number, so that nothing can end the string, the element or the line.
 */
export function cssText(text: string): string {
  const written = [...text].map((sign) =>
    /[\p{L}\p{M}\p{N} ]/u.test(sign) ? sign : `\\${(sign.codePointAt(0) ?? 0xfffd).toString(16)} `,
  );
  return `"${written.join("")}"`;
}
