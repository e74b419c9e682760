import { describe, expect, it } from "vitest";
import { levelsSchema } from "../../src/contract/levels.ts";
import { quoteSchema } from "../../src/contract/quotes.ts";
import { storySchema } from "../../src/contract/stories.ts";
import { labelOf } from "../../src/story-service/levels.ts";
import { embeddedNarrator } from "../../src/story-service/narrators/embedded-narrator.ts";
import type { Narrator } from "../../src/story-service/ports.ts";
import { embeddedWriter } from "../../src/story-service/writers/tell-story.ts";
import { type Fixture, keyOfAnn, keyOfBen, plainStory, restart, spokenStory, startRig } from "./fixtures.ts";
import { postRequest, sendRaw } from "./http/raw-socket.ts";

describe("the life of a story", () => {
  it("is accepted with 202, written, and charged when the writing succeeds", async () => {
    const fixture = await startRig();
    const balance = { credits: 1000, plan: "paid", unlimited: false };
    const created = await fixture.post("/stories", plainStory);
    expect(created.status).toBe(202);
    expect(storySchema.parse(created.json)).toMatchObject({
      status: "writing",
      topic: "A walk",
      lang: "es",
      difficulty: 3,
      title: null,
      text: null,
      error: null,
      credits: 0,
      book: null,
      createdAt: "2026-03-10T12:00:00.000Z",
    });
    expect(await fixture.balance()).toEqual({ ...balance, reserved: 13 });
    await fixture.write();
    const story = { status: "ready", title: "About A walk", credits: 13, book: null };
    // No read starts an audiobook that was not ordered (3).
    for (let read = 0; read < 2; read += 1)
      expect(storySchema.parse(await fixture.story(created.json.id))).toMatchObject(story);
    expect(await fixture.balance()).toEqual({ ...balance, credits: 987, reserved: 0 });
  });

  it("gets its audiobook from the first read after writing, which charges it, once", async () => {
    const fixture = await startRig();
    const id = await fixture.order(spokenStory);
    expect(await fixture.story(id)).toMatchObject({ status: "writing", book: null });
    expect(await fixture.balance()).toMatchObject({ credits: 1000, reserved: 25 });
    await fixture.write();
    expect(await fixture.balance()).toMatchObject({ credits: 987, reserved: 12 });
    expect((await fixture.get("/books")).json.books).toEqual([]);
    const reads = await Promise.all(Array.from({ length: 30 }, () => fixture.story(id)));
    expect(new Set(reads.map(({ book }) => book.id)).size).toBe(1);
    const [first] = reads.map((read) => storySchema.parse(read));
    expect(first).toMatchObject({ status: "making_audiobook", credits: 13, book: { status: "pending" } });
    expect(first?.book?.url).toBe(`${fixture.service.appUrl}/books/${first?.book?.id}`);
    expect(await fixture.balance()).toMatchObject({ credits: 975, reserved: 0 });
    await fixture.narrate();
    const book = { id: first?.book?.id, status: "ready" };
    for (let read = 0; read < 5; read += 1)
      expect(storySchema.parse(await fixture.story(id))).toMatchObject({ status: "done", credits: 13, book });
    expect(await fixture.balance()).toMatchObject({ credits: 975, reserved: 0 });
    expect((await fixture.get("/books")).json.books).toHaveLength(1);
    expect(fixture.world.lines.filter(({ message }) => message === "audiobook ready")).toHaveLength(1);
  });

  it.each([
    [
      "in a language that no writer covers",
      { lang: "tok", audiobook: false },
      "This service has no writer for the language tok.",
    ],
    [
      "with an audiobook in a language that no narrator covers",
      { lang: "jbo" },
      "this service has no narrator for the language jbo",
    ],
    [
      "with an audiobook about what the Japanese voice can't read",
      { lang: "ja", topic: "天空の鷲" },
      "can't read 天",
    ],
  ])("is refused, and costs nothing, %s", async (_, asked, why) => {
    const narrate = () => Promise.reject(new Error("not asked"));
    const narrator: Narrator = { ...embeddedNarrator({ yields: false }), narrate };
    const fixture = await startRig("topic" in asked ? { narrator } : {});
    const { status, json } = await fixture.post("/stories", { ...spokenStory, ...asked });
    expect([status, json.code]).toEqual([403, "forbidden"]);
    expect(json.error).toContain(why);
    expect(await fixture.balance()).toMatchObject({ credits: 1000, reserved: 0 });
  });

  it("is another one when the same is ordered again: creation is not idempotent (4.2)", async () => {
    const fixture = await startRig({ writer: embeddedWriter });
    const ids = await Promise.all([1, 2, 3].map(() => fixture.order(plainStory)));
    expect((await fixture.balance()).reserved).toBe(3 * 13);
    fixture.world.pass(1_200);
    await fixture.world.logged("story written", 3);
    const texts = await Promise.all(ids.map(async (id) => (await fixture.story(id)).text));
    expect([new Set(ids).size, new Set(texts).size]).toEqual([3, 3]);
  });

  it("fails with its text kept and its audiobook refunded if it can't be narrated", async () => {
    const narrate = () => Promise.reject(new Error("this text can't be read"));
    const fixture = await startRig({ narrator: { covers: () => true, narrate } });
    const { storyId, bookId } = await fixture.beginBook();
    fixture.world.pass(3_600);
    await fixture.world.logged("narration failed");
    const story = storySchema.parse(await fixture.story(storyId));
    expect(story).toMatchObject({ status: "failed", credits: 13, book: { status: "error" } });
    expect(story.error).toContain("this text can't be read");
    expect(story.text).not.toBeNull();
    expect(await fixture.balance()).toMatchObject({ credits: 987, reserved: 0 });
    expect((await fixture.get(`/books/${bookId}/export`)).status).toBe(409);
  });

  it("passes every setting of the request to the writer, and a strange topic exactly as it was sent", async () => {
    const orders: unknown[] = [];
    const fixture = await startRig({
      writer: {
        covers: () => true,
        write: async (order: unknown) => {
          orders.push(order);
          return { title: "T", text: "One.\n\nTwo." };
        },
      },
    });
    const words = [{ word: "sol" }, { word: "pan", gloss: "bread" }, { word: "mar", gloss: null }];
    const topic =
      '<b>"x"</b> \u0000 \ud83d\ude00 \ud800 \u202e\n{"id":"00000000-0000-4000-8000-000000000000"}';
    const wish = { topic, lang: "es-419", difficulty: 10, length: "long", genre: "noir", form: "interview" };
    const id = await fixture.order({ ...wish, words, audiobook: false, visibility: "public" });
    await fixture.write();
    expect((await fixture.story(id)).topic).toBe(topic);
    expect(orders).toEqual([{ ...wish, words: words.map((word) => ({ gloss: null, ...word })) }]);
  });
});

