import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { cleanLine } from "../../../src/shared/text.ts";
import { newFolder } from "../../fixtures.ts";
import { hostileAsText, hostileWords, longCourse, showcase, tortureCourse } from "../courses.ts";
import {
  type Archive,
  course,
  decoded,
  lesson,
  packageOf,
  recording,
  silence,
  soundOf,
  unzip,
  withTimes,
} from "../fixtures.ts";
import { babbled, decode, differenceIn } from "../sentence-sounds/fixtures.ts";

interface NoteRow {
  readonly id: number;
  readonly guid: string;
  readonly mid: number;
  readonly mod: number;
  readonly tags: string;
  readonly flds: string;
  readonly sfld: string | number;
}

interface CardRow {
  readonly nid: number;
  readonly did: number;
  readonly due: number;
}

interface Collection {
  readonly integrity: unknown;
  /** Its pages without content, and its notes that the index has. */
  readonly unused: unknown;
  readonly indexed: unknown;
  readonly notes: readonly NoteRow[];
  readonly cards: readonly CardRow[];
  readonly col: Record<"models" | "decks", string> & { ver: number };
  readonly media: Record<string, string>;
  readonly files: Archive;
}

/** An .apkg as Anki opens it: a zip, a map of its media, a SQLite database. */
async function openCollection(bytes: Buffer): Promise<Collection> {
  const files = await unzip(bytes);
  const path = join(newFolder(), "collection.anki2");
  await writeFile(path, files.get("collection.anki2") ?? "");
  const database = openSqlite(path);
  const one = (query: string) => Object.values(database.prepare(query).all<object>()[0] ?? {})[0];
  try {
    return {
      integrity: one("PRAGMA integrity_check"),
      unused: one("PRAGMA freelist_count"),
      indexed: one("SELECT count(*) FROM notes INDEXED BY ix_notes_csum WHERE csum > 0"),
      notes: database.prepare("SELECT * FROM notes ORDER BY id").all<NoteRow>(),
      cards: database.prepare("SELECT * FROM cards ORDER BY due").all<CardRow>(),
      col: database.prepare("SELECT * FROM col").all()[0] as Collection["col"],
      media: files.json("media"),
      files,
    };
  } finally {
    database.close();
  }
}

async function ankiOf(what: Course, volume = "es-2") {
  const files = await packageOf({ ...what, formats: ["anki"] });
  const apkg = files.bytes(`${volume}/words/${volume}.apkg`);
  return { apkg, ...(await openCollection(apkg)) };
}

/** The fields of a word's note as Anki shows them: HTML, with our own tags removed. */
function fieldsOf({ notes }: Pick<Collection, "notes">, word: string): string[] {
  const note = notes.find(({ flds }) => shown(flds.split("\u001f")[0] ?? "") === word);
  return (note?.flds.split("\u001f") ?? []).map(shown);
}

const shown = (html: string): string => decoded(html.replace(/<\/?b>/g, ""));

const soundsIn = ({ notes }: Pick<Collection, "notes">) =>
  notes.map(({ flds }) => /\[sound:(.*?)\]/.exec(flds)?.[1] ?? null);
const idsOf = ({ notes }: Pick<Collection, "notes">) => notes.map(({ id, guid, mid }) => [id, guid, mid]);

describe("the words of a volume as an Anki package", () => {
  test("are a collection with a new card for each note", async () => {
    const { notes, cards, col, media, files } = await ankiOf(showcase(null));
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
    expect(files.paths).toEqual(["collection.anki2", "media"]);
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
    const { media, files, notes } = await ankiOf({ ...showcase(await recording()), soundIn: ["anki"] });
    const names = Object.values(media);
    expect(names).toHaveLength(2);
    for (const [number, name] of Object.entries(media)) {
      expect(name).toMatch(/^weekly-spanish-lesson-\d\d-[0-9a-f]{12}\.mp3$/);
      expect(soundOf(files.get(number)).equals(silence())).toBe(true);
    }
    expect(new Set(soundsIn({ notes }).map((name) => name ?? ""))).toEqual(new Set(names));
  });

  test("update the notes of the previous edition, and never duplicate one", async () => {
    const week = (edition: string, text: string) =>
      ankiOf(course({ edition, lessons: [lesson({ text, topicId: `t-${edition.toLowerCase()}` })] }));
    const first = await week("2026-W47", "Ana compra pan.");
    const next = await week("2026-W48", "Luis come pan.");
    expect(idsOf(next)).toEqual(idsOf(first));
    expect(next.notes[0]?.mod).toBeGreaterThan(first.notes[0]?.mod ?? Number.POSITIVE_INFINITY);
    expect(fieldsOf(next, "pan")[2]).toBe("Luis come pan.");
    expect(next.cards.map(({ did }) => did)).toEqual(first.cards.map(({ did }) => did));
    const other = await ankiOf(course({ course: "another" }));
    expect(other.notes.map(({ guid }) => guid)).not.toContain(first.notes[0]?.guid);
  });

  test("hold hostile content as text and nothing else, and keep their sentence in every script", async () => {
    const torture = tortureCourse(await recording(), { formats: ["anki"], soundIn: ["anki"] });
    const packaged = await packageOf(torture);
    const volumes = packaged.paths.filter((path) => path.endsWith(".apkg"));
    expect(volumes).toHaveLength(14);
    for (const path of volumes) {
      const { integrity, notes } = await openCollection(packaged.bytes(path));
      expect(integrity).toBe("ok");
      for (const { flds } of notes) expect(flds.split("\u001f")[2]).toContain("<b>");
    }
    const { notes, media } = await openCollection(packaged.bytes("es-2/words/es-2.apkg"));
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
    expect(files.paths.filter((path) => path.includes("words"))).toEqual([]);
  });
});

