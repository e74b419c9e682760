import { sha256 } from "../../../shared/hash.ts";
import { type Markup, markup } from "../../../shared/html.ts";
import { shorten } from "../../../shared/text.ts";
import type { View } from "../../contents/contents.ts";
import type { Course } from "../../contents/course.ts";
import { plainName } from "../../contents/plain-name.ts";
import type { Exercise, HeardItem, SheetVersion } from "../../exercises/exercise.ts";
import { labelled } from "../../locales/locale.ts";
import { platformText } from "../../quiz/lesson-markup.ts";
import type { Question } from "../../quiz/question.ts";
import type { HeardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import type { TemplateValues } from "../../template.ts";
import { exerciseText, gapCode, gapsOf, spellingsFor } from "../moodle/exercise-text.ts";

// Moodle's columns for names. A longer one ends the restore with an error of the database.
const longestName = 255;

/** A name of a section, an activity, a question or a category: plain, and no longer than Moodle allows. */
export function nameFor(name: string): string {
  return shorten(plainName(name), longestName);
}

/** An exercise as a question of the bank: its text, with a number where each gap belongs, and a question of its own for each gap. */
export interface BankQuestion {
  readonly id: number;
  readonly name: string;
  readonly text: Markup;
  readonly gaps: readonly Gap[];
}

type Gap = Question & { readonly id: number };

interface QuestionPlace extends View {
  readonly version: SheetVersion;
  readonly heard: HeardSounds;
  /** The number of the next question. */
  readonly next: () => number;
}

export function bankQuestion(
  exercise: Exercise,
  { version, heard, next, ...view }: QuestionPlace,
): BankQuestion {
  const { lesson, strings } = view;
  const asking = { ...view, soundOf: (item: HeardItem) => heard.soundOf(item)?.name ?? null };
  const kind = strings.exercises.kinds[exercise.kind].title;
  return {
    id: next(),
    name: nameFor(`${lesson.number}${version}. ${labelled(kind, lesson.title, strings)}`),
    text: exerciseText(exercise, asking, (_, number) => markup(`{#${number}}`)),
    gaps: gapsOf(exercise, asking).map((gap) => ({ ...gap, id: next() })),
  };
}

/** Identifies something in the question bank by its properties: a second restore finds it instead of adding it again. */
export function stampOf(...facts: readonly unknown[]): string {
  return `coursebinder+${sha256(JSON.stringify(facts)).slice(0, 32)}`;
}

/** A question's entry in the bank, and those of its gaps, which Moodle keeps beside it. */
export function entriesOf(
  { id, gaps, text, name }: BankQuestion,
  job: string,
  course: Course,
): TemplateValues[] {
  const numberless = gaps.map(({ id: _, ...gap }) => gap);
  const stamp = stampOf(job, name, text.toString(), numberless);
  const whole = {
    id,
    parent: 0,
    name,
    text: text.toString(),
    mark: gaps.length,
    penalty: "0.3333333",
    stamp,
    kind: "multianswer",
    sequence: gaps.map((gap) => gap.id).join(","),
    answers: [],
    isTyped: false,
    isChosen: false,
  };
  const parts = gaps.map((gap, index) => ({
    id: gap.id,
    parent: id,
    name,
    text: gapCode(gap, course).toString(),
    mark: 1,
    penalty: "0.0000000",
    stamp: stampOf(stamp, index),
    kind: gap.kind === "fill" ? "shortanswer" : "multichoice",
    sequence: null,
    answers: answersTo(gap, course),
    isTyped: gap.kind === "fill",
    isChosen: gap.kind === "choice",
  }));
  return [whole, ...parts];
}

// More answers than this to one gap are not asked for.
const mostAnswers = 1_000;

// The answers are in one of two of Moodle's formats, plain text or HTML. Moodle takes `*` for a wildcard in what is typed, unless it is escaped.
function answersTo(gap: Gap, course: Course): TemplateValues[] {
  const answers =
    gap.kind === "fill"
      ? spellingsFor(gap, course).map(({ text, points }) => ({
          text: text.replaceAll("*", "\\*"),
          format: 0,
          points,
        }))
      : gap.choices.map((choice, index) => ({
          text: platformText(choice).toString(),
          format: 1,
          points: index === gap.right ? 1 : 0,
        }));
  return answers.map(({ text, format, points }, index) => ({
    id: gap.id * mostAnswers + index,
    text,
    format,
    fraction: points.toFixed(7),
  }));
}