describe("a quote", () => {
  it("names exactly what a creation with the same settings reserves, and reserves nothing", async () => {
    const fixture = await startRig();
    const writing = { short: 13, medium: 30, long: 55 };
    for (const length of ["short", "medium", "long"] as const) {
      for (const audiobook of [true, false]) {
        for (const lang of ["es", "zu"]) {
          const setting = { lang, difficulty: 4, length, audiobook };
          const quote = quoteSchema.parse((await fixture.post("/stories/quote", setting, keyOfBen)).json);
          expect([quote.writing, quote.credits]).toEqual([writing[length], quote.writing + quote.audiobook]);
          expect(quote.audiobook > 0).toBe(audiobook);
          expect(quote.balance).toEqual({ credits: 1000, plan: "paid", unlimited: false });
          const before = (await fixture.balance()).reserved;
          await fixture.order({ ...setting, topic: "x" });
          expect((await fixture.balance()).reserved - before).toBe(quote.credits);
        }
      }
    }
    expect(await fixture.balance(keyOfBen)).toMatchObject({ credits: 1000, reserved: 0 });
  });

  it("and a creation default to short, with an audiobook (4.2)", async () => {
    const fixture = await startRig();
    const plain = { lang: "es", difficulty: 1 };
    const quote = (await fixture.post("/stories/quote", plain)).json;
    expect(quote).toMatchObject({ writing: 13, audiobook: 12, credits: 25 });
    await fixture.order({ ...plain, topic: "x" });
    expect((await fixture.balance()).reserved).toBe(25);
  });
});

const config = `accounts:
  - id: ann
    credits: 999
    native: [en]
    learning: [pt, pt-br]
    levels: { es: "3.4", it: 0.75, en: "9.0" }
    keys: [{ name: k, secret: ${keyOfAnn} }]`;

