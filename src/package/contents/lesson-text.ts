import { runningWords } from "../../lessons/text/running-words.ts";
import { paragraphsOf } from "../../lessons/text/sentences.ts";
import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import type { Ruby } from "../../shared/languages/ruby.ts";
import { remembered } from "../../shared/remembered.ts";
import { cleanLine } from "../../shared/text.ts";
import type { ExerciseSheet } from "../exercises/exercise.ts";
import { editedSheets, exerciseSheets } from "../exercises/exercise-sheets.ts";
import { asOneSheet, roomOn } from "../exercises/one-sheet.ts";
import type { Course, LessonSource } from "./course.ts";
import {
  type LessonParagraph,
  type LessonWord,
  lessonWords,
  type TextDirection,
  textDirection,
} from "./lesson-words.ts";
import { heardAlone } from "./read-along.ts";

/** A lesson's text, and the data derived from it. */
export interface LessonText {
  readonly title: string;
  /** What is shown above its title. */
  readonly titleReadings: readonly Ruby[];
  /** Its topic; empty if it only repeats the title. */
  readonly subtitle: string;
  readonly language: LanguageFacts;
  readonly direction: TextDirection;
  readonly size: TextSize;
  readonly paragraphs: readonly LessonParagraph[];
  readonly words: readonly LessonWord[];
  /** Versions A and B, the same in every format; without one that has no exercises. Derived when they are first asked for: they take twenty times as long as all else. */
  readonly exercises: () => readonly ExerciseSheet[];
}

/** A lesson's title; its topic if the story has none. Pure. */
export function titleOf({
  title,
  topic,
  topicId,
}: Pick<LessonSource, "title" | "topic" | "topicId">): string {
  return cleanLine(title ?? "") || cleanLine(topic) || topicId;
}

/** What a lesson's readers see. Pure. */
export function lessonText(
  source: LessonSource,
  course: Pick<Course, "course" | "reader" | "paper">,
): LessonText {
  const language = languageOf(source.lang);
  const reader = languageOf(course.reader);
  const topic = cleanLine(source.topic);
  const title = titleOf(source);
  const { words, paragraphs } = lessonWords(paragraphsOf(source.text), source, { language, reader });
  let sheets: readonly ExerciseSheet[] | null = null;
  const exercises = (): readonly ExerciseSheet[] => {
    if (sheets !== null) return sheets;
    const { times = null, corrected = null, book: sound } = source;
    const heardAt = heardAlone({ times, corrected, sound, paragraphs });
    const { questions = [], edited = [] } = source;
    const seed = { course: course.course, job: source.job, title, questions };
    const drafted = exerciseSheets({ ...seed, paragraphs, words, language, heardAt, reader });
    // What editors have seen is what is on the sheet: nothing moves up in the place of what they leave out.
    const whole = editedSheets(asOneSheet(drafted, roomOn(course.paper, title)), edited, language);
    sheets = whole.filter(({ exercises: made }) => made.length > 0);
    return sheets;
  };
  return {
    title,
    titleReadings: source.readings?.title ?? [],
    subtitle: topic === title ? "" : topic,
    language,
    direction: textDirection(source.text, language),
    size: textSize(source.text, language),
    paragraphs,
    words,
    exercises,
  };
}

/** Whether anything in a lesson has a reading above it. */
export function showsReadings({ titleReadings, paragraphs, words }: LessonText): boolean {
  const isRead = words.some(({ reading }) => reading !== undefined);
  return isRead || titleReadings.length > 0 || paragraphs.some(({ readings = [] }) => readings.length > 0);
}

/** Whether any of some lessons has readings. Every page of a volume asks it of all of them. */
export const haveReadings: (lessons: readonly LessonText[]) => boolean = remembered(
  (lessons: readonly LessonText[]) => lessons.some(showsReadings),
  new WeakMap(),
);

/** The length of a text, in the unit in which its language is counted. */
interface TextSize {
  readonly unit: "words" | "characters";
  readonly count: number;
  /** Minutes that a learner needs to read it once, at least 1. */
  readonly minutes: number;
}

// Fluent extensive reading is 150 to 200 words per minute; a fluent learner is a little slower.
const wordsPerMinute = 120;
const charactersPerMinute = 200;

/** Counts words if the language separates them by spaces; otherwise, counts letters and digits. */
export function textSize(text: string, language: Pick<LanguageFacts, "spaces">): TextSize {
  const unit = language.spaces ? "words" : "characters";
  const count = runningWords(text, language).length;
  const rate = language.spaces ? wordsPerMinute : charactersPerMinute;
  return { unit, count, minutes: Math.max(1, Math.round(count / rate)) };
}