test("a word of two levels is a separate note in each level's deck: Anki adds no card for a note that it has", async () => {
  const decks = [4, 6].map((difficulty) =>
    ankiOf(course({ lessons: [lesson({ difficulty })] }), `es-${difficulty}`),
  );
  const guids = (await Promise.all(decks)).flatMap(({ notes }) => notes.map(({ guid }) => guid));
  expect(guids.length).toBeGreaterThan(1);
  expect(new Set(guids).size).toBe(guids.length);
});

describe("the words of lessons with times, as an Anki package", () => {
  const spoken = async (change: Partial<Course> = {}, each: Partial<LessonSource> = {}) => {
    const mp3 = await babbled(6);
    const book = await recording(newFolder(), mp3);
    const words = ["pan", "caliente", "tren"].map((word) => ({ word, gloss: null }));
    const lessons = [withTimes(lesson({ book, words, ...each }))];
    return { mp3, collection: await ankiOf(course({ soundIn: ["sentences"], lessons, ...change })) };
  };
  test("play each sentence alone, cut out of its recording, and contain no whole recording", async () => {
    const { mp3, collection } = await spoken();
    const names = Object.values(collection.media);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^weekly-spanish-[0-9a-f]{16}\.mp3$/);
    expect(soundsIn(collection).filter((name) => name !== null)).toEqual(expect.arrayContaining(names));
    expect(fieldsOf(collection, "tren")[3]).toBe("es-2/audio/lesson-01.mp3");
    const whole = await decode(mp3);
    const bread = collection.notes.find(({ sfld }) => sfld === "pan");
    const name = soundsIn({ notes: bread === undefined ? [] : [bread] })[0];
    const number = Object.entries(collection.media).find(([, each]) => each === name)?.[0] ?? "";
    const clip = await decode(collection.files.get(number) ?? mp3);
    // "Compra pan." is the second sentence, after the title.
    expect(clip.errors).toEqual([]);
    expect(clip.samples.length / clip.rate).toBeLessThan(1);
    expect(differenceIn(clip, whole, { startMs: 1_200, endMs: 1_700 })).toBeLessThan(1e-6);
    const sounds = [...collection.files].filter(([path]) => /^\d+$/.test(path));
    expect(sounds).toHaveLength(2);
    for (const [, bytes] of sounds) expect(bytes.length).toBeLessThan(mp3.length / 5);
  });

  test("have one sound for two words of a sentence, and the same bytes each time", async () => {
    const words = ["compra", "pan"].map((word) => ({ word, gloss: null }));
    const { collection } = await spoken({}, { words });
    expect(Object.keys(collection.media)).toEqual(["0"]);
    expect(new Set(soundsIn(collection)).size).toBe(1);
    const again = await spoken({}, { words });
    expect(again.collection.apkg.equals(collection.apkg)).toBe(true);
  });

  test("are the same notes as before, in the same note type, so that an import updates them", async () => {
    const { collection } = await spoken();
    const { collection: before } = await spoken({ soundIn: [] });
    expect(idsOf(collection)).toEqual(idsOf(before));
    expect(before.media).toEqual({});
    expect(JSON.parse(collection.col.models)).toEqual(JSON.parse(before.col.models));
  });

  test("play the whole recording if the time of their sentence is unknown and the course requests recordings", async () => {
    const { collection } = await spoken({ soundIn: ["anki", "sentences"] });
    expect(Object.values(collection.media).filter((name) => name.includes("lesson-01"))).toHaveLength(1);
    expect(new Set(soundsIn(collection)).size).toBe(3);
  });

  test("play nothing beyond the recording's end, and nothing whose times are only a guess", async () => {
    const book = await recording(newFolder(), silence(30));
    expect((await spoken({}, { book })).collection.media).toEqual({});
    const { times } = withTimes(lesson());
    const sentences = times?.sentences.map((one) => ({ ...one, confidence: 0.2 })) ?? [];
    const guessed = times == null ? null : { ...times, sentences };
    const lessons = [{ ...lesson({ book: await recording() }), times: guessed }];
    expect((await ankiOf(course({ soundIn: ["sentences"], lessons }))).media).toEqual({});
  });
});

// The hash changes if a new version of SQLite lays out pages differently. Every package with words then changes once, which the release notes must say.
test("a collection is an intact database without unused pages, which has the same bytes on every machine", async () => {
  const { files, integrity, unused, indexed } = await ankiOf(longCourse(20), "es-4");
  expect([integrity, unused, indexed]).toEqual(["ok", 0, 10]);
  const file = files.bytes("collection.anki2");
  // The change counters, and the version of SQLite.
  expect([24, 92, 96].map((at) => file.readUInt32BE(at))).toEqual([1, 1, 3_040_001]);
  expect(sha256(file)).toBe("a465a8df6c561425815052b81b58c55b27d5b1c6a5498c0fcff17e2eb21f22c6");
});