describe("the levels", () => {
  it("cover what is recorded in settings, levels and stories, in the interface's order", async () => {
    const fixture = await startRig({ config });
    await fixture.order({ ...plainStory, lang: "de" });
    await fixture.write();
    await fixture.beginBook({ lang: "fr-ca" });
    const reply = await fixture.get("/levels");
    const guide = `${fixture.service.appUrl}/levels`;
    const entry = (code: string, status: string, displayLevel: string | null = null) => ({
      code,
      status,
      displayLevel,
      native: status === "native",
      explanationUrl: `${guide}/${code}${displayLevel === null ? "" : `#${displayLevel}`}`,
    });
    expect(levelsSchema.parse(reply.json)).toEqual({
      calculatedAt: "2026-03-10T12:00:02.400Z",
      languages: [
        entry("en", "native"),
        entry("fr", "unavailable"),
        entry("de", "unavailable"),
        entry("it", "available", "0.5"),
        entry("pt", "unavailable"),
        entry("es", "available", "3.4"),
      ],
    });
  });

  it("are answered in the requested order, even for unknown levels", async () => {
    const fixture = await startRig({ config });
    const codesOf = async (query: string) =>
      (await fixture.get(`/levels?languages=${query}`)).json.languages.map(
        (entry: { code: string }) => entry.code,
      );
    expect(await codesOf("es,zh-hant,ar-classical,es")).toEqual(["es", "zh-hant", "ar-classical"]);
    expect(await codesOf("zu%2Cen")).toEqual(["zu", "en"]);
  });

  it("have labels that exist: estimates are rounded down, and 0.6 to 0.9 become 0.5", () => {
    const labels = new Map([
      [0, "0.0"],
      [0.59, "0.5"],
      [0.6, "0.5"],
      [0.999, "0.5"],
      [1, "1.0"],
      [2.3, "2.3"],
      [8.199, "8.1"],
      [10.97, "10.9"],
      [99, "10.9"],
    ]);
    for (const [estimate, label] of labels) expect(labelOf(estimate)).toBe(label);
  });
});

const reserved = async (fixture: Fixture): Promise<number> => (await fixture.balance()).reserved;

// What the run's client gets for each marker is tested in test/client/interface.
describe("a sentinel topic", () => {
  it("[[hang]] creates and never answers, and the service can still be closed", async () => {
    const fixture = await startRig();
    const request = postRequest("/api/v1/stories", { ...plainStory, topic: "x [[hang]]" });
    const answer = sendRaw(fixture, request);
    while ((await reserved(fixture)) === 0) await new Promise((resolve) => setImmediate(resolve));
    await fixture.service.close();
    expect(await answer).toBe("");
  });

  it("[[rate-limit]] refuses the first attempt for two seconds, for each account and topic separately, across restarts", async () => {
    const fixture = await startRig();
    const story = { ...plainStory, topic: "A walk [[rate-limit]] home" };
    const first = await fixture.post("/stories", story);
    expect([first.status, first.headers["retry-after"], first.json.retryAfterSeconds]).toEqual([429, "2", 2]);
    fixture.world.pass(1_000);
    expect((await fixture.post("/stories", story)).headers["retry-after"]).toBe("1");
    const again = await restart(fixture);
    again.world.pass(1_000);
    expect((await again.post("/stories", story)).status).toBe(202);
    expect((await again.post("/stories", story, keyOfBen)).status).toBe(429);
    expect(await reserved(again)).toBe(13);
  });

  it("[[slow]] takes ten times as long", async () => {
    const fixture = await startRig();
    const id = await fixture.order({ ...plainStory, topic: "A walk [[slow]] home" });
    fixture.world.pass(7_900);
    expect((await fixture.story(id)).status).toBe("writing");
    fixture.world.pass(4_100);
    await fixture.world.logged("story written");
    expect((await fixture.story(id)).status).toBe("ready");
  });
});

it("A fault happens to exactly the configured topic, or to a topic with its marker", async () => {
  const fixture = await startRig({
    config: `faults:
  - { topic: it fails, writing: fail }
  - { topic: it stops, writing: cancel }
  - { topic: it is mute, narration: fail }
accounts: [{ id: ann, credits: 999, keys: [{ name: k, secret: ${keyOfAnn} }] }]`,
  });
  const topics = ["it fails", "it stops", "it is mute", "it fails.", "x [[book-error]]"];
  const ids = await Promise.all(topics.map((topic) => fixture.order({ ...spokenStory, topic })));
  fixture.world.pass(1_200);
  await fixture.world.logged("story written", 3);
  await fixture.world.logged("writing failed");
  await fixture.world.logged("story canceled");
  for (const id of ids) await fixture.story(id);
  fixture.world.pass(3_600);
  await fixture.world.logged("audiobook ready");
  await fixture.world.logged("narration failed", 2);
  const statuses = await Promise.all(ids.map(async (id) => (await fixture.story(id)).status));
  expect(statuses).toEqual(["failed", "canceled", "failed", "done", "failed"]);
});
