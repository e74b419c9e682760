import type { LessonToCheck } from "../../../../src/lessons/quality/checked-lesson.ts";
import type { Check } from "../../../../src/lessons/quality/finding.ts";
import { paragraphsOf } from "../../../../src/lessons/text/sentences.ts";
import { withText, wordsIn, writtenLesson } from "./good-lessons.ts";

/** A lesson of a volume that is spoilt, and the checks of which one should tell it. */
export interface TextFault {
  readonly says: string;
  readonly lang: string;
  readonly told: readonly Check[];
  /** The spoilt lesson in place of the first of `volume`. */
  readonly spoil: (volume: readonly LessonToCheck[]) => LessonToCheck | Promise<LessonToCheck>;
}

const first = ([lesson]: readonly LessonToCheck[]): LessonToCheck => lesson as LessonToCheck;

/** Its paragraphs changed. */
const rewritten = (
  volume: readonly LessonToCheck[],
  change: (paragraphs: string[]) => readonly string[],
): Promise<LessonToCheck> => {
  const lesson = first(volume);
  return withText({ ...lesson, text: change(paragraphsOf(lesson.text)).join("\n\n") });
};

/** The same story in another language. */
const inLanguage = async (volume: readonly LessonToCheck[], lang: string): Promise<LessonToCheck> => {
  const lesson = first(volume);
  const other = await writtenLesson({ lang, difficulty: 2, topic: "The lighthouse" });
  return withText({ ...lesson, title: other.title, text: other.text });
};

const atLevel = async (volume: readonly LessonToCheck[], difficulty: number): Promise<LessonToCheck> => {
  const lesson = first(volume);
  const other = await writtenLesson({ lang: lesson.lang, difficulty, topic: "The lighthouse" });
  return withText({ ...lesson, title: other.title, text: other.text });
};

/** The second story once more, with some of its words changed. */
const twin = (
  volume: readonly LessonToCheck[],
  changes: readonly (readonly [string, string])[],
): Promise<LessonToCheck> => {
  const [lesson, other] = volume as readonly [LessonToCheck, LessonToCheck];
  const text = changes.reduce((sum, [from, to]) => sum.replaceAll(from, to), other.text);
  return withText({ ...lesson, text });
};

const englishParagraph =
  "In the afternoon the weather turned cold, and everybody went home early. Nobody had expected that the shop would be closed on such a day.";
const germanParagraph =
  "Am Nachmittag wurde das Wetter kalt, und alle gingen früh nach Hause. Niemand hatte erwartet, dass der Laden an so einem Tag geschlossen war.";
const englishSentence = "She could not remember where she had left the little blue umbrella that morning.";
const refusal =
  "I'm sorry, but I can't help with that request. As a language model I am not able to write a story about this topic. Please try another one.";

const withoutWords = (volume: readonly LessonToCheck[], count: number): Promise<LessonToCheck> => {
  const gone = wordsIn(first(volume).lang).slice(0, count);
  return rewritten(volume, (paragraphs) =>
    paragraphs.map((text) => gone.reduce((sum, word) => sum.replaceAll(word, "pan"), text)),
  );
};

/** Faults that a text alone has. */
export const textFaults: readonly TextFault[] = [
  {
    says: "a French story for a Spanish one",
    lang: "es",
    told: ["language"],
    spoil: (v) => inLanguage(v, "fr"),
  },
  {
    says: "an English story for a German one",
    lang: "de",
    told: ["language"],
    spoil: (v) => inLanguage(v, "en"),
  },
  {
    says: "a Spanish story for a Portuguese one",
    lang: "pt",
    told: ["language"],
    spoil: (v) => inLanguage(v, "es"),
  },
  {
    says: "a paragraph in English in an Italian story",
    lang: "it",
    told: ["language"],
    spoil: (v) => rewritten(v, (p) => p.with(3, englishParagraph)),
  },
  {
    says: "a paragraph in English in a Russian story",
    lang: "ru",
    told: ["language"],
    spoil: (v) => rewritten(v, (p) => p.with(2, englishParagraph)),
  },
  {
    says: "a paragraph in German in a Dutch story",
    lang: "nl",
    told: ["language"],
    spoil: (v) => rewritten(v, (p) => p.with(4, germanParagraph)),
  },
  {
    says: "one sentence in English in a French story",
    lang: "fr",
    told: ["language"],
    spoil: (v) => rewritten(v, (p) => p.with(2, `${p[2]} ${englishSentence}`)),
  },
  {
    says: "a refusal instead of a story",
    lang: "pt",
    told: ["language", "length"],
    spoil: (v) => withText({ ...first(v), text: refusal }),
  },
  { says: "the same story twice", lang: "en", told: ["echo"], spoil: (v) => twin(v, []) },
  {
    says: "the same story with another market",
    lang: "es",
    told: ["echo"],
    spoil: (v) =>
      twin(v, [
        ["tren", "barco"],
        ["noche", "tarde"],
      ]),
  },
  {
    says: "the same story in other words here and there",
    lang: "fr",
    told: ["echo"],
    spoil: (v) =>
      twin(v, [
        ["petit", "grand"],
        ["train", "bateau"],
        ["vieux", "jeune"],
      ]),
  },
  {
    says: "the same story with its paragraphs in another order",
    lang: "it",
    told: ["echo"],
    spoil: ([lesson, other]) =>
      withText({
        ...(lesson as LessonToCheck),
        text: paragraphsOf(other?.text ?? "")
          .reverse()
          .join("\n\n"),
      }),
  },
  {
    says: "the title of another lesson",
    lang: "nl",
    told: ["title"],
    spoil: ([lesson, other]) => ({ ...(lesson as LessonToCheck), title: other?.title ?? "" }),
  },
  {
    says: "level 8 in a volume of level 2, Spanish",
    lang: "es",
    told: ["level"],
    spoil: (v) => atLevel(v, 8),
  },
  {
    says: "level 8 in a volume of level 2, German",
    lang: "de",
    told: ["level"],
    spoil: (v) => atLevel(v, 8),
  },
  {
    says: "level 6 in a volume of level 2, English",
    lang: "en",
    told: ["level"],
    spoil: (v) => atLevel(v, 6),
  },
  {
    says: "level 10 in a volume of level 2, French",
    lang: "fr",
    told: ["level"],
    spoil: (v) => atLevel(v, 10),
  },
  {
    says: "a required word missing, Spanish",
    lang: "es",
    told: ["missing"],
    spoil: (v) => withoutWords(v, 1),
  },
  {
    says: "two required words missing, Italian",
    lang: "it",
    told: ["missing"],
    spoil: (v) => withoutWords(v, 2),
  },
  {
    says: "a required word missing, Russian",
    lang: "ru",
    told: ["missing"],
    spoil: (v) => withoutWords(v, 1),
  },
  {
    says: "a third of a story",
    lang: "de",
    told: ["length"],
    spoil: (v) => rewritten(v, (p) => p.slice(0, 3)),
  },
  {
    says: "a story that breaks off",
    lang: "en",
    told: ["brokenOff"],
    spoil: (v) => rewritten(v, (p) => [...p.slice(0, -1), (p.at(-1) ?? "").slice(0, -25)]),
  },
  {
    says: "a paragraph over and over",
    lang: "ru",
    told: ["repeats"],
    spoil: (v) => rewritten(v, (p) => [...p.slice(0, 4), ...Array<string>(4).fill(p[3] ?? "")]),
  },
];
