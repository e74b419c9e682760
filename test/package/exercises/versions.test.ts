import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import type { Exercise } from "../../../src/package/exercises/exercise.ts";
import { countItems, lengthOf } from "../../../src/package/exercises/versions/count-items.ts";
import { trimmed } from "../../../src/package/exercises/versions/trim.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { contentsWithoutBooks, spoken } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { tortureCourse } from "../torture/torture-course.ts";
import { sheetsOf } from "./fixtures.ts";
import { sampleCourse } from "./sample-courses.ts";

// What a learner hardly notices in a set that takes half an hour.
const mostDifference = 0.1;

const countsOf = (exercises: readonly Exercise[]) => exercises.map((each) => [each.kind, countItems(each)]);
const lengthIn = (exercises: readonly Exercise[]) => exercises.reduce((sum, each) => sum + lengthOf(each), 0);

describe("version B is as hard as version A by count:", () => {
  test.each<[string, () => Course | Promise<Course>]>([
    ["the weekly sample course", () => sampleCourse("weekly-spanish")],
    ["the graded readers", () => sampleCourse("graded-readers")],
    ["a course with recordings", () => spoken(showcase(null))],
    ["a course of odd texts", () => tortureCourse(null)],
  ])("%s has the same kinds, as many items of each, and about as much to read", async (_, made) => {
    const lessons = contentsWithoutBooks(await made()).volumes.flatMap((volume) => volume.lessons);
    expect(lessons.length).toBeGreaterThan(4);
    for (const { job, exercises } of lessons) {
      const [a = [], b = []] = exercises().map((sheet) => sheet.exercises);
      expect([job, countsOf(b)]).toEqual([job, countsOf(a)]);
      const [long, short] = [a, b].map(lengthIn).sort((one, other) => other - one);
      expect([job, (long ?? 0) - (short ?? 0) <= mostDifference * (long ?? 0)]).toEqual([job, true]);
    }
  });
});

test("what is cut off an exercise leaves no word, meaning or name that belongs to nothing", () => {
  const es = languageOf("es");
  const of = <E extends Exercise>(exercise: E, count: number) => trimmed(exercise, count, es) as E;
  const gap = (answer: string) => ({ before: "a ", answer, after: "." });
  const cloze = of(
    { kind: "cloze", bank: ["c", "spare", "a", "b"], items: [gap("a"), gap("b"), gap("c")] },
    2,
  );
  expect([cloze.bank, cloze.items.length]).toEqual([["spare", "a", "b"], 2]);
  const matching = of(
    { kind: "matching", words: ["a", "b", "c"], glosses: ["C", "A", "B"], key: [1, 2, 0] },
    2,
  );
  expect(matching).toEqual({ kind: "matching", words: ["a", "b"], glosses: ["A", "B"], key: [0, 1] });
  const order = of({ kind: "story-order", sentences: ["5", "1", "2", "3", "4"], key: [4, 0, 1, 2, 3] }, 4);
  expect(order).toEqual({ kind: "story-order", sentences: ["4", "3", "2", "1"], key: [3, 2, 1, 0] });
  const said = of(
    {
      kind: "who-said",
      names: ["Luis", "Ana"],
      items: [
        { quote: "x", answer: "Ana" },
        { quote: "y", answer: "Luis" },
      ],
    },
    1,
  );
  expect(said.names).toEqual(["Ana"]);
  const told = [true, false, false, true].map((isTrue, index) => ({
    statement: `${index}`,
    isTrue,
    answer: "",
  }));
  const stated = of({ kind: "true-false", items: told }, 2);
  expect(stated.items.map(({ isTrue }) => isTrue)).toEqual([true, false]);
});

test("a lesson's reading exercises stay the same when the times of its recording are found", () => {
  const { text, words } = { text: showcase(null).lessons[0]?.text ?? "", words: ["pan = bread"] };
  const isRead = ({ kind }: Exercise) => kind !== "dictation" && kind !== "listening-cloze";
  const read = (isHeard: () => boolean) =>
    sheetsOf({ text, words, isHeard }).map(({ exercises }) => exercises.filter(isRead));
  expect(read(() => true)).toEqual(read(() => false));
});
