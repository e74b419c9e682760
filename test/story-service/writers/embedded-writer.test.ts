import { describe, expect, it } from "vitest";
import { cleanText } from "../../../src/shared/text.ts";
import { packNames } from "../../../src/story-service/writers/language-pack.ts";
import { embeddedWriter } from "../../../src/story-service/writers/tell-story.ts";
import { likeness, mean, order, sentencesOf, wordCount, wordsToUse } from "./fixtures.ts";

const languages = packNames();
const difficulties = [1, 4, 7, 10];
const lengths = ["short", "medium", "long"] as const;
const forms = [null, "interview", "working_day", "first_person"];
const topics = ["Trains", "El mar", "Winter in the mountains", "パン", "A letter to a friend"];

/** Least and most words of a story without required words. At 1 and 5 sentences are shortest, and a long story runs out of them first. */
const bands = { short: [240, 430], medium: [680, 990], long: [1000, 2100] } as const;

/**
 * Arabic writes articles, pronouns and "and" into the word: the same story has a quarter fewer. Chinese and Russian have no articles at
 * all. A dictionary cuts Chinese and Japanese into smaller pieces than a reader would.
 */
const fewerWords: Readonly<Record<string, number>> = { ar: 0.7, zh: 0.9, ru: 0.75 };

const moreWords: Readonly<Record<string, number>> = { zh: 1.1, ja: 1.2 };

/** Every combination. */
const every = <A, B, C>(as: readonly A[], bs: readonly B[], cs: readonly C[]): [A, B, C][] =>
  as.flatMap((a) => bs.flatMap((b) => cs.map((c): [A, B, C] => [a, b, c])));

describe.each(languages)("the embedded writer in %s", (lang) => {
  it("uses every required word exactly as given, at every difficulty, length and form", async () => {
    const words = wordsToUse(20);
    for (const [difficulty, length, form] of every(difficulties, lengths, forms)) {
      const { text } = await embeddedWriter.write(order({ lang, difficulty, length, form, words }));
      const missing = words.filter(({ word }) => !text.normalize("NFC").includes(word.normalize("NFC")));
      expect(missing, `${difficulty} ${length} ${form}`).toEqual([]);
    }
  });

  it("repeats no sentence and leaves no notation behind", async () => {
    for (const [difficulty, form, topic] of every([1, 3, 4, 5, 7, 10], forms, topics.slice(0, 3))) {
      const story = await embeddedWriter.write(order({ lang, difficulty, length: "long", form, topic }));
      const sentences = sentencesOf(story.text);
      const repeated = sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index);
      expect(repeated, `${difficulty} ${form} ${topic}`).toEqual([]);
      expect(`${story.title}\n${story.text}`).not.toMatch(/[{}<>|[\]~^@+_]|undefined|\s,|,\.|\.\.| {2}/u);
    }
  });

  it("keeps the requested length", async () => {
    for (const [difficulty, length, topic] of every([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], lengths, topics)) {
      const { text } = await embeddedWriter.write(order({ lang, difficulty, length, topic }));
      const [least, most] = bands[length];
      const count = wordCount(text);
      expect(count, `${difficulty} ${length} ${topic}`).toBeGreaterThan(least * (fewerWords[lang] ?? 1));
      expect(count, `${difficulty} ${length} ${topic}`).toBeLessThan(most * (moreWords[lang] ?? 1));
    }
  });

  it("writes longer sentences for higher difficulties", async () => {
    const means: number[] = [];
    for (const difficulty of difficulties) {
      const stories = await Promise.all(
        topics.map((topic) => embeddedWriter.write(order({ lang, difficulty, length: "medium", topic }))),
      );
      means.push(mean(stories.map(({ text }) => wordCount(text) / sentencesOf(text).length)));
    }
    const [words1 = 0, words4 = 0, words7 = 0, words10 = 0] = means;
    expect(words1).toBeLessThan(7.5 * (moreWords[lang] ?? 1));
    expect(words4).toBeGreaterThan(words1 + 1.5);
    expect(words7).toBeGreaterThan(words4 + 1.5);
    expect(words10).toBeGreaterThan(words7 + 1.5);
  });

  it("writes another story for another topic, and names the topic in its title and its text", async () => {
    const stories = await Promise.all(
      topics.map((topic) => embeddedWriter.write(order({ lang, topic, difficulty: 6 }))),
    );
    stories.forEach((story, index) => {
      expect(story.title).toContain(topics[index]);
      expect(story.text).toContain(topics[index]);
    });
    expect(new Set(stories.map(({ title }) => title)).size).toBe(topics.length);
    const pairs = stories.flatMap((one, at) =>
      stories.slice(at + 1).map((other) => likeness(one.text, other.text)),
    );
    expect(mean(pairs)).toBeLessThan(0.6);
    expect(Math.max(...pairs)).toBeLessThan(0.95);
  });

  it("writes the same story for the same order, and clean text only", async () => {
    const wanted = order({ lang, difficulty: 7, length: "medium", words: wordsToUse(8), genre: "mystery" });
    const story = await embeddedWriter.write(wanted);
    expect(await embeddedWriter.write(structuredClone(wanted))).toEqual(story);
    expect(cleanText(story.text)).toBe(story.text);
    expect(cleanText(story.title)).toBe(story.title);
  });

  it("reflects the form and the genre", async () => {
    const plain = await embeddedWriter.write(order({ lang }));
    const interview = await embeddedWriter.write(order({ lang, form: "interview" }));
    const day = await embeddedWriter.write(order({ lang, form: "working_day" }));
    const [fun, dark] = await Promise.all(
      ["humor", "mystery"].map((genre) => embeddedWriter.write(order({ lang, genre }))),
    );
    expect(plain.text).not.toMatch(/^\d\d:\d\d/mu);
    const times = [...day.text.matchAll(/^(\d\d:\d\d) – /gmu)].map(([, time]) => time);
    expect(times.length).toBeGreaterThanOrEqual(5);
    expect([...times].sort()).toEqual(times);
    expect(interview.text.match(/[?؟？]$/gmu)?.length).toBeGreaterThanOrEqual(6);
    expect(fun?.text).not.toBe(dark?.text);
  });
});

