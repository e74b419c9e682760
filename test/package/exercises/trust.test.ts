import { describe, expect, test } from "vitest";
import { foldAnswer, lettersOf } from "../../../src/package/exercises/answer.ts";
import type { Exercise, ExerciseSheet, Item } from "../../../src/package/exercises/exercise.ts";
import { answersOf, kinds } from "../../../src/package/exercises/kinds.ts";
import { contentsWithoutBooks, spoken } from "../fixtures.ts";
import { tortureCourse } from "../torture/torture-course.ts";
import { itemsOf, journey, plainStory, sheetsOf } from "./fixtures.ts";
import { sampleCourse } from "./sample-courses.ts";

const courses = [
  await sampleCourse("weekly-spanish"),
  await sampleCourse("graded-readers"),
  tortureCourse(null),
];
const lessons = courses.flatMap((course) =>
  contentsWithoutBooks(spoken(course))
    .volumes.flatMap((volume) => volume.lessons)
    // Its words are markup, of which nothing but markup would be left here.
    .filter(({ topicId }) => topicId !== "evil"),
);

/** Every sheet, with what folds its texts: its running words between spaces, or its signs where nothing stands between words. */
function eachSheet(look: (sheet: ExerciseSheet, fold: (text: string) => string, job: string) => void): void {
  for (const { exercises, language, job } of lessons) {
    const fold = (text: string) => {
      const words = text.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];
      const folds = words.map((word) => foldAnswer(word, language));
      return language.spaces ? ` ${folds.join(" ")} ` : folds.join("");
    };
    for (const sheet of exercises()) look(sheet, fold, job);
  }
}

/** What a learner must write or put in a gap. */
const wordsAskedIn = ({ exercises }: ExerciseSheet): { exercise: Exercise; item: Item }[] =>
  exercises.flatMap((exercise) =>
    exercise.items
      .filter(({ given }) => given !== null || kinds[exercise.kind].ofLetters === true)
      .map((item) => ({ exercise, item })),
  );

const printedIn = ({ kind, choices, items }: Exercise): string[] => [
  ...choices,
  ...items.flatMap(({ before, after, cue }) => [before, after, ...(kinds[kind].ofLetters ? [] : cue)]),
];

