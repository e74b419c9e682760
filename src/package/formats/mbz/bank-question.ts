import { sha256 } from "../../../shared/hash.ts";
import { type Markup, markup } from "../../../shared/html.ts";
import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { labelled } from "../../pages/labelled.ts";
import type { LessonPart } from "../../quiz/lesson-markup.ts";
import { titleOf } from "../../quiz/question-markup.ts";
import type { HeardSounds } from "../../sentence-sounds/heard-sounds.ts";
import type { Gap } from "../moodle/cloze-code.ts";
import { exerciseText, gapsOf } from "../moodle/exercise-text.ts";
import { nameFor } from "./names.ts";

/** An exercise as a question of the bank: its text, with a number where each gap belongs, and a question of its own for each gap. */
export interface BankQuestion {
  readonly id: number;
  readonly name: string;
  /** The same for the same question in every release, so that a second restore finds it instead of adding it again. */
  readonly stamp: string;
  readonly text: Markup;
  readonly gaps: readonly (Gap & { readonly id: number })[];
}

interface Asked extends LessonPart {
  readonly sheet: ExerciseSheet;
  readonly heard: HeardSounds;
}

/** Numbers the questions of a backup. */
export class QuestionNumbers {
  #last = 0;

  question(exercise: Exercise, { sheet, heard, ...part }: Asked): BankQuestion {
    const { lesson, strings } = part;
    const asking = {
      ...part,
      soundOf: (item: Parameters<HeardSounds["soundOf"]>[0]) => heard.soundOf(item)?.name ?? null,
    };
    const kind = titleOf(exercise.kind, strings);
    const name = nameFor(`${lesson.number}${sheet.version}. ${labelled(kind, lesson.title, strings)}`);
    const text = exerciseText(exercise, asking, (_, number) => markup(`{#${number}}`));
    const gaps = gapsOf(exercise, asking);
    return {
      id: this.#next(),
      name,
      text,
      stamp: stampOf(lesson.job, name, text.toString(), gaps),
      gaps: gaps.map((gap) => ({ ...gap, id: this.#next() })),
    };
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }
}

/** Identifies something of the question bank by what it is. */
export function stampOf(...facts: readonly unknown[]): string {
  return `coursebinder+${sha256(JSON.stringify(facts)).slice(0, 32)}`;
}
