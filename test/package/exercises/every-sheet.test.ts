import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { foldAnswer, lettersOf, sameAnswer } from "../../../src/package/exercises/answer.ts";
import type { Exercise, ExerciseSheet, Item, Kind } from "../../../src/package/exercises/exercise.ts";
import { lengthOf } from "../../../src/package/exercises/exercise-sheets.ts";
import { answersOf } from "../../../src/package/exercises/kinds.ts";
import { isSmallWord } from "../../../src/package/exercises/language-words.ts";
import { sampleCourse, showcase, tortureCourse } from "../courses.ts";
import { contentsWithoutBooks, spoken } from "../fixtures.ts";
import { whole } from "./fixtures.ts";

const lessonsOf = (course: Course) =>
  contentsWithoutBooks(spoken(course)).volumes.flatMap(({ lessons, language }) =>
    lessons
      // Its words are markup, of which nothing but markup would be left here.
      .filter(({ topicId }) => topicId !== "evil")
      .map((lesson) => {
        /** Running words between spaces, or signs where nothing stands between words. */
        const fold = (text: string): string => {
          const folds = wordsIn(text).map((word) => foldAnswer(word, language));
          return language.spaces ? ` ${folds.join(" ")} ` : folds.join("");
        };
        // Sentences have plain spaces, where French has narrow ones before its signs.
        const text = lesson.paragraphs.map((paragraph) => paragraph.text.replace(/\s+/gu, " ")).join("\n");
        return { ...lesson, language, fold, text, sheets: lesson.exercises() };
      }),
  );
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];

const weekly = lessonsOf(await sampleCourse("weekly-spanish"));
const lessons = [
  ...weekly,
  ...lessonsOf(await sampleCourse("graded-readers")),
  ...lessonsOf(tortureCourse(null)),
  ...lessonsOf(showcase(null)),
];

type Lesson = (typeof lessons)[number];

function eachSheet(look: (sheet: ExerciseSheet, lesson: Lesson) => void): void {
  for (const lesson of lessons) for (const sheet of lesson.sheets) look(sheet, lesson);
}

/** Looks at every exercise of some kinds; there are at least so many. */
function eachOf(
  wanted: readonly Kind[],
  atLeast: number,
  look: (exercise: Exercise, lesson: Lesson) => void,
) {
  let seen = 0;
  eachSheet(({ exercises }, lesson) => {
    for (const exercise of exercises.filter(({ kind }) => wanted.includes(kind))) {
      seen += 1;
      look(exercise, lesson);
    }
  });
  expect(seen).toBeGreaterThanOrEqual(atLeast);
}

/** What a learner must write or put in a gap. */
const wordsAskedIn = ({ exercises }: ExerciseSheet): { exercise: Exercise; item: Item }[] =>
  exercises.flatMap((exercise) =>
    exercise.items.filter(({ given }) => given !== null).map((item) => ({ exercise, item })),
  );

const printedIn = ({ choices, items }: Exercise): string[] => [
  ...choices,
  ...items.flatMap(({ before, after, cue }) => [before, after, ...cue]),
];

const inOrder = ({ items }: Exercise) =>
  items.toSorted((a, b) => a.correct - b.correct).map(({ before }) => before);

