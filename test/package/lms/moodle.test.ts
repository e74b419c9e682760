import type { XmlElement } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { type Contents, type Volume, viewOf } from "../../../src/package/contents/contents.ts";
import type { Course } from "../../../src/package/contents/course.ts";
import { itemOf } from "../../../src/package/exercises/exercise.ts";
import { gapCode, moodle } from "../../../src/package/formats/moodle/index.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileWords } from "../torture/torture-course.ts";
import { parseCloze } from "./cloze-parser.ts";
import { all, attr, filesOf, parsed, shown, tortured } from "./fixtures.ts";

interface Read {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly questions: readonly { type: string; name: string; text: string }[];
}

function read(made: { files: Map<string, Buffer>; volume: Volume; contents: Contents }): Read {
  const { volume, contents } = made;
  const xml = made.files.get(`${volume.folder}/lms/moodle-questions.xml`);
  const textIn = (question: XmlElement, name: string) => {
    const [element] = all(question, name);
    return element === undefined ? "" : (all(element, "text")[0]?.content ?? "");
  };
  const questions = all(parsed(xml?.toString()), "question").map((question) => ({
    type: attr(question, "type"),
    name: textIn(question, "name") || textIn(question, "category"),
    text: textIn(question, "questiontext"),
  }));
  return { volume, contents, questions };
}

