import { describe, expect, test } from "vitest";
import type { EditedItem } from "../../../src/lessons/correction/overlay.ts";
import {
  type DraftedExercise,
  editedExercise,
  readItem,
  writeItem,
} from "../../../src/package/exercises/edited-exercise.ts";
import { type Exercise, itemOf } from "../../../src/package/exercises/exercise.ts";
import { draftedExercise, editedSheets } from "../../../src/package/exercises/exercise-sheets.ts";
import { answersOf } from "../../../src/package/exercises/kinds.ts";
import { questionsOf } from "../../../src/package/quiz/question.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { sampleCourse, showcase, tortureCourse } from "../courses.ts";
import { contentsWithoutBooks, spoken } from "../fixtures.ts";

const spanish = languageOf("es");

const gapsOf = (...answers: string[]) => {
  const item = (answer: string) => itemOf({ before: `Con ${answer.length} `, given: "", answer, after: "." });
  return answers.map((answer, correct) => ({ ...item(answer), correct }));
};
const cloze: Exercise = {
  kind: "cloze",
  choices: ["mesa", "llave", "sobra", "pan"],
  items: gapsOf("mesa", "llave", "pan").map((item) => ({ ...item, correct: [0, 1, 3][item.correct] ?? 0 })),
};

/** An exercise after one of its items became something else. */
function after(exercise: Exercise, change: { at: number; now: string }): Exercise | null {
  const own = draftedExercise(exercise);
  return editedExercise(own, new Map([[own.keys[change.at] ?? "", change.now]]));
}

describe("every item of the sample and torture courses", async () => {
  const readers = await sampleCourse("graded-readers");
  const lessons = [readers, showcase(null), tortureCourse(null)].flatMap((course) =>
    contentsWithoutBooks(spoken(course)).volumes.flatMap((volume) => volume.lessons),
  );
  const all = lessons.flatMap(({ exercises }) =>
    exercises().flatMap((sheet) => sheet.exercises.map(draftedExercise)),
  );
  const own = all.filter(({ kind }) => kind !== "comprehension");

  test("is read as it was written, and as nothing else", () => {
    expect(new Set(own.map(({ form }) => form)).size).toBe(4);
    for (const exercise of own) {
      for (const item of exercise.items) {
        const read: unknown = readItem(writeItem(exercise, item), exercise, item);
        expect([exercise.kind, read]).toEqual([exercise.kind, expect.objectContaining(item)]);
      }
    }
  });

  test("can be left out alone: the others keep their answers, and no choice belongs to nothing", () => {
    for (const exercise of own) {
      for (const [at, key] of exercise.keys.entries()) {
        const left = editedExercise(exercise, new Map([[key, ""]]));
        if (left === null) continue;
        const isOther = (each: number) => exercise.keys[each] !== key;
        expect(left.items.length).toBe(exercise.keys.filter((one) => one !== key).length);
        expect(answersOf(left)).toEqual(
          exercise.form === "order"
            ? answersOf(exercise).filter(({ text }) => text !== exercise.items[at]?.answer)
            : answersOf(exercise).filter((_, each) => isOther(each)),
        );
      }
    }
  });
});

test("an item that is left out takes its word out of the bank, and the words that fit nowhere stay", () => {
  expect(after(cloze, { at: 1, now: "" })).toMatchObject({
    choices: ["mesa", "sobra", "pan"],
    items: [
      { answer: "mesa", correct: 0 },
      { answer: "pan", correct: 2 },
    ],
  });
});

test("another answer of a bank stands in its place there, and the text around it is as it was typed", () => {
  const now = "Abre la puerta con la ___ nueva.\n= llave inglesa";
  expect(after(cloze, { at: 1, now })).toMatchObject({
    choices: ["mesa", "llave inglesa", "sobra", "pan"],
    items: [
      {},
      { before: "Abre la puerta con la ", after: " nueva.", answer: "llave inglesa", correct: 1 },
      {},
    ],
  });
  expect(after(cloze, { at: 1, now: "Con ___.\n= mesa" })).toMatchObject({
    choices: ["mesa", "sobra", "pan"],
    items: [{ correct: 0 }, { answer: "mesa", correct: 0 }, { correct: 2 }],
  });
});

test("other spellings of what is typed are right on every platform and in the key, and change what is given", () => {
  const item = itemOf({ before: "Es ", given: "ca", answer: "casa", after: ".", cue: [] });
  const typed: Exercise = { kind: "first-letter", choices: [], items: [item, item] };
  const made = after(typed, { at: 0, now: "Es ___ de todos.\n= hogar\n= domicilio" });
  if (made === null) throw new Error("nothing is left");
  const edited = { given: "ho", answer: "hogar", also: ["domicilio"], after: " de todos." };
  expect(made.items[0]).toMatchObject(edited);
  const [question] = questionsOf(made, spanish);
  const accepted = expect.arrayContaining(["hogar", "domicilio"]);
  expect(question).toMatchObject({ shown: "ho___", accepted });
  expect(answersOf(made)[0]?.text).toBe("hogar / domicilio");
});

