import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { sameAnswer } from "../../../src/package/exercises/answer.ts";
import type { Kind } from "../../../src/package/exercises/exercise.ts";
import { contentsWithoutBooks } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { exerciseOf, itemsOf, plainStory, sheetsOf, whole } from "./fixtures.ts";

const sorted = <T extends string | number>(list: readonly T[]) =>
  [...list].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

function sheetsIn(course: Course) {
  return contentsWithoutBooks(course).volumes.flatMap(({ language, lessons }) =>
    lessons.flatMap((lesson) => lesson.exercises().map((sheet) => ({ sheet, lesson, language }))),
  );
}

describe("the exercises of a course", () => {
  test("are the same for the same lesson, and different for another", () => {
    const showcased = () => sheetsIn(showcase(null)).map(({ sheet }) => sheet);
    expect(showcased()).toEqual(showcased());
    const of = (job: string) =>
      sheetsOf({ text: "Ana va a la casa de Luis. ".repeat(2) + story, words, job });
    expect(of("market.es.2")).toEqual(of("market.es.2"));
    expect(of("market.es.2")).not.toEqual(of("lake.es.2"));
  });

  test("come in two versions that ask in different ways", () => {
    for (const { exercises } of contentsWithoutBooks(showcase(null)).volumes.flatMap(
      ({ lessons }) => lessons,
    )) {
      const [a, b, ...more] = exercises();
      expect([a?.version, b?.version, more]).toEqual(["A", "B", []]);
      expect(a?.exercises.map(({ kind }) => kind)).toEqual(b?.exercises.map(({ kind }) => kind));
      for (const [index, exercise] of (a?.exercises ?? []).entries()) {
        expect(exercise).not.toEqual(b?.exercises[index]);
      }
    }
  });

  test("ask for content of the story, once each, with the answer among the choices", () => {
    for (const { sheet, lesson, language } of sheetsIn(showcase(null))) {
      const text = lesson.paragraphs
        .map((paragraph) => paragraph.text)
        .join("\n")
        .replace(/\s+/g, " ");
      const of = (kind: Kind) => sheet.exercises.find((each) => each.kind === kind);
      const gaps = sheet.exercises.flatMap(({ items }) => items.filter(({ given }) => given !== null));
      for (const item of gaps) expect(text).toContain(whole(item));
      expect(new Set(gaps.map(whole)).size).toBe(gaps.length);
      for (const { given, answer } of gaps) expect(answer.startsWith(given ?? "?")).toBe(true);
      const cloze = of("cloze");
      for (const { answer, correct } of cloze?.items ?? []) {
        const fit = cloze?.choices.filter((word) => sameAnswer(word, answer, language));
        expect(fit).toEqual([cloze?.choices[correct]]);
      }
      const pairs = of("matching");
      for (const { before: word, correct } of pairs?.items ?? []) {
        const gloss = pairs?.choices[correct];
        expect(lesson.words).toContainEqual(expect.objectContaining({ word, gloss }));
      }
      expect(new Set(pairs?.choices).size).toBe(pairs?.items.length ?? 0);
      const order = of("sentence-order")?.items ?? [];
      const right = order.toSorted((a, b) => a.correct - b.correct).map(({ before }) => before);
      if (order.length > 0) expect(right).not.toEqual(order.map(({ before }) => before));
      const places = right.map((sentence) => text.indexOf(sentence));
      expect(places).not.toContain(-1);
      expect(places).toEqual(sorted(places));
      for (const { cue, answer, after } of of("word-order")?.items ?? []) {
        expect(sorted(cue)).toEqual(sorted(answer.split(" ")));
        expect(cue.join(" ")).not.toBe(answer);
        expect(text.toLowerCase()).toContain(`${answer}${after}`.toLowerCase());
      }
      for (const { before, answer, correct } of of("true-false")?.items ?? []) {
        expect(text).toContain(answer);
        expect(text.includes(before)).toBe(correct === 0);
      }
      for (const { cue, answer } of of("letter-scramble")?.items ?? []) {
        expect(sameAnswer(cue.join(""), answer, language)).toBe(false);
        expect(sorted([...cue.join("")])).toEqual(sorted([...answer.toLowerCase()]));
      }
    }
  });
});

const story =
  "El gato negro duerme en la silla. Luis compra pan y queso en la tienda. La abuela prepara una sopa caliente. " +
  "Por la tarde los niños juegan en el jardín. El tren sale temprano de la estación. Ana lee un libro junto a la ventana.";
