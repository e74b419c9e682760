import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import type { Kind } from "../../../src/package/exercises/exercise.ts";
import { whoSaid } from "../../../src/package/exercises/kinds/who-said.ts";
import { isEnough } from "../../../src/package/exercises/kinds.ts";
import { storyOf } from "../../../src/package/exercises/story.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { contentsWithoutBooks } from "../fixtures.ts";
import { draftOf, itemsOf, journey, plainStory, sheetsOf } from "./fixtures.ts";
import { sampleCourse } from "./sample-courses.ts";

const lessonsOf = (course: Course, isWanted = (_: string) => true) =>
  contentsWithoutBooks(course)
    .volumes.filter(({ folder }) => isWanted(folder))
    .flatMap((volume) =>
      volume.lessons.map(({ paragraphs, exercises }) => ({
        text: paragraphs.map(({ text }) => text.replace(/\s+/g, " ")).join("\n"),
        exercises,
      })),
    );

const lessons = lessonsOf(await sampleCourse("weekly-spanish"));
// Longer ones, which have room for everything.
const longer = lessonsOf(
  await sampleCourse("graded-readers"),
  (folder) => folder === "de-4" || folder === "fr-4",
);

function allOf(kind: Kind, from = lessons) {
  return from.flatMap(({ text, exercises }) =>
    exercises()
      .flatMap((sheet) => sheet.exercises.filter((each) => each.kind === kind))
      .map((exercise) => ({ text, exercise })),
  );
}

const wordsIn = (sentence: string): string[] => sentence.toLowerCase().match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];

describe("whether a story was understood is asked", () => {
  test("by its order: sentences from its beginning to its end, each in it once", () => {
    const made = allOf("story-order");
    expect(made.length).toBeGreaterThan(8);
    for (const { text, exercise } of made) {
      const right = exercise.items.toSorted((a, b) => a.correct - b.correct).map(({ before }) => before);
      const places = right.map((sentence) => text.indexOf(sentence));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(right.map((sentence) => text.split(sentence).length)).toEqual(right.map(() => 2));
      const span = ((places.at(-1) ?? 0) - (places[0] ?? 0)) / text.length;
      expect(span).toBeGreaterThan(0.4);
    }
  });

  test("by what comes next: the sentence that follows in the text, and no other of the choices does", () => {
    const made = [...allOf("what-next"), ...allOf("what-next", longer)];
    expect(made.length).toBeGreaterThan(8);
    for (const { text, exercise } of made) {
      for (const { before, correct } of exercise.items) {
        const following = exercise.choices.filter((next) => text.includes(`${before} ${next}`));
        expect(following).toEqual([exercise.choices[correct]]);
      }
    }
  });

  test("by who says what, if the story itself names the speakers", () => {
    const talk =
      "«¿Dónde está el perro?», pregunta Ana. «No lo sé, mira en el jardín», dice Luis. «Aquí no hay nada», contesta Ana. " +
      "Después Ana abre la puerta y ve a Luis. «Tengo mucha hambre», dice él. «Mañana vamos a la playa», grita Luis. «Ven, Ana», dice Luis.";
    const saidIn = (text: string) => {
      const paragraphs = [{ text, marks: [], cuts: null, occurrences: [] }];
      const story = storyOf({ paragraphs, words: [] }, languageOf("es"));
      const made = whoSaid(draftOf(story));
      return isEnough(made) ? made : undefined;
    };
    expect(saidIn(talk)?.items.map(({ before: quote, answer }) => ({ quote, answer }))).toEqual([
      { quote: "¿Dónde está el perro?", answer: "Ana" },
      { quote: "No lo sé, mira en el jardín", answer: "Luis" },
      { quote: "Aquí no hay nada", answer: "Ana" },
      { quote: "Mañana vamos a la playa", answer: "Luis" },
    ]);
    expect(saidIn(talk)?.choices.toSorted()).toEqual(["Ana", "Luis"]);
    expect(saidIn(talk.replaceAll("Luis", "Ana"))).toBeUndefined();
  });

  test("by sentences to find: two words of each, which no other sentence of the story has together", () => {
    const made = allOf("find-sentence", longer);
    expect(made.length).toBeGreaterThan(7);
    for (const { text, exercise } of made) {
      const sentences = text.split(/(?<=[.!?…]["”»]?)\s+/u).map(wordsIn);
      for (const { cue: clues, answer } of exercise.items) {
        expect(clues.length).toBe(2);
        expect(text).toContain(answer);
        const having = sentences.filter((words) => clues.every((clue) => words.includes(clue.toLowerCase())));
        expect(having).toEqual([wordsIn(answer)]);
      }
    }
  });

  test("by sentences to find that the set neither shows nor asks for elsewhere", () => {
    for (const { exercises } of longer) {
      for (const sheet of exercises()) {
        const found = itemsOf(sheet.exercises, "find-sentence");
        const others = JSON.stringify(sheet.exercises.filter(({ kind }) => kind !== "find-sentence"));
        for (const { answer } of found) expect(others).not.toContain(answer);
      }
    }
  });

  test("by retelling it with words that the set shows anyway, in their order in the story", () => {
    for (const { text, exercises } of lessons) {
      for (const sheet of exercises()) {
        expect(sheet.retell.length).toBeGreaterThanOrEqual(5);
        const shown = JSON.stringify(sheet.exercises).toLowerCase();
        for (const word of sheet.retell) expect(shown).toContain(word.toLowerCase());
        const bare = ` ${text.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, " ")} `;
        const places = sheet.retell.map((word) => bare.indexOf(` ${word.toLowerCase()} `));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    }
  });

  test("by an editor's questions, whose answers and options no other exercise shows or asks for", () => {
    const question = {
      question: "¿Qué compra Luis?",
      options: ["un libro", "pan y queso", "llaves"],
      right: 1,
      evidence: "",
    };
    for (const job of ["one", "two", "three"])
      for (const { exercises } of sheetsOf({
        job,
        text: `${plainStory} ${journey}`,
        questions: [question],
      })) {
        const others = exercises.filter(({ kind }) => kind !== "comprehension");
        expect(others.length).toBe(exercises.length - 1);
        for (const { before, given, after, answer, cue } of itemsOf(others)) {
          const read = given === null ? [before, ...cue, answer] : [before, after];
          expect(read.join("|")).not.toContain("pan y queso");
          if (given !== null) expect(["libro", "pan", "queso", "llaves"]).not.toContain(answer);
        }
      }
  });

  test("only where the story yields enough", () => {
    const kinds = sheetsOf({
      text: "Ana va al mercado. Compra pan. Luis duerme.",
      words: ["pan = bread"],
    })[0];
    expect([kinds?.exercises.map(({ kind }) => kind), kinds?.retell]).toEqual([[], []]);
  });
});
