import { expect, test } from "vitest";
import { localeFor } from "../../src/package/locales/locale.ts";
import { packageOf } from "./bound.ts";
import { course, lesson } from "./fixtures.ts";

/** Every text in a set of strings; functions are called for theirs. */
function sentencesIn(strings: unknown): string[] {
  if (typeof strings === "string") return [strings];
  if (typeof strings === "function") return [String(strings("deux", "trois"))];
  return typeof strings === "object" && strings !== null
    ? Object.values(strings).flatMap((member) => sentencesIn(member))
    : [];
}

// French punctuation that lacks its narrow no-break space.
const crowded = /[\p{L}\p{N} \u00a0][;?!»]|[\p{L}\p{N} \u00a0]:(?!\/)|«[^\u202f]/u;

test("French sentences have a narrow no-break space before high punctuation", () => {
  const sentences = sentencesIn(localeFor({ bcp47: "fr" }));
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((sentence) => sentence.includes("\u202f")).length).toBeGreaterThan(20);
  expect(sentences.filter((sentence) => crowded.test(sentence))).toEqual([]);
});

test("French pages do so in composed texts, too, but names that people search for have a plain space", async () => {
  const text =
    "Le chat noir dort sur la chaise. Elle aime le pain du matin. Les enfants jouent dans le jardin.";
  const formats = ["web", "epub", "moodle", "cartridge", "teacher"];
  const made = course({
    reader: "fr",
    formats,
    license: "CC0",
    lessons: [lesson({ lang: "fr", title: "Le chat", text })],
  });
  const files = await packageOf(made);
  const page = (path: string) => String(files.get(path));
  expect(page("fr-2/web/lesson-01-exercises-a.html")).toContain('data-colon="\u202f: "');
  expect(page("fr-2/lms/moodle-questions.xml")).toMatch(/<name><text>1A\. [^<]+ : Le chat<\/text>/);
  expect(page("fr-2/lms/moodle-questions.xml")).not.toMatch(/<name><text>[^<]*\u202f/);
});
