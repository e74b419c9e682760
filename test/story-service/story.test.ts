import { describe, expect, it } from "vitest";
import { quoteSchema } from "../../src/contract/quotes.ts";
import { storySchema } from "../../src/contract/stories.ts";
import { embeddedNarrator } from "../../src/story-service/narrators/embedded-narrator.ts";
import type { Narrator } from "../../src/story-service/ports.ts";
import { embeddedWriter } from "../../src/story-service/writers/tell-story.ts";
import { keyOfBen, plainStory, spokenStory, startRig } from "./fixtures.ts";

describe("the life of a story", () => {
  it("is accepted with 202, written, and charged when the writing succeeds", async () => {
    const fixture = await startRig();
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
    expect((await fixture.get("/balance")).json).toEqual({
      credits: 1000,
      plan: "paid",
      unlimited: false,
      reserved: 13,
    });
    await fixture.write();
    const read = storySchema.parse((await fixture.get(`/stories/${created.json.id}`)).json);
    expect(read).toMatchObject({ status: "ready", title: "About A walk", credits: 13, book: null });
    expect((await fixture.get("/balance")).json).toEqual({
      credits: 987,
      plan: "paid",
      unlimited: false,
      reserved: 0,
    });
  });

  it("gets its audiobook from the first read after writing, which charges it", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 1000, reserved: 25 });
    await fixture.write();
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 12 });
    const first = storySchema.parse((await fixture.get(`/stories/${id}`)).json);
    expect(first).toMatchObject({ status: "making_audiobook", credits: 13, book: { status: "pending" } });
    expect(first.book?.url).toBe(`${fixture.service.appUrl}/books/${first.book?.id}`);
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 975, reserved: 0 });
    await fixture.narrate();
    const last = storySchema.parse((await fixture.get(`/stories/${id}`)).json);
    expect(last).toMatchObject({
      status: "done",
      credits: 13,
      book: { id: first.book?.id, status: "ready" },
    });
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 975, reserved: 0 });
  });

  it("starts one audiobook when many read at the same time", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    const reads = await Promise.all(Array.from({ length: 30 }, () => fixture.get(`/stories/${id}`)));
    expect(reads.map((read) => read.status)).toEqual(reads.map(() => 200));
    expect(new Set(reads.map((read) => read.json.book.id)).size).toBe(1);
    expect((await fixture.get("/balance")).json.credits).toBe(975);
    await fixture.narrate();
    expect((await fixture.get("/books")).json.books).toHaveLength(1);
    expect(fixture.world.lines.filter((line) => line.message === "audiobook ready")).toHaveLength(1);
  });

  it("keeps a topic exactly as it was sent, even a strange one", async () => {
    const fixture = await startRig();
    const topic =
      '<b>"x"</b> \u0000 \ud83d\ude00 \ud800 \u202e\n{"id":"00000000-0000-4000-8000-000000000000"}';
    const { id } = (await fixture.post("/stories", { ...plainStory, topic })).json;
    expect((await fixture.get(`/stories/${id}`)).json.topic).toBe(topic);
  });

  it.each([
    [
      "in a language that no writer covers",
      { lang: "tok", audiobook: false },
      "No writer of this service knows the language tok.",
    ],
    [
      "with an audiobook in a language that no narrator covers",
      { lang: "jbo" },
      "no narrator of this service speaks the language jbo",
    ],
    [
      "with an audiobook about what the Japanese voice can't read",
      { lang: "ja", topic: "天空の鷲" },
      "can't read 天",
    ],
  ])("is refused, and costs nothing, %s", async (_, asked, why) => {
    const { covers, unreadable } = embeddedNarrator({ yields: false });
    const narrator: Narrator = {
      covers,
      ...(unreadable && { unreadable }),
      narrate: () => Promise.reject(new Error("not asked")),
    };
    const fixture = await startRig("topic" in asked ? { narrator } : {});
    const { status, json } = await fixture.post("/stories", { ...spokenStory, ...asked });
    expect([status, json.code]).toEqual([403, "forbidden"]);
    expect(json.error).toContain(why);
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 1000, reserved: 0 });
  });

  it("is another one when the same is ordered again", async () => {
    const fixture = await startRig({ writer: embeddedWriter });
    const texts = new Set();
    for (const _ of [1, 2, 3]) {
      const { id } = (await fixture.post("/stories", plainStory)).json;
      fixture.world.pass(1200);
      await fixture.world.logged("story written", texts.size + 1);
      texts.add((await fixture.get(`/stories/${id}`)).json.text);
    }
    expect(texts.size).toBe(3);
  });

  it("fails with its text kept and its audiobook refunded if it can't be narrated", async () => {
    const narrator = {
      covers: () => true,
      narrate: () => Promise.reject(new Error("this text can't be read")),
    };
    const fixture = await startRig({ narrator });
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    await fixture.get(`/stories/${id}`);
    fixture.world.pass(3600);
    await fixture.world.logged("narration failed");
    const story = storySchema.parse((await fixture.get(`/stories/${id}`)).json);
    expect(story).toMatchObject({ status: "failed", credits: 13, book: { status: "error" } });
    expect(story.error).toContain("this text can't be read");
    expect(story.text).not.toBeNull();
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 0 });
    expect((await fixture.get(`/books/${story.book?.id}/export`)).status).toBe(409);
  });

  it("passes every setting of the request to the writer", async () => {
    const orders: unknown[] = [];
    const writer = {
      covers: () => true,
      write: async (order: unknown) => {
        orders.push(order);
        return { title: "T", text: "One.\n\nTwo." };
      },
    };
    const fixture = await startRig({ writer });
    const words = [{ word: "sol" }, { word: "pan", gloss: "bread" }, { word: "mar", gloss: null }];
    const wish = {
      topic: "t",
      lang: "es-419",
      difficulty: 10,
      length: "long",
      genre: "noir",
      form: "interview",
      words,
    };
    await fixture.post("/stories", { ...wish, audiobook: false, visibility: "public" });
    await fixture.write();
    expect(orders).toEqual([
      {
        ...wish,
        words: [
          { word: "sol", gloss: null },
          { word: "pan", gloss: "bread" },
          { word: "mar", gloss: null },
        ],
      },
    ]);
  });
});

