import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { describe, expect, test } from "vitest";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { releaseSeconds } from "../../../src/package/contents/release-moment.ts";
import { cleanLine } from "../../../src/shared/text.ts";
import { packageOf } from "../epub/epub-fixtures.ts";
import { course, lesson, saveBook, silence, soundOf, testFolder, unzip, withTimes } from "../fixtures.ts";
import { babble, decode, differenceIn, mp3Of } from "../sentence-sounds/fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText, hostileWords, tortureCourse } from "../torture/torture-course.ts";

interface NoteRow {
  readonly id: number;
  readonly guid: string;
  readonly mid: number;
  readonly mod: number;
  readonly tags: string;
  readonly flds: string;
  readonly sfld: string | number;
  readonly csum: number;
}

interface CardRow {
  readonly nid: number;
  readonly did: number;
  readonly ord: number;
  readonly queue: number;
  readonly due: number;
}

interface Collection {
  readonly integrity: unknown;
  readonly notes: readonly NoteRow[];
  readonly cards: readonly CardRow[];
  readonly col: Record<"conf" | "models" | "decks" | "dconf" | "tags", string> & { ver: number };
  readonly media: Record<string, string>;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** An .apkg as Anki opens it: a zip, a map of its media, a SQLite database. */
async function openCollection(bytes: Buffer): Promise<Collection> {
  const files = await unzip(bytes);
  const path = join(await testFolder(), "collection.anki2");
  await writeFile(path, files.get("collection.anki2") ?? "");
  const database = new Database(path, { readonly: true });
  try {
    return {
      integrity: database.pragma("integrity_check"),
      notes: database.prepare("SELECT * FROM notes ORDER BY id").all() as NoteRow[],
      cards: database.prepare("SELECT * FROM cards ORDER BY due").all() as CardRow[],
      col: database.prepare("SELECT * FROM col").get() as Collection["col"],
      media: JSON.parse(String(files.get("media"))),
      files,
    };
  } finally {
    database.close();
  }
}

async function ankiOf(what: Course, volume = "es-2") {
  const files = await packageOf({ ...what, formats: ["anki"] }, await testFolder());
  const apkg = files.get(`${volume}/words/${volume}.apkg`) ?? Buffer.alloc(0);
  return { text: String(files.get(`${volume}/words/anki.txt`)), apkg, ...(await openCollection(apkg)) };
}

async function recording() {
  return saveBook(join(await testFolder(), "book"), silence(), "audio/mpeg");
}

/** The fields of a word's note as Anki shows them: HTML, with our own tags removed. */
function fieldsOf({ notes }: Pick<Collection, "notes">, word: string): string[] {
  const note = notes.find(({ flds }) => shown(flds.split("\u001f")[0] ?? "") === word);
  return (note?.flds.split("\u001f") ?? []).map(shown);
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function shown(html: string): string {
  return html
    .replace(/<\/?b>/g, "")
    .replace(/&(?:#(\d+)|([a-z]+));/g, (_, code, name) =>
      code === undefined ? (named[name] ?? "?") : String.fromCodePoint(Number(code)),
    );
}

/** The rows of the text file for Anki, parsed as Anki does. */
function readAnkiText(text: string) {
  const lines = text.split("\n");
  const header = lines.filter((line) => line.startsWith("#"));
  const rows = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t").map((cell) => cell.replace(/^"(.*)"$/, "$1").replaceAll('""', '"')));
  return { header, rows };
}

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

  describe("of lessons whose sentences have times", () => {
    const spoken = async (change: Partial<Course> = {}, each: Partial<LessonSource> = {}) => {
      const mp3 = await mp3Of(babble(6, 24_000), { rate: 24_000, channels: 1, bitrate: 48 });
      const book = await saveBook(join(await testFolder(), "book"), mp3, "audio/mpeg");
      const words = ["pan", "caliente", "tren"].map((word) => ({ word, gloss: null }));
      const lessons = [withTimes(lesson({ book, words, ...each }))];
      return { mp3, collection: await ankiOf(course({ soundIn: ["sentences"], lessons, ...change })) };
    };
    const soundsIn = ({ notes }: Pick<Collection, "notes">) =>
      notes.map(({ flds }) => /\[sound:(.*?)\]/.exec(flds)?.[1] ?? null);

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
      const idsOf = ({ notes }: Pick<Collection, "notes">) =>
        notes.map(({ id, guid, mid }) => [id, guid, mid]);
      expect(idsOf(collection)).toEqual(idsOf(before));
      expect(before.media).toEqual({});
      expect(JSON.parse(collection.col.models)).toEqual(JSON.parse(before.col.models));
    });

    test("play the whole recording if the time of their sentence is unknown and the course requests recordings", async () => {
      const { collection } = await spoken({ soundIn: ["anki", "sentences"] });
      expect(Object.values(collection.media).filter((name) => name.includes("lesson-01"))).toHaveLength(1);
      expect(new Set(soundsIn(collection)).size).toBe(3);
    });

    test("play nothing beyond the recording's end", async () => {
      const book = await saveBook(join(await testFolder(), "book"), silence(30), "audio/mpeg");
      const { collection } = await spoken({}, { book });
      expect(collection.media).toEqual({});
    });

    test("play nothing whose times are only a guess", async () => {
      const { times } = withTimes(lesson());
      const sentences = times?.sentences.map((one) => ({ ...one, confidence: 0.2 })) ?? [];
      const guessed = times == null ? null : { ...times, sentences };
      const book = await recording();
      const lessons = [{ ...lesson({ book }), times: guessed }];
      expect((await ankiOf(course({ soundIn: ["sentences"], lessons }))).media).toEqual({});
    });
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

  test("have the same bytes each time", async () => {
    const book = await recording();
    const [one, two] = [await ankiOf(showcase(book)), await ankiOf(showcase(book))];
    expect(two.apkg).toEqual(one.apkg);
    expect(two.text).toBe(one.text);
  });

  test("are left out for a volume without required words", async () => {
    const files = await packageOf(
      course({ formats: ["anki"], lessons: [lesson({ words: [] })] }),
      await testFolder(),
    );
    expect([...files.keys()].filter((path) => path.includes("words"))).toEqual([]);
  });

  test("keep their sentence in every script", async () => {
    const files = await packageOf({ ...tortureCourse(null), formats: ["anki"] }, await testFolder());
    const volumes = [...files.keys()].filter((path) => path.endsWith(".apkg"));
    expect(volumes).toHaveLength(14);
    for (const path of volumes) {
      const collection = await openCollection(files.get(path) ?? Buffer.alloc(0));
      expect(collection.integrity).toEqual([{ integrity_check: "ok" }]);
      for (const { flds } of collection.notes) expect(flds.split("\u001f")[2]).toContain("<b>");
    }
  });
});

function secondsOf(edition: string, revision = 1): number {
  return releaseSeconds({ edition, release: { content: "0".repeat(64), revision } });
}

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

describe("an edition's name", () => {
  test("shows which of two is newer, whatever its scheme", () => {
    const rising = [
      ["draft", "1", "2", "10"],
      ["2026-W01", "2026-W09", "2026-W53", "2027-W01"],
      ["2026-01-31", "2026-02-01", "2027-01-01"],
      ["2026", "2027"],
      ["spring-2026-03", "autumn-2026-09"],
    ];
    for (const editions of rising) {
      const seconds = editions.map((edition) => secondsOf(edition));
      expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b));
    }
    expect(secondsOf("2026-W47")).toBe(Date.UTC(2026, 10, 16) / 1_000);
  });

