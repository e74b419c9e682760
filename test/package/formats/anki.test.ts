import { describe, expect, test } from "vitest";
import { cleanLine } from "../../../src/shared/text.ts";
import { packageOf } from "../bound.ts";
import { course, lesson, recording, silence, soundOf } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText, hostileWords, tortureCourse } from "../torture/torture-course.ts";
import { ankiOf, type Collection, fieldsOf, openCollection, shown } from "./anki-fixtures.ts";

describe("the words of a volume as an Anki package", () => {
  test("are a collection that passes SQLite's integrity check, with a new card for each note", async () => {
    const { integrity, notes, cards, col, media, files } = await ankiOf(showcase(null));
    expect(integrity).toEqual([{ integrity_check: "ok" }]);
    expect(col.ver).toBe(11);
    expect(notes).toHaveLength(10);
    expect(cards.map(({ nid }) => nid).sort()).toEqual(notes.map(({ id }) => id).sort());
    expect(cards.map(({ due }) => due)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const models = JSON.parse(col.models);
    const decks = JSON.parse(col.decks);
    for (const note of notes) {
      expect(note.flds.split("\u001f")).toHaveLength(models[note.mid].flds.length);
      expect(note.tags).toMatch(/^ [a-z0-9 -]+ $/);
    }
    for (const { did } of cards) expect(decks[did].name).toBe("A Week of Small Journeys::Spanish, Level 2");
    expect(media).toEqual({});
    expect([...files.keys()]).toEqual(["collection.anki2", "media"]);
  });

  test("have each word with its meaning, a sentence of its story, and where its recording is", async () => {
    const collection = await ankiOf(showcase(await recording()));
    expect(fieldsOf(collection, "huerta")).toEqual([
      "huerta",
      "vegetable garden",
      "Ayer estaban todavía en la huerta.",
      "es-2/audio/lesson-01.mp3",
      "El pan del sábado",
      "es",
      "en",
    ]);
    expect(collection.notes.find(({ sfld }) => sfld === "huerta")?.flds).toContain("<b>huerta</b>");
    expect(fieldsOf(collection, "pescado")[2]).toBe("");
  });

  test("contain each recording once if the course requests that, under a name that no other course has", async () => {
    const { media, files, notes } = await ankiOf({
      ...showcase(await recording()),
      soundIn: ["epub", "cartridge", "scorm", "anki"],
    });
    const names = Object.values(media);
    expect(names).toHaveLength(2);
    for (const [number, name] of Object.entries(media)) {
      expect(name).toMatch(/^weekly-spanish-lesson-\d\d-[0-9a-f]{12}\.mp3$/);
      expect(soundOf(files.get(number))).toEqual(silence());
    }
    const played = notes.map(({ flds }) => /\[sound:(.*?)\]/.exec(flds)?.[1] ?? "");
    expect(new Set(played)).toEqual(new Set(names));
  });

  test("update the notes of the previous edition, and never duplicate one", async () => {
    const week = (edition: string, text: string) =>
      ankiOf(course({ edition, lessons: [lesson({ text, topicId: `t-${edition.toLowerCase()}` })] }));
    const first = await week("2026-W47", "Ana compra pan.");
    const next = await week("2026-W48", "Luis come pan.");
    const identity = ({ notes }: Pick<Collection, "notes">) =>
      notes.map(({ id, guid, mid }) => ({ id, guid, mid }));
    expect(identity(next)).toEqual(identity(first));
    expect(next.notes[0]?.mod).toBeGreaterThan(first.notes[0]?.mod ?? Number.POSITIVE_INFINITY);
    expect(fieldsOf(next, "pan")[2]).toBe("Luis come pan.");
    expect(next.cards.map(({ did }) => did)).toEqual(first.cards.map(({ did }) => did));
    const other = await ankiOf(course({ course: "another" }));
    expect(other.notes.map(({ guid }) => guid)).not.toContain(first.notes[0]?.guid);
  });

  test("hold hostile content as text and nothing else", async () => {
    const { notes, media } = await ankiOf({
      ...tortureCourse(await recording()),
      soundIn: ["epub", "cartridge", "scorm", "anki"],
    });
    const fields = notes.map(({ flds }) => flds.split("\u001f"));
    expect(fields.map(([word = ""]) => shown(word)).sort()).toEqual(hostileWords.map(cleanLine).sort());
    expect(new Set(fields.map(([, , , , title = ""]) => shown(title)))).toEqual(
      new Set([hostileAsText("title")]),
    );
    for (const html of fields.flat()) {
      const ours = html
        .replace(/^\[sound:torture-lesson-01-[0-9a-f]{12}\.mp3\]$/, "")
        .replace(/<(?:\/?b|br)>/g, "");
      expect(ours).not.toMatch(/[<>[\]{}"\\]/);
    }
    expect(Object.values(media)).toEqual([expect.stringMatching(/^torture-lesson-01-[0-9a-f]{12}\.mp3$/)]);
  });

  test("are left out for a volume without required words", async () => {
    const files = await packageOf(course({ formats: ["anki"], lessons: [lesson({ words: [] })] }));
    expect([...files.keys()].filter((path) => path.includes("words"))).toEqual([]);
  });

  test("keep their sentence in every script", async () => {
    const files = await packageOf({ ...tortureCourse(null), formats: ["anki"] });
    const volumes = [...files.keys()].filter((path) => path.endsWith(".apkg"));
    expect(volumes).toHaveLength(14);
    for (const path of volumes) {
      const collection = await openCollection(files.get(path) ?? Buffer.alloc(0));
      expect(collection.integrity).toEqual([{ integrity_check: "ok" }]);
      for (const { flds } of collection.notes) expect(flds.split("\u001f")[2]).toContain("<b>");
    }
  });
});

describe("a word of two levels", () => {
  test("is a separate note in each level's deck: Anki adds no card for a note that it has", async () => {
    const levels = [4, 6].map((difficulty) => lesson({ difficulty }));
    const decks = await Promise.all(
      levels.map((one) => ankiOf(course({ lessons: [one] }), `es-${one.difficulty}`)),
    );
    const guids = decks.flatMap(({ notes }) => notes.map(({ guid }) => guid));
    expect(guids.length).toBeGreaterThan(1);
    expect(new Set(guids).size).toBe(guids.length);
  });
});