test("a sentence to build has the phrases that were typed as tiles, not in their order", () => {
  const answer = "deja la llave en el taller";
  const item = itemOf({ before: "Ana", cue: ["en el taller", "deja la llave"], answer, after: "." });
  const build: Exercise = { kind: "word-order", choices: [], items: [item, { ...item, before: "Luis" }] };
  expect(writeItem(draftedExercise(build), item)).toBe("Ana\n= deja la llave / en el taller");
  const now = "Ana\n= busca / la llave / en casa\n= busca / en casa / la llave";
  expect(after(build, { at: 0, now })?.items[0]).toMatchObject({
    answer: "busca la llave en casa",
    also: ["busca en casa la llave"],
    cue: ["busca", "en casa", "la llave"],
  });
  const inOrder = after(build, { at: 0, now: "Ana\n= ahora / busca" })?.items[0];
  expect(inOrder?.cue).toEqual(["busca", "ahora"]);
});

test("a statement is true or false as typed, and one made false says what the story says", () => {
  const items = ["Llueve.", "Nieva.", "Hay sol."].map((answer) => itemOf({ before: answer, answer }));
  const statements: Exercise = { kind: "true-false", choices: ["True", "False"], items };
  const now = "Llueve mucho.\n= False\n= Llueve.";
  const first = (typed: string) => after(statements, { at: 0, now: typed })?.items[0];
  expect(first(now)).toMatchObject({ before: "Llueve mucho.", answer: "Llueve.", correct: 1 });
  expect(first("Llueve mucho.\n= True")).toMatchObject({ answer: "Llueve mucho.", correct: 0 });
  expect(after(statements, { at: 0, now: "Llueve.\n= Maybe" })).toEqual({ ...statements });
});

test("of an order, the places close up, and what is left of one sentence is no exercise", () => {
  const sentences = ["Uno.", "Dos.", "Tres."].map((answer, correct) =>
    itemOf({ before: answer, answer, correct: 2 - correct }),
  );
  const order: Exercise = { kind: "sentence-order", choices: [], items: sentences };
  expect(after(order, { at: 1, now: "" })?.items.map(({ answer, correct }) => [answer, correct])).toEqual([
    ["Uno.", 1],
    ["Tres.", 0],
  ]);
  const own = draftedExercise({ ...order, items: sentences.slice(0, 2) });
  expect(editedExercise(own, new Map([[own.keys[0] ?? "", ""]]))).toBeNull();
});

test.for<[string, Exercise, string, string]>([
  ["two lines to read", cloze, "Con ___.\ny más\n= pan", "line"],
  ["no line", cloze, "= pan", "gap"],
  ["no gap", cloze, "Con pan.\n= pan", "gap"],
  ["two gaps", cloze, "Con ___ y ___.\n= pan", "gap"],
  ["no answer", cloze, "Con ___.", "answers"],
  ["two right choices", cloze, "Con ___.\n= pan\n= mesa", "answers"],
  ["a line without end", cloze, `Con ___.\n= ${"a".repeat(2_000)}`, "too_long"],
])("an editor is told of %s, and such an overlay changes nothing", ([, exercise, typed, fault]) => {
  const own: DraftedExercise = draftedExercise(exercise);
  const [item] = own.items;
  if (item === undefined) throw new Error("no item");
  expect(readItem(typed, own, item)).toBe(fault);
  expect(after(exercise, { at: 0, now: typed })).toEqual({ ...exercise });
});

test("both versions get an edit of an item that both have; one of an item that is no longer made changes nothing", () => {
  const sheets = (["A", "B"] as const).map((version) => ({
    version,
    exercises: [cloze],
    retell: ["mesa", "pan"],
  }));
  const [key = ""] = draftedExercise(cloze).keys;
  const edit = (item: string): EditedItem => ({ item, was: "", now: "" });
  const [a, b] = editedSheets(sheets, [edit(key), edit("0123456789abcdef")], spanish);
  expect(a?.exercises).toEqual(b?.exercises);
  expect(a?.exercises[0]?.items).toHaveLength(2);
  expect(a?.retell).toEqual(["pan"]);
  expect(editedSheets(sheets, [edit("0123456789abcdef")], spanish)).toEqual(sheets);
});