describe("the embedded writer", () => {
  const hostile = [
    "<b>bold</b> & \"quoted\" 'too'",
    "{A} [x/y] <a|b> ~ @ + $& $1 {T}",
    "👩‍🏫 emoji 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "قطار الليل إلى البحر",
    "\u202eoverride\u0007bell\ud800",
    "two\nlines\r\nand\ttabs",
    "x".repeat(500),
  ];

  it.each(hostile)("treats the topic %j as data, and keeps it whole", async (topic) => {
    const story = await embeddedWriter.write(order({ topic, lang: "fr", difficulty: 9 }));
    const shown = cleanText(topic).replace(/\s+/gu, " ");
    expect(story.text).toContain(shown);
    expect(cleanText(story.text)).toBe(story.text);
    expect(story.title.length).toBeLessThan(200);
    expect(story.title).not.toContain("\n");
  });

  it("treats required words as data, whatever they contain", async () => {
    const words = ["{B}", "<i>", "a|b", "[c/d]", "$&", "~@+", "l’été", "e\u0301"].map((word) => ({
      word,
      gloss: null,
    }));
    const { text } = await embeddedWriter.write(order({ words, lang: "es" }));
    for (const { word } of words) expect(text).toContain(word.normalize("NFC"));
  });

  it("covers the regional codes of its languages and refuses the others", async () => {
    for (const lang of ["en-gb", "es-419", "fr-ca", "de"]) expect(embeddedWriter.covers(lang)).toBe(true);
    expect(embeddedWriter.covers("tlh")).toBe(false);
    expect(embeddedWriter.covers("ko")).toBe(false);
    await expect(embeddedWriter.write(order({ lang: "ko" }))).rejects.toThrow("does not write in");
  });
});
