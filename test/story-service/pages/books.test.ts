import { describe, expect, it } from "vitest";
import { bookPageSchema } from "../../../src/contract/books.ts";
import { type Fixture, silentMp3, spokenStory, startRig } from "../fixtures.ts";
import { unzip } from "../unzip.ts";

async function makeBooks(fixture: Fixture, count: number, from = 0): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push((await fixture.post("/stories", { ...spokenStory, topic: `book ${from + n}` })).json.id);
  }
  fixture.world.pass(1_200);
  await fixture.world.logged("story written", from + count);
  const books: string[] = [];
  for (const id of ids) books.push((await fixture.get(`/stories/${id}`)).json.book.id);
  return books;
}

describe("the list of books", () => {
  it("is empty at first, then newest first with everything a reader needs to find a book", async () => {
    const fixture = await startRig();
    expect((await fixture.get("/books")).json).toEqual({ books: [], next: null });
    const ids = await makeBooks(fixture, 3);
    const { books, next } = bookPageSchema.parse((await fixture.get("/books")).json);
    expect(next).toBeNull();
    expect(books.map((book) => book.id)).toEqual(ids.toReversed());
    expect(books[0]).toEqual({
      id: ids[2],
      title: "About book 2",
      lang: "es",
      difficulty: 3,
      status: expect.stringMatching(/^(pending|processing)$/),
      url: `${fixture.service.appUrl}/books/${ids[2]}`,
      createdAt: "2026-03-10T12:00:01.202Z",
      storyId: expect.any(String),
    });
  });

  it("never skips and never repeats a book, although all began in the same instant and more are added", async () => {
    const fixture = await startRig();
    const old = await makeBooks(fixture, 12);
    const seen: unknown[] = [];
    let next: string | null = null;
    for (let page = 0; ; page += 1) {
      const before: string = next === null ? "" : `&before=${encodeURIComponent(next)}`;
      const answer: { books: { id: string }[]; next: string | null } = (
        await fixture.get(`/books?limit=5${before}`)
      ).json;
      seen.push(...answer.books.map((book) => book.id));
      next = answer.next;
      if (next === null) break;
      await makeBooks(fixture, 2, 12 + 2 * page);
    }
    expect(seen).toEqual(old.toReversed());
  });

  it("accepts an instant with an offset, and ends exactly where the last page is full", async () => {
    const fixture = await startRig();
    const ids = await makeBooks(fixture, 4);
    const first = (await fixture.get("/books?limit=2")).json;
    const shifted = `${new Date(Date.parse(first.next) + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    const second = (await fixture.get(`/books?limit=2&before=${encodeURIComponent(shifted)}`)).json;
    expect(second.books.map((book: { id: string }) => book.id)).toEqual([ids[1], ids[0]]);
    expect(second.next).toBeNull();
  });

  it("refuses invalid limits and instants", async () => {
    const fixture = await startRig();
    for (const query of [
      "limit=0",
      "limit=101",
      "limit=x",
      "limit=1.5",
      "limit=",
      "before=yesterday",
      "before=2026-03-10",
      "limit=1&limit=2",
      "page=2",
    ]) {
      const reply = await fixture.get(`/books?${query}`);
      expect([query, reply.status]).toEqual([query, 400]);
      expect(reply.json.issues[0].path).toBe(query.split("=")[0]);
    }
  });
});

describe("an export", () => {
  it("is a zip with the recording, the text and the metadata, the same bytes each time", async () => {
    const fixture = await startRig();
    const words = [{ word: "sol", gloss: "sun" }];
    const { id } = (await fixture.post("/stories", { ...spokenStory, words })).json;
    await fixture.write();
    const bookId = (await fixture.get(`/stories/${id}`)).json.book.id;
    const early = await fixture.get(`/books/${bookId}/export`);
    expect([early.status, early.json.code]).toEqual([409, "conflict"]);
    await fixture.narrate();
    const reply = await fixture.get(`/books/${bookId}/export`);
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/zip");
    expect(reply.headers["cache-control"]).toBe("no-store");
    const entries = await unzip(reply.bytes);
    expect([...entries.keys()]).toEqual(["audio.mp3", "metadata.json", "story.txt"]);
    expect(entries.get("audio.mp3")).toEqual(Buffer.from(silentMp3(40)));
    expect(entries.get("story.txt")?.toString()).toBe(
      "About A walk\n\nIt was a good day. sol\n\nIt ended well.\n",
    );
    expect(JSON.parse(entries.get("metadata.json")?.toString() ?? "")).toMatchObject({
      id: bookId,
      storyId: id,
      title: "About A walk",
      lang: "es",
      durationMs: 1045,
      words,
    });
    fixture.world.pass(86_400_000);
    expect((await fixture.get(`/books/${bookId.toUpperCase()}/export`)).bytes.equals(reply.bytes)).toBe(true);
  });
});
