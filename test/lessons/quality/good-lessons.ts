import type { LessonToCheck } from "../../../src/lessons/quality/checked-lesson.ts";
import { statusesOfWords } from "../../../src/lessons/words/story-words.ts";
import { findLessonWords } from "../../../src/run/words.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { embeddedWriter } from "../../../src/story-service/writers/tell-story.ts";

/** What a lesson is written from. */
export interface Order {
  readonly lang: string;
  readonly difficulty: number;
  readonly topic: string;
}

const topics = [
  "A morning at the market",
  "The night train",
  "A lost key",
  "Rain in the mountains",
  "The old bridge",
  "A letter from far away",
  "The football match",
  "My grandmother's kitchen",
  "The library",
  "A trip to the sea",
];

/** Words that a story of the offline writer has only because it is asked for them. */
const required: Readonly<Record<string, readonly string[]>> = {
  es: ["zanahoria", "paraguas", "bufanda"],
  fr: ["carotte", "parapluie", "écharpe"],
  de: ["Karotte", "Regenschirm", "Schal"],
  en: ["carrot", "umbrella", "scarf"],
  it: ["carota", "ombrello", "sciarpa"],
  nl: ["wortel", "paraplu", "sjaal"],
  pt: ["cenoura", "guarda-chuva", "cachecol"],
  ru: ["морковь", "зонтик", "шарф"],
};

export const wordsIn = (lang: string): readonly string[] => required[lang] ?? [];

/** The lesson that is ordered, without sound. */
export async function writtenLesson(order: Order): Promise<LessonToCheck> {
  const { lang, difficulty, topic } = order;
  const words = wordsIn(lang).map((word) => ({ word, gloss: null }));
  const asked = { topic, lang, difficulty, length: "short", words } as const;
  const { title, text } = await embeddedWriter.write({
    ...asked,
    genre: "slice_of_life",
    form: "third_person",
  });
  return withText({
    job: `${topic}.${lang}.${difficulty}`,
    lang,
    difficulty,
    length: "short",
    title,
    text,
    genre: "slice_of_life",
    form: "third_person",
    hasSound: false,
    times: null,
    sound: null,
    words: words.map(({ word }) => ({ word, found: "missing" })),
  });
}

/** A lesson with its words looked for in the text that it has. */
export async function withText(lesson: LessonToCheck): Promise<LessonToCheck> {
  const words = lesson.words.map(({ word }) => ({ word, gloss: null }));
  const { lang, text } = lesson;
  const found = await findLessonWords(text, { words, lang, reader: "en" });
  return { ...lesson, words: statusesOfWords(words, found, languageOf(lang)) };
}

/** The lessons of a volume, all as they should be. */
export async function goodVolume(lang: string, difficulty: number): Promise<LessonToCheck[]> {
  return Promise.all(topics.map((topic) => writtenLesson({ lang, difficulty, topic })));
}