describe("on the sheets of the sample courses and of the torture course", () => {
  test("gaps are in sentences of the story, each once, and none asks for what stands around another", () => {
    eachSheet(({ exercises }, { text, job }) => {
      const gaps = exercises.flatMap(({ items }) => items.filter(({ given }) => given !== null));
      for (const gap of gaps) expect(text, job).toContain(whole(gap));
      expect(new Set(gaps.map(whole)).size, job).toBe(gaps.length);
      for (const { given, answer } of gaps) expect(answer.startsWith(given ?? "?"), job).toBe(true);
      const around = gaps.flatMap(({ before, after }) => wordsIn(`${before} ${after}`.toLowerCase()));
      expect(gaps.filter(({ answer }) => around.includes(answer.toLowerCase()))).toEqual([]);
    });
  });

  test("each answer is among the choices once, and a word is matched with its own meaning", () => {
    eachOf(["cloze"], 90, ({ choices, items }, { language, job }) => {
      const phrases = choices.filter((choice) => choice.includes(" ")).flatMap((choice) => choice.split(" "));
      const within = choices.filter((choice) => phrases.includes(choice));
      expect(within, job).toEqual([]);
      for (const { answer, correct } of items) {
        const same = choices.filter((word) => sameAnswer(word, answer, language));
        expect(same, job).toEqual([choices[correct]]);
      }
    });
    eachOf(["matching"], 50, ({ choices, items }, { words }) => {
      expect(new Set(choices).size).toBe(items.length);
      for (const { before: word, correct } of items)
        expect(words).toContainEqual(expect.objectContaining({ word, gloss: choices[correct] }));
    });
  });

  test("no answer is printed in another exercise, nor asked for in it", () => {
    let asked = 0;
    eachSheet((sheet, { fold, job }) => {
      for (const { exercise, item } of wordsAskedIn(sheet)) {
        asked += 1;
        // A preposition never has the meaning of the noun that is spelt like it.
        if (item.answer === "sobre") expect(item.gloss, job).toBeNull();
        for (const other of sheet.exercises.filter((each) => each !== exercise)) {
          const answers = other.items.filter(({ given }) => given !== null).map(({ answer }) => answer);
          for (const text of [...printedIn(other), ...answers])
            expect(fold(text), `${job} ${exercise.kind}`).not.toContain(fold(item.answer));
        }
      }
    });
    expect(asked).toBeGreaterThan(800);
  });

  test("no two gaps of a sheet ask for forms of one word, of which the one would tell the other, nor has a gap's sentence another", () => {
    eachSheet((sheet, { fold, job, language }) => {
      if (!language.spaces) return;
      const longIn = (text: string) =>
        fold(text)
          .split(" ")
          .filter(({ length }) => length > 3);
      const stemsOf = (text: string) => [...new Set(longIn(text))].map((word) => word.slice(0, 4));
      const read = wordsAskedIn(sheet).filter(({ exercise }) => exercise.kind !== "listening-cloze");
      const stems = read.flatMap(({ item }) => stemsOf(item.answer));
      const again = stems.filter((stem, index) => stems.indexOf(stem) !== index);
      expect(again, job).toEqual([]);
      for (const { item } of read) {
        const around = stemsOf(`${item.before} | ${item.after}`);
        const told = stemsOf(item.answer).filter((stem) => around.includes(stem));
        expect(told, `${job}: ${whole(item)}`).toEqual([]);
      }
    });
  });

  test("no gap is without what makes its answer the only one: its meaning, its first letters, or its sound", () => {
    eachSheet(({ exercises }, { job }) => {
      for (const { items } of exercises) {
        const hints = items.map(({ gloss, cue, given }) => gloss ?? cue[0] ?? given);
        for (const [index, { given, heard, answer }] of items.entries()) {
          if (given === null || heard !== null) continue;
          const hint = hints[index] ?? "";
          expect(hint, `${job} ${answer}`).not.toBe("");
          expect(hints.filter((other) => other === hint).length, `${job} ${hint}`).toBe(1);
        }
      }
    });
  });

  test("first letters alone don't tell a gap's word: exactly one other word of the bank begins with them, and doesn't fit", () => {
    let told = 0;
    eachOf(["cloze"], 90, ({ choices, items }, { fold, job, text }) => {
      for (const { before, after, answer, gloss, cue } of items) {
        if (gloss !== null) continue;
        const begin = fold(cue[0] ?? "").trim();
        expect(choices, job).not.toContain(cue[0]);
        const others = choices.filter(
          (word) => fold(word) !== fold(answer) && fold(word).trim().startsWith(begin),
        );
        for (const other of others) {
          expect(text, job).not.toContain(`${before}${other}${after}`);
          expect(wordsIn(`${before}|${after}`).map(fold), job).not.toContain(fold(other));
        }
        expect(others, `${job} ${answer}`).toHaveLength(1);
        told += 1;
      }
    });
    expect(told).toBeGreaterThan(400);
  });

  test("half of a word is given beside its meaning, and two thirds without; at least two letters are left", () => {
    const shares = { glossed: [] as number[], bare: [] as number[] };
    eachOf(["first-letter"], 30, ({ items }) => {
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

  test("sentences to order are the story's from its beginning to its end, shown in another order, and without numbers that tell it", () => {
    eachOf(["sentence-order", "story-order"], 100, (exercise, { text, job }) => {
      const right = inOrder(exercise);
      expect(right, job).not.toEqual(exercise.items.map(({ before }) => before));
      const places = right.map((sentence) => text.indexOf(sentence));
      expect(places, job).not.toContain(-1);
      expect(places, job).toEqual(places.toSorted((a, b) => a - b));
      for (const sentence of right) expect(sentence, job).not.toMatch(/\p{Nd}/u);
      if (exercise.kind !== "story-order") return;
      expect(right.map((sentence) => text.split(sentence).length)).toEqual(right.map(() => 2));
      expect(((places.at(-1) ?? 0) - (places[0] ?? 0)) / text.length).toBeGreaterThan(0.4);
    });
  });

  test("what comes next follows in the text, no other of the choices does, and it is not known by a word of the sentence before", () => {
    eachOf(["what-next"], 9, ({ choices, items }, { fold, language, text }) => {
      const telling = (text = "") =>
        fold(text)
          .split(" ")
          .filter((word) => word.length > 3 && !isSmallWord(word, language));
      for (const { before, correct } of items) {
        expect(choices.filter((next) => text.includes(`${before} ${next}`))).toEqual([choices[correct]]);
        const known = telling(before).filter((word) => telling(choices[correct]).includes(word));
        expect(known, before).toEqual([]);
      }
    });
  });

  test("a sentence is found by two words that no other sentence has together, and is shown nowhere else", () => {
    const lower = (text: string) => wordsIn(text.toLowerCase());
    eachOf(["find-sentence"], 8, (exercise, { text, sheets }) => {
      const sentences = text.split(/(?<=[.!?…]["”»]?)\s+/u).map(lower);
      const sheet = sheets.find(({ exercises }) => exercises.includes(exercise));
      const others = JSON.stringify(sheet?.exercises.filter((each) => each !== exercise));
      for (const { cue: clues, answer } of exercise.items) {
        expect(clues.length).toBe(2);
        expect(text).toContain(answer);
        expect(others).not.toContain(answer);
        const having = sentences.filter((words) => clues.every((clue) => words.includes(clue.toLowerCase())));
        expect(having).toEqual([lower(answer)]);
      }
    });
  });

  test("a statement is true if the story says it; a false one doesn't show itself by its verb", () => {
    let exchanged = 0;
    eachOf(["true-false"], 20, ({ items }, { text, job }) => {
      for (const { before, answer, correct } of items) {
        expect(text).toContain(answer);
        expect(text.includes(before), job).toBe(correct === 0);
        if (correct === 0) continue;
        exchanged += 1;
        const words = before.split(" ");
        const at = words.findIndex((word, index) => word !== answer.split(" ")[index]);
        const said = words.slice(Math.max(0, at - 1), at + 1).join(" ");
        expect(said, job).not.toMatch(/^(?:[tsm]e|nos|ne|qu[ei]) /iu);
      }
    });
    expect(exchanged).toBeGreaterThan(60);
  });

  test("a key begins a sentence as the story does", () => {
    eachOf(["word-order", "dictation", "find-sentence"], 50, (exercise, { text }) => {
      for (const { text: answer } of answersOf(exercise)) expect(text).toContain(answer);
    });
  });

  test("a story is retold with words that the set shows anyway, in their order in the story", () => {
    for (const { text, sheets } of weekly)
      for (const { retell, exercises } of sheets) {
        expect(retell.length).toBeGreaterThanOrEqual(5);
        const shown = JSON.stringify(exercises).toLowerCase();
        for (const word of retell) expect(shown).toContain(word.toLowerCase());
        const bare = ` ${text.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, " ")} `;
        const places = retell.map((word) => bare.indexOf(` ${word.toLowerCase()} `));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
  });

  test("versions A and B have the same kinds and points, about as much to read, and hardly an item in common", () => {
    let [shared, all] = [0, 0];
    // A list of six words hasn't eight to match, nor a short story four sentences to build.
    const scarce = ["matching", "word-order", "who-said"];
    const lengthIn = (exercises: readonly Exercise[]) =>
      exercises.reduce((sum, each) => sum + lengthOf(each), 0);
    for (const { sheets, job } of lessons) {
      expect(sheets.map(({ version }) => version).join(), job).toMatch(/^(?:A,B)?$/);
      const [a = [], b = []] = sheets.map(({ exercises }) => exercises);
      const points = (some: readonly Exercise[]) => some.map(({ kind, items }) => `${kind} ${items.length}`);
      expect(points(a), job).toEqual(points(b));
      const [long = 0, short = 0] = [a, b].map(lengthIn).sort((one, other) => other - one);
      // What a learner hardly notices in a set of half an hour; in a story of a few sentences, there are hardly any to choose from.
      expect(long - short, job).toBeLessThanOrEqual(Math.max(80, 0.15 * long));
      for (const { kind, items } of a.filter(({ kind }) => !scarce.includes(kind))) {
        const asked = new Set(b.find((other) => other.kind === kind)?.items.map(({ answer }) => answer));
        all += items.length;
        shared += items.filter(({ answer }) => asked.has(answer)).length;
      }
    }
    expect(shared / all).toBeLessThan(0.08);
  });
});
