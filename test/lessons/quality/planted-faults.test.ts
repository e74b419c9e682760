import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { checkVolume } from "../../../src/lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../../../src/lessons/quality/checked-lesson.ts";
import type { Check } from "../../../src/lessons/quality/finding.ts";
import { type Detect, loadDetector } from "../../../src/lessons/series/passages.ts";
import { paragraphsOf } from "../../../src/lessons/text/sentences.ts";
import { statusesOfWords } from "../../../src/lessons/words/story-words.ts";
import { readQuality } from "../../../src/plan/quality-checks.ts";
import { findLessonWords } from "../../../src/run/words.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { embeddedWriter } from "../../../src/story-service/writers/tell-story.ts";
import { sampleCourse } from "../../package/courses.ts";

const defaultQuality = readQuality();

/** What a lesson is written from. */
interface Order {
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

const wordsIn = (lang: string): readonly string[] => required[lang] ?? [];

/** The lesson that is ordered, without sound. */
async function writtenLesson(order: Order): Promise<LessonToCheck> {
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
    hasSound: false,
    times: null,
    sound: null,
    words: words.map(({ word }) => ({ word, found: "missing" })),
  });
}

/** A lesson with its words looked for in the text that it has. */
async function withText(lesson: LessonToCheck): Promise<LessonToCheck> {
  const words = lesson.words.map(({ word }) => ({ word, gloss: null }));
  const { lang, text } = lesson;
  const found = await findLessonWords(text, { words, lang, reader: "en" });
  return { ...lesson, words: statusesOfWords(words, found, languageOf(lang)) };
}

/** The lessons of a volume, all as they should be. */
async function goodVolume(lang: string, difficulty: number): Promise<LessonToCheck[]> {
  return Promise.all(topics.map((topic) => writtenLesson({ lang, difficulty, topic })));
}

const difficulty = 2;

const findingsIn = (lessons: readonly LessonToCheck[], detect: Detect | null) =>
  checkVolume("volume", lessons, {
    limits: defaultQuality,
    detect,
    headwords: null,
    reader: languageOf("en"),
  }).findings;

/** What spoils the first lesson of a volume; it knows the second, too. */
type Spoil = (lesson: LessonToCheck, second: LessonToCheck) => LessonToCheck | Promise<LessonToCheck>;

const rewritten =
  (change: (paragraphs: string[]) => readonly string[]): Spoil =>
  (lesson) =>
    withText({ ...lesson, text: change(paragraphsOf(lesson.text)).join("\n\n") });

const another =
  (order: { readonly lang?: string; readonly difficulty?: number }): Spoil =>
  async (lesson) => {
    const { title, text } = await writtenLesson({
      lang: lesson.lang,
      difficulty,
      topic: "The lighthouse",
      ...order,
    });
    return withText({ ...lesson, title, text });
  };

/** The second story once more, with some of its words changed. */
const twin =
  (changes: Readonly<Record<string, string>> = {}): Spoil =>
  (lesson, { text }) =>
    withText({
      ...lesson,
      text: Object.entries(changes).reduce((sum, [from, to]) => sum.replaceAll(from, to), text),
    });

const withoutWords =
  (count: number): Spoil =>
  (lesson) =>
    withText({
      ...lesson,
      text: wordsIn(lesson.lang)
        .slice(0, count)
        .reduce((sum, word) => sum.replaceAll(word, "pan"), lesson.text),
    });

const english =
  "In the afternoon the weather turned cold, and everybody went home early. Nobody had expected that the shop would be closed on such a day.";
const german =
  "Am Nachmittag wurde das Wetter kalt, und alle gingen früh nach Hause. Niemand hatte erwartet, dass der Laden an so einem Tag geschlossen war.";
const oneSentence = "She could not remember where she had left the little blue umbrella that morning.";
const refusal =
  "I'm sorry, but I can't help with that request. As a language model I am not able to write a story about this topic. Please try another one.";

const inserted = rewritten((p) => p.with(2, `${p[2]} ${oneSentence}`));
const otherWords = { petit: "grand", train: "bateau", vieux: "jeune" };
const reversed: Spoil = (lesson, { text }) =>
  withText({ ...lesson, text: paragraphsOf(text).reverse().join("\n\n") });

