import { describe, expect, test } from "vitest";
import type { ExerciseSheet, Item } from "../../../src/package/exercises/exercise.ts";
import { exchangesOf } from "../../../src/package/exercises/kinds/true-false.ts";
import { storyOf } from "../../../src/package/exercises/story.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { exerciseOf, itemsOf, journey, plainStory, sheetsOf, whole } from "./fixtures.ts";

function gapsOf({ exercises }: ExerciseSheet): Item[] {
  return itemsOf(exercises).filter(({ given }) => given !== null);
}

/** What a learner reads of the story in an item: with a gap, around it; of what is built, the whole. */
function visible({ before, given, after, answer, cue }: Item): string[] {
  if (given !== null) return [before, after];
  return cue.length > 0 ? [answer + after] : [before];
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

describe("gaps", () => {
  const sentences = `${plainStory}\n\n`;

  test.each([
    ["a list after a colon", "En la lista está escrito: queso, sopa, tren."],
    ["a list of quotations", "La señora repite despacio: «queso», «sopa», «tren»."],
    ["a list of things", "El abuelo quiere comprar queso, sopa y tren."],
    ["a word that is only named", "Todos los niños repiten en voz alta «queso» muchas veces."],
  ])("never stand in %s", (_, line) => {
    const words = ["queso", "sopa", "tren"];
    for (const sheet of sheetsOf({ text: `${line} ${plainStory}`, words, isHeard: () => true })) {
      const gaps = gapsOf(sheet).filter(({ answer }) => words.includes(answer));
      expect(gapsOf(sheet).length).toBeGreaterThan(5);
      expect(gaps.map(whole)).not.toContain(line);
    }
  });

  test("are never in a title that a sentence quotes", () => {
    const text = `El trabajo se llama «Un queso con poco dinero» en la escuela. ${plainStory}`;
    const title = "El cuaderno verde: «Un queso con poco dinero»";
    for (const sheet of sheetsOf({ text, title, words: ["queso", "dinero"], isHeard: () => true }))
      for (const { before } of gapsOf(sheet)) expect(before).not.toContain("«Un");
  });

  test("never ask for articles, pronouns and the like", () => {
    const text = plainStory.replaceAll("La lluvia", "Mientras tanto la lluvia");
    const small = ["mientras", "entre", "hacia", "junto", "nadie"];
    for (const job of ["one", "two", "three", "four"])
      for (const sheet of sheetsOf({ job, text, isHeard: () => true }))
        for (const { answer } of gapsOf(sheet)) expect(small).not.toContain(answer.toLowerCase());
  });

  test("never ask in Japanese for a piece of a verb", () => {
    const text =
      "ハナは朝早く鉛筆を二本持って学校へ行きました。友達は教室の窓を静かに開けました。先生は新しい時計を机に置きました。午後は図書館の前で電車を待ちました。";
    const asked = sheetsOf({ text, lang: "ja", isHeard: () => true })
      .flatMap(gapsOf)
      .map(({ answer }) => answer);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((answer) => /[早持開置待行]$/u.test(answer))).toEqual([]);
  });

  test("are never in a heading, nor in a repetition of the title", () => {
    const title = "El tren lento cruza la niebla.";
    const text = `La noche en que todos buscaban queso\n\n${title} ${sentences}`;
    for (const sheet of sheetsOf({ text, title, words: ["queso", "tren", "niebla"], isHeard: () => true })) {
      expect(gapsOf(sheet).map(whole)).not.toContain(title);
      expect(gapsOf(sheet).map(whole).join()).not.toContain("La noche en que");
    }
  });

  test("are not given away by another gap or sentence of the same sheet", () => {
    for (const job of ["one", "two", "three", "four"]) {
      const text = `${plainStory} El queso viejo está en la mesa. La sopa espera junto al queso.`;
      for (const sheet of sheetsOf({ job, text, words: ["queso", "sopa"], isHeard: () => true })) {
        const open = itemsOf(sheet.exercises).flatMap(visible);
        const gaps = gapsOf(sheet);
        expect(new Set(gaps.map(whole)).size).toBe(gaps.length);
        for (const gap of gaps) expect(open).not.toContain(whole(gap));
        const around = gaps.flatMap(({ before, after }) => [before, after]).flatMap(wordsIn);
        expect(gaps.filter(({ answer }) => around.includes(answer.toLowerCase()))).toEqual([]);
      }
    }
  });

  test("with a first letter never ask for a word that the sheet shows", () => {
    const words = ["queso = cheese", "sopa = soup", "tren = train", "silla = chair", "libro = book"];
    for (const { exercises } of sheetsOf({ text: plainStory, words })) {
      const read = exercises.filter(({ kind }) => kind !== "letter-scramble" && kind !== "find-sentence");
      const shown = read
        .flatMap(({ kind, choices, items }) => [
          ...(kind === "cloze" ? choices : []),
          ...items.flatMap(visible),
        ])
        .flatMap(wordsIn);
      const answers = itemsOf(exercises, "first-letter").map(({ answer }) => answer);
      expect(answers.length).toBeGreaterThanOrEqual(3);
      expect(answers.filter((answer) => shown.includes(answer))).toEqual([]);
    }
  });
});