const words = [
  "silla = chair",
  "queso = cheese",
  "sopa = soup",
  "jardín = garden",
  "libro = book",
  "ventana = window",
];

describe("gaps", () => {
  test("are never in a sentence that has the word twice, and never two in one sentence", () => {
    const text = `El pan de Ana es pan negro y dulce. ${story}`;
    const made = exerciseOf("cloze", { text, words: ["pan", "negro", "queso", "sopa"] });
    const gap = made?.items.find(({ answer }) => answer === "pan");
    expect(gap?.before).toBe("Luis compra ");
    expect(made?.items.find(({ answer }) => answer === "queso")).toBeUndefined();
  });

  test("have one answer: no word of the bank yields a sentence of the story in another's gap", () => {
    const text =
      "Ana compra pan en la tienda. Ana compra queso en la tienda. El gato come pescado en la casa. Luis bebe leche en el jardín. La abuela corta fruta en la mesa.";
    const made = exerciseOf("cloze", { text, words: ["pan", "queso", "pescado", "leche", "fruta"] });
    const buying = made?.items.filter(({ before }) => before === "Ana compra ") ?? [];
    expect(buying).toHaveLength(1);
    const other = buying[0]?.answer === "pan" ? "queso" : "pan";
    expect(made?.choices).not.toContain(other);
  });

  test("fall back to words of the story if the lesson has few or none, but never to names", () => {
    const made = exerciseOf("cloze", { text: story, words: [] });
    expect(made?.items.length).toBeGreaterThanOrEqual(5);
    for (const { answer } of made?.items ?? []) expect(answer).toMatch(/^\p{Ll}{4,}$/u);
    const one = exerciseOf("cloze", { text: story, words: ["queso"] });
    expect(one?.items.map(({ answer }) => answer)).toContain("queso");
    expect(one?.items.length).toBeGreaterThanOrEqual(5);
  });

  test("find a word in any case, and show it in the bank's form", () => {
    const made = exerciseOf("cloze", { text: story, words: ["SILLA", "Queso", "Sopa"] });
    expect(made?.choices).toContain("SILLA");
    expect(made?.items.map(({ answer }) => answer)).toContain("silla");
  });

  test("with a first letter ask other words than those with a bank", () => {
    const [sheet] = sheetsOf({ text: plainStory, words });
    const answers = (kind: Kind) => itemsOf(sheet?.exercises, kind).map(({ answer }) => answer);
    expect(answers("cloze")).toHaveLength(6);
    expect(answers("first-letter").length).toBeGreaterThanOrEqual(3);
    expect(answers("first-letter").filter((word) => answers("cloze").includes(word))).toEqual([]);
  });
});

describe("matching", () => {
  const five = [
    "pan = bread",
    "barra = Bread",
    "tren = train",
    "mar = sea",
    "sol = sun",
    "taxi = taxi",
    "red =",
  ];

  test("leaves out a repeated gloss, a gloss that is the word itself, and words without a gloss", () => {
    const made = exerciseOf("matching", { text: story, words: five });
    expect(sorted(made?.items.map(({ before }) => before) ?? [])).toEqual(["mar", "pan", "sol", "tren"]);
  });

  test("keeps a word without letters", () => {
    const signs = ["€ = euro", "🍎 = apple", "+ = plus", "pan = bread"];
    expect(
      sorted(
        itemsOf([exerciseOf("matching", { text: story, words: signs })].flatMap((each) => each ?? [])).map(
          ({ before }) => before,
        ),
      ),
    ).toEqual(sorted(["€", "🍎", "+", "pan"]));
  });

  test("needs four pairs", () => {
    expect(exerciseOf("matching", { text: story, words: five.slice(0, 4) })).toBeUndefined();
  });
});

describe("a lesson with little material", () => {
  test("has empty sheets, not broken ones", () => {
    for (const text of ["", "Sí.", "…", "!!!!", "1 2 3", "a ".repeat(4000), "\u202e\u0007"]) {
      for (const lang of ["es", "ar", "zh", "th", "ja", "bo", "el"]) {
        expect(sheetsOf({ text, lang, words: ["…", "x = y"] }).map(({ exercises }) => exercises)).toEqual([
          [],
          [],
        ]);
      }
    }
  });

  test("is processed quickly, however odd its text", () => {
    for (const text of [
      "! ".repeat(50_000),
      `"${"a. ".repeat(30_000)}`,
      "«".repeat(90_000),
      `${"…".repeat(90_000)}a`,
    ]) {
      expect(sheetsOf({ text, words: ["a", "pan"] })).toHaveLength(2);
    }
  });
});