/** Faults that a text alone has, and the checks of which one should tell it. */
const textFaults: readonly (readonly [says: string, lang: string, told: readonly Check[], spoil: Spoil])[] = [
  ["a French story for a Spanish one", "es", ["language"], another({ lang: "fr" })],
  ["an English story for a German one", "de", ["language"], another({ lang: "en" })],
  ["a Spanish story for a Portuguese one", "pt", ["language"], another({ lang: "es" })],
  ["an English paragraph in an Italian story", "it", ["language"], rewritten((p) => p.with(3, english))],
  ["an English paragraph in a Russian story", "ru", ["language"], rewritten((p) => p.with(2, english))],
  ["a German paragraph in a Dutch story", "nl", ["language"], rewritten((p) => p.with(4, german))],
  ["one English sentence in a French story", "fr", ["language"], inserted],
  ["a refusal instead of a story", "pt", ["language", "length"], rewritten(() => [refusal])],
  ["the same story twice", "en", ["echo"], twin()],
  ["the same story with another market", "es", ["echo"], twin({ tren: "barco", noche: "tarde" })],
  ["the same story in other words here and there", "fr", ["echo"], twin(otherWords)],
  ["the same story with its paragraphs in another order", "it", ["echo"], reversed],
  ["the title of another lesson", "nl", ["title"], (lesson, { title }) => ({ ...lesson, title })],
  ["level 8 in a volume of level 2, Spanish", "es", ["level"], another({ difficulty: 8 })],
  ["level 8 in a volume of level 2, German", "de", ["level"], another({ difficulty: 8 })],
  ["level 6 in a volume of level 2, English", "en", ["level"], another({ difficulty: 6 })],
  ["level 10 in a volume of level 2, French", "fr", ["level"], another({ difficulty: 10 })],
  ["a required word missing, Spanish", "es", ["missing"], withoutWords(1)],
  ["two required words missing, Italian", "it", ["missing"], withoutWords(2)],
  ["a required word missing, Russian", "ru", ["missing"], withoutWords(1)],
  ["a third of a story", "de", ["length"], rewritten((p) => p.slice(0, 3))],
  [
    "a story that breaks off",
    "en",
    ["brokenOff"],
    rewritten((p) => p.with(-1, (p.at(-1) ?? "").slice(0, -25))),
  ],
  [
    "a paragraph over and over",
    "ru",
    ["repeats"],
    rewritten((p) => [...p.slice(0, 4), ...Array(4).fill(p[3])]),
  ],
];

it("the quality gate finds at least 21 of 23 faults planted in texts, and nothing in 99 of 100 good lessons", async () => {
  const detect = await loadDetector();
  const check = (lessons: readonly LessonToCheck[]) => findingsIn(lessons, detect);
  const volumes = new Map<string, LessonToCheck[]>();
  for (const lang of ["es", "fr", "de", "en", "it", "nl", "pt", "ru"])
    volumes.set(lang, await goodVolume(lang, difficulty));
  const missed: string[] = [];
  for (const [says, lang, wanted, spoil] of textFaults) {
    const volume = volumes.get(lang) ?? [];
    const [lesson, second] = volume as [LessonToCheck, LessonToCheck];
    const spoilt = await spoil(lesson, second);
    const told = check([spoilt, ...volume.slice(1)]).filter(({ job }) => job === spoilt.job);
    if (!told.some(({ check }) => wanted.includes(check))) missed.push(says);
  }
  expect(textFaults).toHaveLength(23);
  expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(2);
  const good = [...volumes.values()];
  expect(good.flat()).toHaveLength(80);
  // The offline writer has three plots, and stories of the same one share a third and more: that is found, and no false alarm.
  const others = good.flatMap(check).filter((each) => each.check !== "echo" || each.share <= 0.25);
  expect(others.map(({ job, check }) => `${job} ${check}`)).toEqual([]);
});

const packs = new URL("../../../src/story-service/writers/stories/", import.meta.url);

const echoesIn = (lessons: readonly LessonToCheck[]) =>
  findingsIn(lessons, null).filter(({ check }) => check === "echo");

interface Pack {
  readonly codes: readonly string[];
  readonly present: {
    readonly plots: readonly { readonly kind: string; readonly titles: readonly string[] }[];
  };
}

/** The plot of a story, by its title: the texts of a title's pattern that stand between its places. */
function plotOf(title: string, { present }: Pack): string | null {
  const [best] = present.plots
    .map(({ kind, titles }) => {
      const texts = titles.flatMap((pattern) =>
        pattern.split(/\{\w\}|[<>|[\]/+~:,]/u).map((text) => text.trim()),
      );
      const found = texts.filter((text) => text.length > 3 && title.includes(text));
      return { kind, length: Math.max(0, ...found.map((text) => text.length)) };
    })
    .sort((a, b) => b.length - a.length);
  return best === undefined || best.length === 0 ? null : best.kind;
}

describe("stories that repeat others", () => {
  test("are found where most of the volume does, and not only where few do", async () => {
    const course = await sampleCourse("graded-readers");
    const german = course.lessons.filter(({ lang, difficulty }) => lang === "de" && difficulty === 4);
    const lessons = await Promise.all(
      german.map(async ({ topic, text, title, job }) => {
        const order = { lang: "de", difficulty: 4, topic: topic ?? "" };
        return { ...(await writtenLesson(order)), job, title, text };
      }),
    );
    const found = echoesIn(lessons);
    expect(found.map(({ job }) => job)).toEqual(german.map(({ job }) => job));
    expect(found).toHaveLength(4);
    for (const each of found) expect(each.check === "echo" && each.share).toBeGreaterThan(0.36);
  });

  test("are no false alarm among a hundred good lessons, three of different plots to a volume", async () => {
    let [good, alarms] = [0, 0];
    for (const file of await readdir(packs)) {
      const pack = parse(await readFile(new URL(file, packs), "utf8")) as Pack;
      const [lang = ""] = pack.codes;
      for (const difficulty of [2, 4, 8]) {
        const byPlot = new Map<string, LessonToCheck>();
        for (let number = 1; byPlot.size < 3 && number < 40; number += 1) {
          const lesson = await writtenLesson({ lang, difficulty, topic: `Walk number ${number}` });
          const plot = plotOf(lesson.title ?? "", pack);
          if (plot !== null && !byPlot.has(plot)) byPlot.set(plot, lesson);
        }
        good += byPlot.size;
        alarms += echoesIn([...byPlot.values()]).length;
      }
    }
    expect(good).toBeGreaterThanOrEqual(100);
    expect(alarms).toBeLessThanOrEqual(1);
  });
});
