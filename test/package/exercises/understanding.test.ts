import { describe, expect, test } from "vitest";
import { chanceOf } from "../../../src/package/exercises/chance.ts";
import type { Exercise } from "../../../src/package/exercises/exercise.ts";
import { nothingShown } from "../../../src/package/exercises/shown.ts";
import { whoSaid } from "../../../src/package/exercises/speech/who-said.ts";
import { storyOf } from "../../../src/package/exercises/story.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { contentsWithoutBooks } from "../fixtures.ts";
import { sheetsOf } from "./fixtures.ts";
import { sampleCourse } from "./sample-courses.ts";

const lessons = contentsWithoutBooks(await sampleCourse("weekly-spanish")).volumes.flatMap((volume) =>
  volume.lessons.map(({ paragraphs, exercises }) => ({
    text: paragraphs.map(({ text }) => text.replace(/\s+/g, " ")).join("\n"),
    exercises,
  })),
);

type OfKind<K> = Exercise extends infer E
  ? E extends { kind: infer Own }
    ? K extends Own
      ? E
      : never
    : never
  : never;

function allOf<K extends Exercise["kind"]>(kind: K) {
  return lessons.flatMap(({ text, exercises }) =>
    exercises().flatMap((sheet) =>
      sheet.exercises
        .filter((each): each is Exercise & OfKind<K> => each.kind === kind)
        .map((exercise) => ({ text, exercise })),
    ),
  );
}

describe("whether a story was understood is asked", () => {
  test("by its order: sentences from its beginning to its end, each in it once", () => {
    const made = allOf("story-order");
    expect(made.length).toBeGreaterThan(8);
    for (const { text, exercise } of made) {
      const right = exercise.key.map((_, place) => exercise.sentences[exercise.key.indexOf(place)] ?? "?");
      const places = right.map((sentence) => text.indexOf(sentence));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(right.map((sentence) => text.split(sentence).length)).toEqual(right.map(() => 2));
      const span = ((places.at(-1) ?? 0) - (places[0] ?? 0)) / text.length;
      expect(span).toBeGreaterThan(0.4);
    }
  });

  test("by what comes next: the sentence that follows in the text, and no other of the choices does", () => {
    const made = allOf("what-next");
    expect(made.length).toBeGreaterThan(8);
    for (const { text, exercise } of made) {
      for (const [index, sentence] of exercise.sentences.entries()) {
        const following = exercise.nexts.filter((next) => text.includes(`${sentence} ${next}`));
        expect(following).toEqual([exercise.nexts[exercise.key[index] ?? -1]]);
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
      return whoSaid(story, { shown: nothingShown, chance: chanceOf("seed") })?.exercise;
    };
    expect(saidIn(talk)?.items).toEqual([
      { quote: "¿Dónde está el perro?", answer: "Ana" },
      { quote: "No lo sé, mira en el jardín", answer: "Luis" },
      { quote: "Aquí no hay nada", answer: "Ana" },
      { quote: "Mañana vamos a la playa", answer: "Luis" },
    ]);
    expect(saidIn(talk)?.names.toSorted()).toEqual(["Ana", "Luis"]);
    expect(saidIn(talk.replaceAll("Luis", "Ana"))).toBeUndefined();
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

  test("only where the story yields enough", () => {
    const kinds = sheetsOf({
      text: "Ana va al mercado. Compra pan. Luis duerme.",
      words: ["pan = bread"],
    })[0];
    expect([kinds?.exercises.map(({ kind }) => kind), kinds?.retell]).toEqual([[], []]);
  });
});
