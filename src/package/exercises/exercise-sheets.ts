import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { LessonParagraph, LessonWord } from "../contents/lesson-words.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { cloze } from "./cloze.ts";
import { dictation } from "./dictation.ts";
import type { Exercise, ExerciseSheet, SheetVersion } from "./exercise.ts";
import { firstLetter } from "./first-letter.ts";
import { type ChosenGap, type GapWord, listedGaps, storyGaps } from "./gaps.ts";
import { type HeardAt, unseenSentences } from "./heard-sentences.ts";
import { letterScramble } from "./letter-scramble.ts";
import { listeningCloze } from "./listening-cloze.ts";
import { matching } from "./matching.ts";
import { sentenceOrder } from "./sentence-order.ts";
import { type Story, storyOf } from "./story.ts";
import { wordOrder } from "./word-order.ts";

export interface ExerciseSource {
  /** The course's id. It seeds every choice together with the job, so that an unchanged text has the same sheets in every edition. */
  readonly course: string;
  readonly job: string;
  readonly paragraphs: readonly LessonParagraph[];
  readonly words: readonly LessonWord[];
  readonly language: LanguageFacts;
  /** The language of the glosses. */
  readonly reader: LanguageFacts;
  readonly title: string;
  /** When to play a sentence alone; null if its times are not certain enough. */
  readonly heardAt: HeardAt;
}

const versions: readonly SheetVersion[] = ["A", "B"];

/**
 * Makes the exercises of a lesson, in several versions, from its text and words. Deterministic. Every gap has exactly one answer in the story;
 * a sheet asks for nothing that it shows elsewhere, and for nothing twice. Pure.
 */
export function exerciseSheets(source: ExerciseSource): ExerciseSheet[] {
  const story = storyOf(source, source.language);
  const gaps = { listed: listedGaps(story), others: storyGaps(story), story };
  return versions.map((version) => {
    const chance = (kind: Exercise["kind"]) =>
      chanceOf([source.course, source.job, version, kind].join("\n"));
    const { reader, title, heardAt } = source;
    const read = exercisesOf(gaps, { chance, reader });
    // Last, so that the other exercises stay the same when the lesson's times are found.
    const listening = listeningOf(gaps, { ...{ chance, title, heardAt }, sheet: read });
    return { version, exercises: [...read.exercises, ...listening] };
  });
}

interface Gaps {
  readonly listed: readonly GapWord[];
  readonly others: readonly GapWord[];
  readonly story: Story;
}

interface SheetSource {
  readonly chance: (kind: Exercise["kind"]) => Chance;
  readonly reader: LanguageFacts;
}

interface ReadSheet {
  readonly exercises: readonly Exercise[];
  readonly cloze: readonly ChosenGap[];
}

function exercisesOf(gaps: Gaps, { chance, reader }: SheetSource): ReadSheet {
  const { story, listed, others } = gaps;
  const banked = cloze(gaps, chance("cloze"));
  const all = [
    matching(story, reader, chance("matching")),
    banked?.exercise ?? null,
    firstLetter([...listed, ...others], {
      cloze: banked?.gaps ?? [],
      story,
      chance: chance("first-letter"),
    }),
    letterScramble({ story, others }, chance("letter-scramble")),
    wordOrder(story, chance("word-order")),
    sentenceOrder(story, chance("sentence-order")),
  ];
  return { exercises: all.filter((exercise) => exercise !== null), cloze: banked?.gaps ?? [] };
}

interface ListeningSource extends Pick<SheetSource, "chance">, Pick<ExerciseSource, "title" | "heardAt"> {
  readonly sheet: ReadSheet;
}

function listeningOf(gaps: Gaps, { chance, title, heardAt, sheet }: ListeningSource): Exercise[] {
  const { story, listed, others } = gaps;
  const heard = unseenSentences(story, { exercises: sheet.exercises, title, heardAt });
  const filled = listeningCloze([...listed, ...others], {
    ...{ story, heard, chance: chance("listening-cloze") },
    asked: sheet.cloze,
  });
  const left = new Map(heard);
  for (const { sentence } of filled?.sentences ?? []) left.delete(sentence);
  const written = dictation(story, left, chance("dictation"));
  return [filled?.exercise ?? null, written].filter((exercise) => exercise !== null);
}
