import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { course, lesson, recording, saveBook, silence, testFolder, withTimes } from "../fixtures.ts";
import { babble, decode, differenceIn, mp3Of } from "../sentence-sounds/fixtures.ts";
import { ankiOf, type Collection, fieldsOf } from "./anki-fixtures.ts";

describe("the words of lessons with times, as an Anki package", () => {
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
    const idsOf = ({ notes }: Pick<Collection, "notes">) => notes.map(({ id, guid, mid }) => [id, guid, mid]);
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