test("the distractors of a word bank are of the same class as its answers", () => {
  const verbs = [
    "Ana quiere mirar el viejo barco.",
    "Todos pueden beber agua en casa.",
    "Luis debe cantar en la plaza grande.",
    "El vecino va a pintar su casa.",
  ].join(" ");
  const listed = ["mirar = to look", "beber = to drink", "cantar = to sing", "pintar = to paint"];
  const spare = ["mesa = table", "camino = way", "pared = wall", "saltar = to jump", "coser = to sew"];
  const made = exerciseOf("cloze", { text: verbs, words: [...listed, ...spare] });
  expect(made?.items.length).toBe(4);
  const extra = made?.choices.filter((word) => !made.items.some(({ answer }) => answer === word));
  expect(extra?.toSorted()).toEqual(["coser", "saltar"]);
});

describe("true or false", () => {
  const sheets = sheetsOf({ text: journey });
  const items = sheets.flatMap(({ exercises }) => itemsOf(exercises, "true-false"));

  test("has as many true statements as false ones, at least two of each, in the order of the story", () => {
    for (const { exercises } of sheets) {
      const own = itemsOf(exercises, "true-false");
      const right = own.filter(({ correct }) => correct === 0).length;
      expect(right).toBeGreaterThanOrEqual(2);
      expect(own.length).toBe(2 * right);
      const places = own.map(({ answer }) => journey.indexOf(answer));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  test("takes true statements from the story, and false ones that differ by one word in the same position", () => {
    for (const { before, correct, answer } of items) {
      expect(journey.includes(before)).toBe(correct === 0);
      const [said, told] = [wordsIn(before), wordsIn(answer)];
      expect(said.filter((word, at) => word !== told[at])).toHaveLength(correct);
    }
  });

  test.each([
    ["es", "Rosa compra tres manzanas verdes en la tienda.", "tres"],
    ["es", "Siete turistas esperan en la calle.", "Siete"],
    ["en", "Tom finds the letter under the table.", "under"],
    ["en", "Anna painted the door on Monday.", "Monday"],
    ["de", "Maria stellt das grüne Fahrrad vor das Haus.", "grüne"],
    ["fr", "Le facteur apporte la première lettre.", "première"],
    ["it", "Fuori piove, e Marco prende un ombrello.", "piove"],
    ["nl", "De bakker heeft twaalf broden verkocht.", "twaalf"],
  ])("says in %s another number, colour, time or the like: %s", (lang, text, word) => {
    const language = languageOf(lang);
    const paragraphs = [{ text, marks: [], cuts: null, occurrences: [] }];
    const exchanges = exchangesOf(storyOf({ paragraphs, words: [] }, language))(0);
    const [own] = exchanges.filter(({ was }) => was.includes(word));
    if (own === undefined) throw new Error("nothing is exchanged");
    const [before, after] = text.split(own.was);
    expect(own.statement.startsWith(before ?? "")).toBe(true);
    expect(own.statement.endsWith(after ?? "")).toBe(true);
    expect(own.statement).not.toBe(text);
  });

  test.each([
    ["another of its kind beside it", "Mira la primera página y la última foto del cuaderno."],
    ["another meaning", "La maestra llega tarde a la reunión."],
  ])("exchanges no expression with %s", (_, text) => {
    const paragraphs = [{ text, marks: [], cuts: null, occurrences: [] }];
    expect(exchangesOf(storyOf({ paragraphs, words: [] }, languageOf("es")))(0)).toEqual([]);
  });

  test("makes no false statement that is true elsewhere in the story", () => {
    // The umbrella is looked for in one place and found in another: neither makes a false statement of the other.
    for (const { before } of items)
      expect(before).not.toMatch(/paraguas en el (?:garaje|mercado|parque|tren|puente|restaurante)/u);
  });

  test("exchanges no word that the next ones belong to", () => {
    const text = journey
      .replaceAll(/(?<=en el (?:puente|parque|mercado|garaje|restaurante|puerto))\./gu, " del rey.")
      .replaceAll(/(?<=en la (?:cocina|terraza|ventana|caja))\./gu, " de la reina.");
    const made = ["one", "two", "three", "four"].flatMap((job) => sheetsOf({ job, text }));
    const items = made.flatMap(({ exercises }) => itemsOf(exercises, "true-false"));
    const owned = items.flatMap(({ before }) => before.match(/\S+ (?:del rey|de la reina)/gu) ?? []);
    expect(owned.length).toBeGreaterThan(0);
    for (const noun of owned) expect(text).toContain(noun);
  });

  test("uses no negations, doubts or speech", () => {
    const lines = ["Nadie come en la biblioteca.", "—El médico duerme en la cocina."];
    for (const { answer } of items) expect(lines).not.toContain(answer);
    const said = journey.replaceAll(/(?<=[.]) /g, " —Sí. —");
    expect(exerciseOf("true-false", { text: said })).toBeUndefined();
  });

  test("is left out for languages whose undecidable words are not known", () => {
    expect(exerciseOf("true-false", { text: journey, lang: "eu" })).toBeUndefined();
  });
});