  test("comes second to the number of its release: Anki skips a note that is not newer than the one it has", () => {
    expect(secondsOf("2026-W47", 2)).toBeGreaterThan(secondsOf("2026-W47", 1));
    expect(secondsOf("2026-W48", 1)).toBeGreaterThan(secondsOf("2026-W47", 1_000));
    expect(secondsOf("2", 1)).toBeGreaterThan(secondsOf("1", 1_000));
  });
});

describe("Anki's text", () => {
  test("names its deck, columns and tags, and has the package's own ids", async () => {
    const { text, notes, col } = await ankiOf(showcase(await recording()));
    const { header, rows } = readAnkiText(text);
    expect(header).toEqual([
      "#separator:tab",
      "#html:true",
      "#notetype:Basic",
      "#deck:A Week of Small Journeys::Spanish, Level 2",
      "#guid column:1",
      "#tags column:11",
      "#columns:Id\tFront\tBack\tWord\tMeaning\tSentence\tRecording\tLesson\tLanguage\tReader\tTags",
    ]);
    // The other columns are the fields of the package, for users who imported it.
    const [type] = Object.values(JSON.parse(col.models)) as { name: string; flds: { name: string }[] }[];
    expect(header.at(-1)).toBe(
      `#columns:Id\tFront\tBack\t${type?.flds.map(({ name }) => name).join("\t")}\tTags`,
    );
    expect(rows.map((cells) => cells.slice(3, -1).join("\u001f")).sort()).toEqual(
      notes.map(({ flds }) => flds).sort(),
    );
    expect(rows.map((cells) => cells.length)).toEqual(Array(10).fill(11));
    expect(rows[0]?.slice(1)).toEqual([
      "cesta<br>María compra dos barras de pan y las pone en su <b>cesta</b>.",
      "basket<br>El pan del sábado<br>es-2/audio/lesson-01.mp3",
      "cesta",
      "basket",
      "María compra dos barras de pan y las pone en su <b>cesta</b>.",
      "es-2/audio/lesson-01.mp3",
      "El pan del sábado",
      "es",
      "en",
      "weekly-spanish es-2 lesson-01",
    ]);
    expect(rows.map(([guid]) => guid).sort()).toEqual(notes.map(({ guid }) => guid).sort());
  });
});

describe("hostile content for Anki", () => {
  test("is text and nothing else in every field of the package and of the text", async () => {
    const collection = await ankiOf({
      ...tortureCourse(await recording()),
      soundIn: ["epub", "cartridge", "scorm", "anki"],
    });
    const { rows, header } = readAnkiText(collection.text);
    const words = hostileWords.map(cleanLine);
    expect(collection.notes.map(({ flds }) => shown(flds.split("\u001f")[0] ?? "")).sort()).toEqual(
      [...words].sort(),
    );
    expect(rows.map((cells) => shown(cells[3] ?? "")).sort()).toEqual([...words].sort());
    expect(new Set(rows.map((cells) => shown(cells[7] ?? "")))).toEqual(new Set([hostileAsText("title")]));
    const htmls = [...collection.notes.flatMap(({ flds }) => flds.split("\u001f")), ...rows.flat()];
    for (const html of htmls) {
      const ours = html
        .replace(/^\[sound:torture-lesson-01-[0-9a-f]{12}\.mp3\]$/, "")
        .replace(/<(?:\/?b|br)>/g, "");
      expect(ours).not.toMatch(/[<>[\]{}"\\]/);
    }
    const deck = header.find((line) => line.startsWith("#deck:"))?.slice(6) ?? "";
    expect(deck.split("::")).toHaveLength(2);
    expect(deck).not.toMatch(/[<>"]/);
    expect(header).toHaveLength(7);
    expect(Object.values(collection.media)).toEqual([
      expect.stringMatching(/^torture-lesson-01-[0-9a-f]{12}\.mp3$/),
    ]);
  });
});
