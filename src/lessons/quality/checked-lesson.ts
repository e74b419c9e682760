import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import type { SavedAlignment } from "../align/alignment.ts";
import { scriptOf } from "../align/script.ts";
import type { SoundMeasures } from "../recording/sound-measures.ts";
import { runningWords } from "../text/running-words.ts";
import type { StoryText } from "../text/story-text.ts";
import type { WordStatus } from "../words/occurrence.ts";
import type { Spot } from "./finding.ts";

export interface LessonToCheck extends StoryText {
  readonly job: string;
  readonly lang: string;
  readonly difficulty: number;
  /** `short`, `medium` or `long`. */
  readonly length: string;
  readonly words: readonly { readonly word: string; readonly found: WordStatus }[];
  readonly hasSound: boolean;
  /** Null if the recording has not been aligned yet. */
  readonly times: SavedAlignment | null;
  /** Null if there is no recording, or it could not be decoded. */
  readonly sound: SoundMeasures | null;
}

/** A lesson, with derived facts that several checks need. */
export interface CheckedLesson extends LessonToCheck {
  readonly language: LanguageFacts;
  readonly sentences: readonly { readonly text: string; readonly paragraph: number }[];
  readonly running: number;
  /** The place of a sentence, by its number from 0. */
  readonly spot: (sentence: number) => Spot;
  /** The sentence that is spoken at a moment of the recording; null if unknown. */
  readonly sentenceAt: (ms: number) => number | null;
}

/** Divides a lesson's text into sentences, each with its start time in the recording. */
export function checkedLesson(lesson: LessonToCheck): CheckedLesson {
  const language = languageOf(lesson.lang);
  const sentences = scriptOf(lesson, language).sentences;
  const startOf = new Map(
    lesson.times?.sentences.map(({ paragraph, from, startMs }) => [`${paragraph}:${from}`, startMs]),
  );
  const starts = sentences.map(({ paragraph, from }) => startOf.get(`${paragraph}:${from}`) ?? null);
  return {
    ...lesson,
    language,
    sentences,
    running: runningWords(lesson.text, language).length,
    spot: (sentence) => ({
      sentence,
      text: onOneLine(sentences[sentence]?.text ?? ""),
      atMs: starts[sentence] ?? null,
    }),
    sentenceAt: (ms) => {
      const at = starts.findLastIndex((start) => start !== null && start <= ms);
      return at === -1 ? null : at;
    },
  };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
