import { describe, expect, it } from "vitest";
import { bookPageSchema } from "../../../src/contract/books.ts";
import { unzip } from "../../package/fixtures.ts";
import { type Fixture, plainStory, query, silentMp3, spokenStory, startRig } from "../fixtures.ts";
import { signingReaders, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { PlainBrowser } from "./plain-browser.ts";

async function makeBooks(fixture: Fixture, count: number, from = 0): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push((await fixture.post("/stories", { ...spokenStory, topic: `book ${from + n}` })).json.id);
  }
  fixture.world.pass(1_200);
  await fixture.world.logged("story written", from + count);
  const books: string[] = [];
  for (const id of ids) books.push((await fixture.story(id)).book.id);
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
});

it("an export is a zip with the recording, the text and the metadata, the same bytes each time", async () => {
  const fixture = await startRig();
  const words = [{ word: "sol", gloss: "sun" }];
  const { storyId, bookId } = await fixture.beginBook({ words });
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
    storyId,
    title: "About A walk",
    lang: "es",
    durationMs: 1045,
    words,
  });
  fixture.world.pass(86_400_000);
  expect((await fixture.get(`/books/${bookId.toUpperCase()}/export`)).bytes.equals(reply.bytes)).toBe(true);
});

describe("the page of a story (interface 4.2, 4.4)", () => {
  it("is linked with its id from the history, even for a story without an audiobook", async () => {
    const fixture = await startOAuthFixture();
    const id = await fixture.order({ ...plainStory, topic: "A <b>walk</b>" });
    await fixture.browser.signIn("ann", "ann-signs-in");
    const history = await fixture.browser.get("/account");
    expect(history.html).toContain(`<a class="about" href="/stories/${id}">`);
    expect(history.text).toContain(id);
    expect(history.text).toContain("13 held");
    const early = await fixture.browser.get(`/stories/${id}`);
    expect(early.text).toContain(`Id ${id} `);
    expect(early.text).toMatch(/Status being written Topic A <b>walk<\/b> .*Spanish.*Difficulty 3/);
    expect(early.text).toContain("Reserved for a story 13 held");
    await fixture.write();
    const page = await fixture.browser.get(`/stories/${id}`);
    expect(page.text).toMatch(/Writing −13 .* Reserved for a story 13 held/);
    expect(page.html).toContain('<div class="story" lang="es" dir="ltr"><p>It was a good day.');
    expect((await fixture.browser.get("/account")).text).toMatch(/Writing −13 .* 13 held/);
  });

  it("starts no audiobook and charges nothing, and says until when its price is reserved", async () => {
    const fixture = await startOAuthFixture();
    const id = await fixture.order(spokenStory);
    await fixture.write();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const before = await query(fixture.dataFolder, "SELECT * FROM movements");
    const page = await fixture.browser.get(`/stories/${id}`);
    expect(page.text).toMatch(
      /Status written .* The audiobook starts and is charged when a program .* 25 held/,
    );
    expect(await query(fixture.dataFolder, "SELECT * FROM movements")).toEqual(before);
    expect(await query(fixture.dataFolder, "SELECT * FROM books")).toEqual([]);
    expect((await fixture.browser.get("/account")).text).toMatch(
      /12 of them held for stories in progress .* Writing −13 .* 25 held/,
    );
    const { book } = await fixture.story(id);
    await fixture.narrate();
    const done = await fixture.browser.get(`/stories/${id}`);
    expect(done.text).toMatch(/Audiobook −12 .* Writing −13 .* 25 held/);
    expect(done.html).toContain(`href="/books/${book.id}"`);
    expect((await fixture.browser.get(`/books/${book.id}`)).html).toContain(`href="/stories/${id}"`);
  });

  it("says why a story failed, and what was returned", async () => {
    const fixture = await startOAuthFixture();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const id = await fixture.order({ ...spokenStory, topic: "A walk [[fail-writing]]" });
    fixture.world.pass(2_000);
    await fixture.world.logged("writing failed");
    const { error } = await fixture.story(id);
    const page = await fixture.browser.get(`/stories/${id}`);
    expect(page.text).toContain(`Error ${error}`);
    expect(page.text).toMatch(/Released: the writing ended without a story 25 released/);
    const history = await fixture.browser.get("/account");
    expect(history.text).toMatch(/25 released .* 25 held/);
    const unread = await fixture.beginBook({ topic: "A walk [[book-error]]" });
    fixture.world.pass(3_600);
    await fixture.world.logged("narration failed");
    expect((await fixture.browser.get(`/stories/${unread.storyId}`)).text).toMatch(
      /Refund of an audiobook \+12 .* 25 held/,
    );
  });

  it("looks nonexistent to other accounts, and asks visitors to sign in", async () => {
    const fixture = await startOAuthFixture();
    const id = await fixture.order({ ...plainStory, visibility: "public" });
    expect((await fixture.browser.get(`/stories/${id}`)).url).toContain(`/sign-in?next=%2Fstories%2F${id}`);
    const other = new PlainBrowser(fixture.service.appUrl);
    await other.signIn("ben", "ben-signs-in");
    const theirs = await other.get(`/stories/${id}`);
    expect(theirs.status).toBe(404);
    expect((await other.get("/stories/nothing")).html).toBe(theirs.html);
    expect((await other.get(`/stories/${id.replace(/^./, "f")}`)).html).toBe(theirs.html);
  });
});

const linkIn = (html: string): string | null =>
  /<p class="pages"><a href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;

it("the pages of books and of the account show every book and every movement once, page after page", async () => {
  const fixture = await startOAuthFixture({
    config: `limits: { calls: 100000/1m, paidStarts: 100000/1m }\n${signingReaders}`,
  });
  await fixture.browser.signIn("ann", "ann-signs-in");
  const made: string[] = [];
  for (let book = 0; book < 22; book += 1)
    made.unshift((await fixture.makeBook({ topic: `Walk ${book}` })).bookId);

  const seen: string[] = [];
  let books = 0;
  for (let path: string | null = "/books"; path !== null; books += 1) {
    const page = await fixture.browser.get(path);
    seen.push(...[...page.html.matchAll(/<a href="\/books\/([0-9a-f-]{36})"/g)].map(([, id = ""]) => id));
    path = linkIn(page.html);
  }
  expect([books, seen]).toEqual([2, made]);

  const reasons: string[] = [];
  let pages = 0;
  for (let path: string | null = "/account"; path !== null; pages += 1) {
    const page = await fixture.browser.get(path);
    reasons.push(...(page.text.match(/Opening balance|Writing −13|Audiobook −12/g) ?? []));
    path = linkIn(page.html);
  }
  expect(pages).toBe(2);
  expect(reasons.filter((reason) => reason.startsWith("Writing"))).toHaveLength(22);
  expect(reasons.filter((reason) => reason.startsWith("Audiobook"))).toHaveLength(22);
  expect(reasons.at(-1)).toBe("Opening balance");
  expect((await fixture.browser.get("/books?before=yesterday")).status).toBe(400);
});