describe("a quote", () => {
  it("names exactly what a creation with the same settings reserves, and reserves nothing", async () => {
    const fixture = await startRig();
    for (const length of ["short", "medium", "long"] as const) {
      for (const audiobook of [true, false]) {
        for (const lang of ["es", "zu"]) {
          const setting = { lang, difficulty: 4, length, audiobook };
          const quote = quoteSchema.parse((await fixture.post("/stories/quote", setting, keyOfBen)).json);
          expect(quote.credits).toBe(quote.writing + quote.audiobook);
          expect(quote.audiobook > 0).toBe(audiobook);
          expect(quote.balance).toEqual({ credits: 1000, plan: "paid", unlimited: false });
          const before = (await fixture.get("/balance")).json.reserved;
          expect((await fixture.post("/stories", { ...setting, topic: "x" })).status).toBe(202);
          expect((await fixture.get("/balance")).json.reserved - before).toBe(quote.credits);
        }
      }
    }
    expect((await fixture.get("/balance", keyOfBen)).json).toMatchObject({ credits: 1000, reserved: 0 });
  });

  it("has the interface's writing prices and its defaults: short, with an audiobook", async () => {
    const fixture = await startRig();
    const writing = async (body: object) =>
      (await fixture.post("/stories/quote", { lang: "fr", difficulty: 1, ...body })).json;
    expect((await writing({ length: "short" })).writing).toBe(13);
    expect((await writing({ length: "medium" })).writing).toBe(30);
    expect((await writing({ length: "long" })).writing).toBe(55);
    expect(await writing({})).toMatchObject({ writing: 13, audiobook: 12, credits: 25 });
  });
});
