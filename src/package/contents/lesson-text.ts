import { paragraphsOf } from "../../lessons/text/paragraphs.ts";
import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";
import type { ExerciseSheet } from "../exercises/exercise.ts";
import { exerciseSheets } from "../exercises/exercise-sheets.ts";
import { heardAlone } from "../sentence-sounds/heard-alone.ts";
import type { Course, LessonSource } from "./course.ts";
import { type LessonParagraph, type LessonWord, lessonWords } from "./lesson-words.ts";
import { type TextDirection, textDirection } from "./text-direction.ts";
import { type TextSize, textSize } from "./text-size.ts";

/** A lesson's text, and what is derived from it for whoever reads it. */
export interface LessonText {
  readonly title: string;
  /** Its topic; empty if it only repeats the title. */
  readonly subtitle: string;
  readonly language: LanguageFacts;
  readonly direction: TextDirection;
  readonly size: TextSize;
  readonly paragraphs: readonly LessonParagraph[];
  readonly words: readonly LessonWord[];
  /** Versions A and B; the same items in every format. Derived when they are first asked for: they take twenty times as long as all else. */
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
export function lessonText(source: LessonSource, course: Pick<Course, "course" | "reader">): LessonText {
  const language = languageOf(source.lang);
  const reader = languageOf(course.reader);
  const topic = cleanLine(source.topic);
  const title = titleOf(source);
  const { words, paragraphs } = lessonWords(paragraphsOf(source.text), source, { language, reader });
  let sheets: readonly ExerciseSheet[] | null = null;
  const exercises = (): readonly ExerciseSheet[] => {
    if (sheets !== null) return sheets;
    const { times = null, corrected = null, book } = source;
    const heardAt = heardAlone({ times, corrected, book: book && { sound: book }, paragraphs });
    const seed = { course: course.course, job: source.job, title };
    sheets = exerciseSheets({ ...seed, paragraphs, words, language, heardAt, reader });
    return sheets;
  };
  return {
    title,
    subtitle: topic === title ? "" : topic,
    language,
    direction: textDirection(source.text, language),
    size: textSize(source.text, language),
    paragraphs,
    words,
    exercises,
  };
}
