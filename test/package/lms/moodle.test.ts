import type { XmlElement } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import type { Contents, Lesson, Volume } from "../../../src/package/contents/contents.ts";
import { sameAnswer } from "../../../src/package/exercises/answer.ts";
import { gapToFill } from "../../../src/package/formats/moodle/cloze-code.ts";
import { moodle } from "../../../src/package/formats/moodle/index.ts";
import { course } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileWords } from "../torture/torture-course.ts";
import { parseCloze } from "./cloze-parser.ts";
import { all, answersOf, attr, filesOf, parsed, shown, tortured } from "./fixtures.ts";

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

function expectSameAnswers({ volume, questions }: Read): number {
  const asked = (lesson: Lesson) => lesson.exercises().flatMap(({ exercises }) => exercises);
  const exercises = volume.lessons.flatMap(asked);
  const clozes = questions.filter(({ type }) => type === "cloze");
  expect(clozes).toHaveLength(exercises.length);
  for (const [index, exercise] of exercises.entries()) {
    const { gaps } = parseCloze(clozes[index]?.text ?? "");
    const right = gaps.map(({ answers }) => answers.filter((answer) => answer.right)[0]?.text ?? "?");
    const expected = answersOf(exercise);
    if (exercise.kind === "cloze") {
      expect(right).toHaveLength(expected.length);
      for (const [place, answer] of expected.entries())
        expect(sameAnswer(right[place] ?? "", answer, volume.language)).toBe(true);
      for (const { answers } of gaps) expect(answers.filter((answer) => answer.right)).toHaveLength(1);
      for (const { answers } of gaps) expect(answers.map(({ text }) => text)).toEqual(exercise.bank);
    } else expect(right).toEqual(expected);
  }
  return exercises.length;
}

describe("the questions for Moodle", () => {
  test("have the answers of the lesson's exercises, a category for each lesson, a question for each exercise", async () => {
    const made = read(await filesOf(moodle.entries, showcase(null)));
    expect(expectSameAnswers(made)).toBeGreaterThanOrEqual(20);
    expect(made.questions[0]).toMatchObject({
      type: "category",
      name: "$course$/top/A Week of Small Journeys/Spanish, Level 2/1. El pan del sábado",
    });
    expect(made.questions[2]?.name).toBe("1A. Fill the gaps: El pan del sábado");
    const { gaps, rest } = parseCloze(made.questions[2]?.text ?? "");
    const bread = gaps.findIndex(({ answers }) => answers.some(({ text, right }) => right && text === "pan"));
    expect(shown(rest).text).toContain(`—Falta un trozo de [[${bread}]] —dice.`);
  });

  test("accept a first-letter word with and without the given letter, and a sentence without its full stop", async () => {
    const { questions } = read(await filesOf(moodle.entries, showcase(null)));
    const answersTo = (kind: string) =>
      parseCloze(questions.find(({ name }) => name.includes(kind))?.text ?? "").gaps.map(({ answers }) =>
        answers.map(({ text }) => text),
      );
    expect(answersTo("Complete the words")).toContainEqual(["pregunta", "regunta"]);
    expect(answersTo("Build the sentences")).toContainEqual([
      "el pan está recién hecho.",
      "el pan está recién hecho",
    ]);
  });

  test("accept an Arabic word without its marks, whole or without the given letter, which is shown in its joined shape", async () => {
    const text =
      "كانَ في الشارعِ بيتٌ قديمٌ لهُ حديقةٌ. رأى رجلًا عجوزًا يسقي الأشجارَ. كانَ الهواءُ باردًا في المساءِ. كتبَ الولدُ كِتابًا عنِ البحرِ. " +
      "لعبَ الأطفالُ بالكرةِ قربَ النهرِ. شربَ الحصانُ ماءً من البئرِ. وصلَ القطارُ ليلًا إلى المحطّةِ. باعَ الخبّازُ خبزًا ساخنًا للجيرانِ. " +
      "زرعَتْ مريمُ وردةً بيضاءَ هنا. غسلَتِ الجدّةُ صحونًا كثيرةً اليومَ. حملَتِ الريحُ أوراقَ الخريفِ بعيدًا. نامَتِ القطّةُ تحتَ الكرسيِّ المكسورِ. " +
      "سمعَ الجيرانُ أغنيةً جميلةً مساءً.";
    const lessons = course().lessons.map((each) => ({ ...each, lang: "ar", text, words: [] }));
    const { questions } = read(await filesOf(moodle.entries, course({ lessons })));
    const asked = questions.filter(({ name }) => name.includes("Complete the words"));
    const gaps = asked.flatMap(({ text: source }) => parseCloze(source).gaps);
    expect(gaps.length).toBeGreaterThanOrEqual(3);
    for (const { answers } of gaps) {
      const texts = answers.map((answer) => answer.text);
      expect(texts).toContain((texts[0] ?? "").replace(/\p{M}/gu, ""));
      const rest = texts.filter((each) => !(texts[0] ?? "").startsWith(each[0] ?? "?"));
      expect(rest.some((each) => !/\p{M}/u.test(each))).toBe(true);
    }
    for (const { text: source } of asked) {
      expect(shown(parseCloze(source).rest).text.match(/\p{Script=Arabic}\p{M}*\u200d\[\[/gu)?.length).toBe(
        parseCloze(source).gaps.length,
      );
    }
  });

  test("hold hostile content as text and nothing else, in every script", async () => {
    const volumes = (await tortured(moodle.entries)).map(read);
    expect(volumes.map(expectSameAnswers).filter((count) => count > 0).length).toBeGreaterThan(5);
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
    const words = ["{1:SHORTANSWER:=x}", "~=%50%a#b", "</p><b>", "]]>x", "\\}*{y"];
    const places = ["casa", "calle", "plaza", "tienda", "escuela"];
    const text = places.map((place, index) => `Ana ve un ${words[index]} en la ${place}.`).join(" ");
    const lessons = course().lessons.map((lesson) => ({
      ...lesson,
      text,
      words: words.map((word) => ({ word, gloss: `${word} gloss` })),
    }));
    const made = read(await filesOf(moodle.entries, course({ lessons })));
    expect(expectSameAnswers(made)).toBeGreaterThanOrEqual(4);
    const right = made.questions.flatMap(({ text: source }) =>
      parseCloze(source).gaps.flatMap(({ answers }) => answers.filter((answer) => answer.right)),
    );
    for (const word of words) expect(right.map((answer) => answer.text)).toContain(word);
    for (const spelling of [...words, "a*b", "*"]) {
      const { gaps, rest } = parseCloze(gapToFill([spelling]).toString());
      expect(gaps).toEqual([{ type: "SHORTANSWER", answers: [{ text: spelling, right: true }] }]);
      expect(rest).toBe("[[0]]");
    }
  });

  test("of a volume without exercises are an empty file that Moodle accepts", async () => {
    const lessons = course().lessons.map((lesson) => ({ ...lesson, text: "Sí.", words: [] }));
    const { questions } = read(await filesOf(moodle.entries, course({ lessons })));
    expect(questions.map(({ type }) => type)).toEqual(["category"]);
  });
});
