import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { sameAnswer } from "../../../src/package/exercises/answer.ts";
import type { Exercise, GapItem } from "../../../src/package/exercises/exercise.ts";
import { contentsWithoutBooks } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { exerciseOf, plainStory, sheetsOf } from "./fixtures.ts";

const sorted = (list: readonly string[]) => [...list].sort();
const whole = ({ before, answer, after }: GapItem) => `${before}${answer}${after}`;

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
      for (const exercise of sheet.exercises) {
        switch (exercise.kind) {
          case "cloze":
          case "first-letter":
            for (const item of exercise.items) expect(text).toContain(whole(item));
            expect(new Set(exercise.items.map(whole)).size).toBe(exercise.items.length);
            if (exercise.kind === "first-letter") {
              for (const { first, answer } of exercise.items) expect(answer.startsWith(first)).toBe(true);
              break;
            }
            for (const { answer } of exercise.items) {
              expect(exercise.bank.filter((word) => sameAnswer(word, answer, language))).toHaveLength(1);
            }
            break;
          case "matching":
            for (const [index, word] of exercise.words.entries()) {
              const gloss = exercise.glosses[exercise.key[index] ?? -1];
              expect(lesson.words).toContainEqual(expect.objectContaining({ word, gloss }));
            }
            expect(new Set(exercise.glosses).size).toBe(exercise.words.length);
            break;
          case "sentence-order": {
            const right = exercise.key.map(
              (_, place) => exercise.sentences[exercise.key.indexOf(place)] ?? "?",
            );
            expect(text).toContain(right[0]);
            expect(right).not.toEqual(exercise.sentences);
            const places = right.map((sentence) => text.indexOf(sentence));
            expect(places).toEqual([...places].sort((a, b) => a - b));
            break;
          }
          case "word-order":
            for (const { tiles, answer, end } of exercise.items) {
              expect(sorted(tiles)).toEqual(sorted(answer));
              expect(tiles).not.toEqual(answer);
              expect(text.toLowerCase()).toContain(`${answer.join(" ")}${end}`.toLowerCase());
            }
            break;
          case "true-false":
            for (const { statement, isTrue, answer } of exercise.items) {
              expect(text).toContain(answer);
              expect(text.includes(statement)).toBe(isTrue);
            }
            break;
          case "letter-scramble":
            for (const { letters, answer } of exercise.items) {
              expect(sameAnswer(letters.join(""), answer, language)).toBe(false);
              expect(sorted([...letters.join("")])).toEqual(sorted([...answer.toLowerCase()]));
            }
        }
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
    expect(made?.bank).not.toContain(other);
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
    expect(made?.bank).toContain("SILLA");
    expect(made?.items.map(({ answer }) => answer)).toContain("silla");
  });

  test("with a first letter ask other words than those with a bank", () => {
    const [sheet] = sheetsOf({ text: plainStory, words });
    const answers = (kind: Exercise["kind"]) =>
      sheet?.exercises.flatMap((each) =>
        each.kind === kind && "items" in each ? each.items.map(({ answer }) => answer) : [],
      ) ?? [];
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
    expect(sorted(made?.words ?? [])).toEqual(["mar", "pan", "sol", "tren"]);
  });

  test("keeps a word without letters", () => {
    const signs = ["€ = euro", "🍎 = apple", "+ = plus", "pan = bread"];
    expect(sorted(exerciseOf("matching", { text: story, words: signs })?.words ?? [])).toEqual(
      sorted(["€", "🍎", "+", "pan"]),
    );
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