describe("the questions for Moodle", () => {
  test("have a category for each lesson, a name that says sheet and kind, and the choices of the exercise", async () => {
    const { questions, volume } = read(await filesOf(moodle, showcase(null)));
    expect(questions[0]).toMatchObject({
      type: "category",
      name: "$course$/top/A Week of Small Journeys/Spanish, Level 2/1. El pan del sábado",
    });
    expect(questions[2]?.name).toBe("1A. Fill in the gaps: El pan del sábado");
    const { gaps, rest } = parseCloze(questions[2]?.text ?? "");
    const cloze = volume.lessons[0]?.exercises()[0]?.exercises.find(({ kind }) => kind === "cloze");
    for (const { answers } of gaps) expect(answers.map(({ text }) => text)).toEqual(cloze?.choices);
    const soup = gaps.findIndex(({ answers }) => answers.some(({ text, right }) => right && text === "sopa"));
    expect(shown(rest).text).toContain(`Hoy busca tomates para la [[${soup}]] de su abuela`);
  });

  const built =
    "Él toca música en la plaza. Ella compra un libro con Luis. Él come pan en la cocina. Ella lee cartas sobre la mesa.";
  const toBuild = (change: Partial<Course> = {}) =>
    course({
      ...change,
      lessons: course().lessons.map((each) => ({ ...each, text: `${built} ${plainStory}`, words: [] })),
    });

  test("accept a word with and without the given letters, and a sentence with and without its given part or its full stop", async () => {
    const answersTo = async (kind: string, what: Course) => {
      const { questions } = read(await filesOf(moodle, what));
      return questions
        .filter(({ name }) => name.includes(kind))
        .flatMap(({ text }) => parseCloze(text).gaps)
        .map(({ answers }) => answers.filter(({ right }) => right).map(({ text }) => text));
    };
    for (const [whole = "", rest = ""] of await answersTo("Complete the words", showcase(null)))
      expect(whole.endsWith(rest) && rest.length >= 2 && rest.length < whole.length).toBe(true);
    expect(await answersTo("Build the sentences", toBuild())).toContainEqual([
      "Él toca música en la plaza.",
      "Él toca música en la plaza",
      "él toca música en la plaza",
      "toca música en la plaza.",
      "toca música en la plaza",
    ]);
  });

  test("give half a point, or a whole one if the plan says so, for an answer that is right but for its accents", async () => {
    const marked = async (what: Course) =>
      read(await filesOf(moodle, what))
        .questions.map(({ text }) => text)
        .join("\n");
    expect(await marked(toBuild())).toContain("~%50%toca musica en la plaza");
    expect(await marked(toBuild({ almost: "full" }))).toContain("~=toca musica en la plaza");
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
    const files = new Map<string, Buffer>();
    const made = { ...volume, lessons };
    for (const entry of moodle(viewOf(made, contents))) files.set(entry.path, await entry.read());
    const asked = read({ files, volume: made, contents }).questions.filter(({ type }) => type === "cloze");
    const gaps = asked.flatMap(({ text }) => parseCloze(text).gaps);
    expect(gaps).toHaveLength(items.length);
    for (const { answers } of gaps) {
      const texts = answers.map((answer) => answer.text);
      expect(texts).toContain((texts[0] ?? "").replace(/\p{M}/gu, ""));
      const rest = texts.filter((each) => !(texts[0] ?? "").startsWith(each[0] ?? "?"));
      expect(rest.some((each) => !/\p{M}/u.test(each))).toBe(true);
    }
    for (const { text: source } of asked) {
      const joined = shown(parseCloze(source).rest).text.match(/\p{Script=Arabic}\p{M}*\u200d_*\[\[/gu);
      expect(joined).toHaveLength(parseCloze(source).gaps.length);
    }
  });

  test("hold hostile content as text and nothing else, in every script", async () => {
    const volumes = (await tortured(moodle)).map(read);
    for (const { questions } of volumes) {
      for (const { type, name, text } of questions) {
        expect(name).not.toMatch(/[<>]|&\S/);
        expect(name).not.toMatch(/[＜＞＆‹›\u00ad\u200b-\u200f\u202a-\u202f\u2060-\u206f\ufeff]/);
        if (type === "category") expect(name.replaceAll("//", "").split("/")).toHaveLength(5);
        const { elements, attributes } = shown(parseCloze(text).rest);
        for (const element of elements) expect(["div", "li", "ol", "p", "span", "ul"]).toContain(element);
        for (const attribute of attributes) expect(["dir", "lang"]).toContain(attribute);
        // Sequences that a platform replaces on the server.
        expect(text).not.toMatch(/\$IMS|@@|\[sound|\[latex|\$\$|\{\{/);
      }
    }
    const evil = volumes.find(({ volume }) => volume.folder === "es-2");
    const everything = (evil?.questions ?? []).map(({ text }) => {
      const { gaps, rest } = parseCloze(text);
      return [shown(rest).text, ...gaps.flatMap(({ answers }) => answers.map((answer) => answer.text))].join(
        "\n",
      );
    });
    const asked = hostileWords.filter((word) => everything.some((text) => text.includes(word)));
    expect(asked.length).toBeGreaterThanOrEqual(10);
  });

  test("can ask for a word that looks like a gap, a wildcard or markup", async () => {
    const words = [
      "{1:SHORTANSWER:=x}",
      "~=%50%a#b",
      "</p><b>",
      "]]>x",
      "\\}*{y",
      "gato",
      "pez",
      "mula",
      "oso",
    ];
    const places = ["casa", "calle", "plaza", "tienda", "escuela", "montaña", "playa", "granja", "selva"];
    const text = places.map((place, index) => `Ana ve un ${words[index]} en la ${place}.`).join(" ");
    const lessons = course().lessons.map((lesson) => ({
      ...lesson,
      text,
      words: words.map((word) => ({ word, gloss: `${word} gloss` })),
    }));
    const made = read(await filesOf(moodle, course({ lessons })));
    const right = made.questions.flatMap(({ text: source }) =>
      parseCloze(source).gaps.flatMap(({ answers }) => answers.filter((answer) => answer.right)),
    );
    const asked = right.filter(({ text: answer }) => words.includes(answer) && /[^a-z]/.test(answer));
    expect(asked.length).toBeGreaterThan(1);
    for (const spelling of [...words, "a*b", "*"]) {
      const asked = { before: "", shown: null, after: "", gloss: null, heard: null };
      const gap = gapCode({ ...asked, kind: "fill", accepted: [spelling], almost: [] }, course());
      const { gaps, rest } = parseCloze(gap.toString());
      expect(gaps).toEqual([{ type: "SHORTANSWER", answers: [{ text: spelling, right: true }] }]);
      expect(rest).toBe("[[0]]");
    }
  });

  test("of a volume without exercises are an empty file that Moodle accepts", async () => {
    const lessons = course().lessons.map((lesson) => ({ ...lesson, text: "Sí.", words: [] }));
    const { questions } = read(await filesOf(moodle, course({ lessons })));
    expect(questions.map(({ type }) => type)).toEqual(["category"]);
  });
});
