import { describe, expect, test } from "vitest";
import { viewOf } from "../../../src/package/contents/contents.ts";
import type { Course } from "../../../src/package/contents/course.ts";
import { itemOf } from "../../../src/package/exercises/exercise.ts";
import { gapCode, moodle } from "../../../src/package/formats/moodle/index.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { hostileWords, showcase, volumesOf } from "../courses.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { Archive, course, filesOf, lesson } from "../fixtures.ts";
import { moodleQuestions, parseCloze } from "./cloze-parser.ts";
import { expectOnly, shown } from "./fixtures.ts";

const questionsIn = ({ files }: { files: Archive }) => moodleQuestions(String([...files.values()][0]));
const asked = async (what: Course) => questionsIn(await filesOf(moodle, what));

describe("the questions for Moodle", () => {
  test("have a category for each lesson, a name that says sheet and kind, and the choices of the exercise", async () => {
    const made = await filesOf(moodle, showcase(null));
    const [category, , question] = questionsIn(made);
    expect(category).toMatchObject({
      type: "category",
      name: "$course$/top/A Week of Small Journeys/Spanish, Level 2/1. El pan del sábado",
    });
    expect(question?.name).toBe("1A. Fill in the gaps: El pan del sábado");
    const sheet = made.volume.lessons[0]?.exercises()[0]?.exercises;
    const cloze = sheet?.find(({ kind }) => kind === "cloze");
    for (const { answers } of question?.gaps ?? [])
      expect(answers.map(({ text }) => text)).toEqual(cloze?.choices);
    const soup = question?.right.findIndex((right) => right.includes("sopa"));
    expect(shown(question?.rest ?? "").text).toContain(`Hoy busca tomates para la [[${soup}]] de su abuela`);
  });

  const built =
    "Él toca música en la plaza. Ella compra un libro con Luis. Él come pan en la cocina. Ella lee cartas sobre la mesa.";
  const toBuild = course({ lessons: [lesson({ text: `${built} ${plainStory}`, words: [] })] });

  test("accept a word with and without the given letters, and a sentence with and without its given part or its full stop", async () => {
    const answersTo = async (kind: string, what: Course) =>
      (await asked(what)).flatMap(({ name, right }) => (name.includes(kind) ? right : []));
    for (const [whole = "", rest = ""] of await answersTo("Complete the words", showcase(null)))
      expect(whole.endsWith(rest) && rest.length >= 2 && rest.length < whole.length).toBe(true);
    expect(await answersTo("Build the sentences", toBuild)).toContainEqual([
      "Él toca música en la plaza.",
      "Él toca música en la plaza",
      "él toca música en la plaza",
      "toca música en la plaza.",
      "toca música en la plaza",
    ]);
  });

  test("give half a point, or a whole one if the plan says so, for an answer that is right but for its accents", async () => {
    const marked = async (what: Course) => (await asked(what)).map(({ text }) => text).join("\n");
    expect(await marked(toBuild)).toContain("~%50%toca musica en la plaza");
    expect(await marked({ ...toBuild, almost: "full" })).toContain("~=toca musica en la plaza");
  });

  test("accept an Arabic word without its marks, whole or without the given letter, which is shown in its joined shape", async () => {
    const spelt = { الأش: "الأشجارَ", أغن: "أغنيةً", المد: "المدينةُ" };
    const items = Object.entries(spelt).map(([given, answer]) =>
      itemOf({ before: "رأى ", given, answer, after: " مساءً." }),
    );
    const exercises = [{ kind: "first-letter", choices: [], items }] as const;
    const { volume, contents } = await filesOf(moodle, course());
    const lessons = volume.lessons.map((lesson) => ({
      ...lesson,
      language: languageOf("ar"),
      exercises: () => [{ version: "A", exercises, retell: [] }] as const,
    }));
    const files = new Archive();
    for (const entry of moodle(viewOf({ ...volume, lessons }, contents)))
      files.set(entry.path, await entry.read());
    const questions = questionsIn({ files }).filter(({ type }) => type === "cloze");
    const gaps = questions.flatMap((question) => question.gaps);
    expect(gaps).toHaveLength(items.length);
    for (const { answers } of gaps) {
      const [first = "", ...texts] = answers.map((answer) => answer.text);
      expect([first, ...texts]).toContain(first.replace(/\p{M}/gu, ""));
      const rest = texts.filter((each) => !first.startsWith(each[0] ?? "?"));
      expect(rest.some((each) => !/\p{M}/u.test(each))).toBe(true);
    }
    for (const { rest, gaps } of questions)
      expect(shown(rest).text.match(/\p{Script=Arabic}\p{M}*\u200d_*\[\[/gu)).toHaveLength(gaps.length);
  });

  test("hold hostile content as text and nothing else, in every script", async () => {
    const volumes = await volumesOf(moodle);
    for (const { type, name, text, rest } of volumes.flatMap(questionsIn)) {
      expect(name).not.toMatch(/[<>]|&\S/);
      expect(name).not.toMatch(/[＜＞＆‹›\u00ad\u200b-\u200f\u202a-\u202f\u2060-\u206f\ufeff]/);
      if (type === "category") expect(name.replaceAll("//", "").split("/")).toHaveLength(5);
      expectOnly(rest, { elements: "div li ol p span ul", attributes: "dir lang" });
      // Sequences that a platform replaces on the server.
      expect(text).not.toMatch(/\$IMS|@@|\[sound|\[latex|\$\$|\{\{/);
    }
    const evil = volumes.filter(({ volume }) => volume.folder === "es-2").flatMap(questionsIn);
    const everything = evil.flatMap(({ rest, gaps }) => [
      shown(rest).text,
      ...gaps.flatMap(({ answers }) => answers.map((answer) => answer.text)),
    ]);
    const found = hostileWords.filter((word) => everything.some((text) => text.includes(word)));
    expect(found.length).toBeGreaterThanOrEqual(10);
  });

  test("can ask for a word that looks like a gap, a wildcard or markup", async () => {
    const odd = ["{1:SHORTANSWER:=x}", "~=%50%a#b", "</p><b>", "]]>x", "\\}*{y"];
    const words = [...odd, "gato", "pez", "mula", "oso"];
    const places = ["casa", "calle", "plaza", "tienda", "escuela", "montaña", "playa", "granja", "selva"];
    const text = places.map((place, index) => `Ana ve un ${words[index]} en la ${place}.`).join(" ");
    const glossed = words.map((word) => ({ word, gloss: `${word} gloss` }));
    const right = (await asked(course({ lessons: [lesson({ text, words: glossed })] }))).flatMap((question) =>
      question.right.flat(),
    );
    expect(right.filter((answer) => odd.includes(answer)).length).toBeGreaterThan(1);
    for (const spelling of [...words, "a*b", "*"]) {
      const plain = { before: "", shown: null, after: "", gloss: null, heard: null, almost: [] };
      const gap = gapCode({ ...plain, kind: "fill", accepted: [spelling] }, course());
      const answers = [{ text: spelling, right: true }];
      expect(parseCloze(gap.toString())).toEqual({ gaps: [{ type: "SHORTANSWER", answers }], rest: "[[0]]" });
    }
  });

  test("of a volume without exercises are an empty file that Moodle accepts", async () => {
    const questions = await asked(course({ lessons: [lesson({ text: "Sí.", words: [] })] }));
    expect(questions.map(({ type }) => type)).toEqual(["category"]);
  });
});