describe("on the sheets of the sample courses and of the torture course", () => {
  test("no answer is printed in another exercise, nor asked for in it", () => {
    let asked = 0;
    eachSheet((sheet, fold, job) => {
      for (const { exercise, item } of wordsAskedIn(sheet)) {
        asked += 1;
        for (const other of sheet.exercises.filter((each) => each !== exercise)) {
          const answers = other.items.filter(({ given }) => given !== null).map(({ answer }) => answer);
          for (const text of [...printedIn(other), ...answers])
            expect(fold(text), `${job} ${exercise.kind}`).not.toContain(fold(item.answer));
        }
      }
    });
    expect(asked).toBeGreaterThan(800);
  });

  test("no gap is without what makes its answer the only one: its meaning, its first letters, or its sound", () => {
    eachSheet(({ exercises }, fold, job) => {
      for (const exercise of exercises) {
        const hints = exercise.items.map(({ gloss, cue, given }) => gloss ?? cue[0] ?? given);
        for (const [index, { given, heard, answer }] of exercise.items.entries()) {
          if (given === null || heard !== null) continue;
          const hint = hints[index] ?? "";
          expect(hint, `${job} ${answer}`).not.toBe("");
          expect(hints.filter((other) => other === hint).length, `${job} ${hint}`).toBe(1);
          if (exercise.kind !== "cloze" || exercise.items[index]?.gloss !== null) continue;
          const fitting = exercise.choices.filter((word) => fold(word).trim().startsWith(fold(hint).trim()));
          expect(fitting, `${job} ${hint}`).toHaveLength(1);
        }
      }
    });
  });

  test("no order is told by numbers, such as times of day", () => {
    let ordered = 0;
    eachSheet(({ exercises }, _fold, job) => {
      for (const { items } of exercises.filter(({ kind }) => kinds[kind].form === "order"))
        for (const { before } of items) {
          ordered += 1;
          expect(before, job).not.toMatch(/\p{Nd}/u);
        }
    });
    expect(ordered).toBeGreaterThan(300);
  });

  test("no false statement shows itself by an exchanged verb, or by a noun that belongs to another one", () => {
    let exchanged = 0;
    eachSheet(({ exercises }, _fold, job) => {
      for (const { items } of exercises.filter(({ kind }) => kind === "true-false"))
        for (const { before, answer } of items.filter(({ correct }) => correct === 1)) {
          exchanged += 1;
          const words = before.split(" ");
          const at = words.findIndex((word, index) => word !== answer.split(" ")[index]);
          const said = words.slice(Math.max(0, at - 1), at + 1).join(" ");
          const isOfNoun = /^(?:del|du|vom|de|von|of|des|della) /iu;
          const isVerb = /^(?:[tsm]e|nos|ne|qu[ei]) /iu;
          expect(said, job).not.toMatch(isOfNoun);
          expect(said, job).not.toMatch(isVerb);
        }
    });
    expect(exchanged).toBeGreaterThan(60);
  });

  test("no gap of a preposition has the meaning of a noun that is spelt like it", () => {
    let asked = 0;
    eachSheet((sheet, _fold, job) => {
      for (const { item } of wordsAskedIn(sheet)) {
        asked += 1;
        if (item.answer === "sobre") expect(item.gloss, job).toBeNull();
      }
    });
    expect(asked).toBeGreaterThan(800);
  });

  test("half of a word is given beside its meaning, and two thirds without; at least two letters are left", () => {
    const shares = { glossed: [] as number[], bare: [] as number[] };
    eachSheet(({ exercises }) => {
      for (const { items } of exercises.filter(({ kind }) => kind === "first-letter"))
        for (const { given, answer, gloss } of items) {
          const [of, all] = [given ?? "", answer].map((text) => lettersOf(text).length) as [number, number];
          shares[gloss === null ? "bare" : "glossed"].push(of / all);
          expect(all - of).toBeGreaterThanOrEqual(2);
        }
    });
    expect(Math.min(...shares.glossed)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...shares.glossed)).toBeLessThanOrEqual(0.61);
    expect(Math.min(...shares.bare)).toBeGreaterThanOrEqual(0.6);
    expect(Math.max(...shares.bare)).toBeLessThanOrEqual(0.75);
  });

  test("no gap asks for a word of the title, which every page shows", () => {
    const titled = {
      text: `${plainStory} ${journey}`,
      title: "Los gatos y la estación",
      words: ["gato = cat", "estación = station"],
    };
    const asked = sheetsOf(titled).flatMap(({ exercises }) =>
      exercises.flatMap(({ items }) =>
        items.flatMap(({ given, answer }) => (given === null ? [] : [answer])),
      ),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((word) => /gato|estación/i.test(word))).toEqual([]);
  });

  test("no gap asks for a word that the title has behind an apostrophe", () => {
    const title = "Le carnet vert : « La fin de l’orage »";
    const text =
      "Marc attend la fin de l’orage dans la maison. Le chat dort près de la fenêtre ouverte. La boulangère apporte un grand panier de pommes. Son frère répare la vieille bicyclette bleue. Les voisins chantent une chanson dans la cour.";
    const words = ["orage = storm", "fenêtre", "panier", "voisins"];
    const asked = sheetsOf({ text, title, words, lang: "fr" }).flatMap(({ exercises }) =>
      itemsOf(exercises).map(({ answer }) => answer),
    );
    expect(asked.length).toBeGreaterThan(2);
    expect(asked).not.toContain("orage");
  });

  test("letters alone fit one word: not the first ones that two words of the language have, with no article before", () => {
    const sentence = "El jefe lleva una chaqueta azul en el andén.";
    const letters = sheetsOf({ text: `${sentence} ${journey}`, job: "hut.es.4" }).flatMap(({ exercises }) =>
      exercises.filter(({ kind }) => kind === "first-letter").flatMap(({ items }) => items),
    );
    expect(letters.length).toBeGreaterThan(5);
    for (const { before, given, answer } of letters) {
      expect(before).toMatch(/(?:^|\s)(?:el|la|los|las|un|una|unos|unas) $/i);
      expect((given ?? "").length * 3).toBeGreaterThanOrEqual(
        Math.min(answer.length * 2, (answer.length - 2) * 3),
      );
    }
  });

  test("a word that is all but its meaning is not matched with it", () => {
    const words = [
      "enveloppe = envelope",
      "port = port",
      "chat = cat",
      "clef = key",
      "sac = bag",
      "vélo = bike",
    ];
    const text =
      "Le chat dort dans la rue. La clef est sous la porte du garage. Elle met l'enveloppe dans son sac.";
    const [sheet] = sheetsOf({ text, lang: "fr", words });
    const matched = sheet?.exercises
      .find(({ kind }) => kind === "matching")
      ?.items.map(({ answer }) => answer);
    expect(matched?.toSorted()).toEqual(["chat", "clef", "sac", "vélo"]);
  });

  test("versions A and B have the same kinds and points, and share hardly an item", () => {
    let [shared, all] = [0, 0];
    // A list of six words hasn't eight to match, nor a short story four sentences to build.
    const scarce = ["matching", "word-order", "who-said"];
    for (const { exercises, job } of lessons) {
      const [a, b] = exercises();
      const points = (sheet?: ExerciseSheet) =>
        sheet?.exercises.map(({ kind, items }) => `${kind} ${items.length}`);
      expect(points(a), job).toEqual(points(b));
      for (const exercise of a?.exercises ?? []) {
        const other = b?.exercises.find(({ kind }) => kind === exercise.kind);
        const asked = new Set(other?.items.map(({ answer }) => answer));
        if (scarce.includes(exercise.kind)) continue;
        all += exercise.items.length;
        shared += exercise.items.filter(({ answer }) => asked.has(answer)).length;
      }
    }
    expect(shared / all).toBeLessThan(0.08);
  });

  test("versions A and B share nothing if the story has enough for both", () => {
    const glossed =
      "gato tienda abuela jardín perro puerta vecino camarero mujer cartero niña médico molino padre";
    const words = glossed.split(" ").map((word, index) => `${word} = meaning ${index}`);
    const [a, b] = sheetsOf({ text: `${plainStory} ${journey}`, words });
    const asked = (sheet?: ExerciseSheet) =>
      sheet?.exercises.flatMap(({ kind, items }) => items.map(({ answer }) => `${kind} ${answer}`)) ?? [];
    expect(asked(a).length).toBeGreaterThan(40);
    const shared = asked(a).filter((item) => asked(b).includes(item));
    // Three sentences of the story can be put together, and each version needs two.
    expect(shared.filter((item) => !item.startsWith("word-order"))).toEqual([]);
  });

  test("a key begins a sentence as the story does", () => {
    for (const { exercises, paragraphs } of lessons) {
      // Sentences have plain spaces, where French has narrow ones before its signs.
      const story = paragraphs.map(({ text }) => text.replace(/\s+/gu, " ")).join("\n");
      for (const exercise of exercises().flatMap((sheet) => sheet.exercises))
        if (["word-order", "dictation", "find-sentence"].includes(exercise.kind))
          for (const { text } of answersOf(exercise)) expect(story).toContain(text);
    }
  });
});
