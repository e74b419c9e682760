import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { type Exercise, itemOf } from "../../../src/package/exercises/exercise.ts";
import { lengthOf, trimmed } from "../../../src/package/exercises/exercise-sheets.ts";
import { contentsWithoutBooks, spoken } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { tortureCourse } from "../torture/torture-course.ts";
import { sheetsOf } from "./fixtures.ts";
import { sampleCourse } from "./sample-courses.ts";

// What a learner hardly notices in a set that takes half an hour.
const mostDifference = 0.15;
// In a story of a few sentences, the versions have hardly any to choose from.
const fewCharacters = 80;

const countsOf = (exercises: readonly Exercise[]) => exercises.map((each) => [each.kind, each.items.length]);
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
      const most = Math.max(fewCharacters, mostDifference * (long ?? 0));
      expect([job, (long ?? 0) - (short ?? 0) <= most]).toEqual([job, true]);
    }
  });
});

test("what is cut off an exercise leaves no word, meaning or name that belongs to nothing", () => {
  const items = (...rights: number[]) => rights.map((correct) => itemOf({ answer: "", correct }));
  const rightsOf = (exercise: Exercise) => exercise.items.map(({ correct }) => correct);
  const gaps = { kind: "cloze", choices: ["c", "spare", "a", "b"], items: items(2, 3, 0) } as const;
  const cloze = trimmed(gaps, 2);
  expect([cloze.choices, rightsOf(cloze)]).toEqual([
    ["spare", "a", "b"],
    [1, 2],
  ]);
  const pairs = { kind: "matching", choices: ["C", "A", "B"], items: items(1, 2, 0) } as const;
  const matching = trimmed(pairs, 2);
  expect([matching.choices, rightsOf(matching)]).toEqual([
    ["A", "B"],
    [0, 1],
  ]);
  const order = trimmed({ kind: "story-order", choices: [], items: items(4, 0, 1, 2, 3) }, 4);
  expect(rightsOf(order)).toEqual([3, 2, 1, 0]);
  const said = trimmed({ kind: "who-said", choices: ["Luis", "Ana"], items: items(1, 0) }, 1);
  expect([said.choices, rightsOf(said)]).toEqual([["Ana"], [0]]);
  const stated = trimmed({ kind: "true-false", choices: ["True", "False"], items: items(0, 1, 1, 0) }, 2);
  expect([stated.choices, rightsOf(stated)]).toEqual([
    ["True", "False"],
    [0, 1],
  ]);
});

test("a lesson's reading exercises stay the same when the times of its recording are found", () => {
  const { text, words } = { text: showcase(null).lessons[0]?.text ?? "", words: ["pan = bread"] };
  const isRead = ({ kind }: Exercise) => kind !== "dictation" && kind !== "listening-cloze";
  const read = (isHeard: () => boolean) =>
    sheetsOf({ text, words, isHeard }).map(({ exercises }) => exercises.filter(isRead));
  expect(read(() => true)).toEqual(read(() => false));
});
