import { describe, expect, it } from "vitest";
import { silentMp3, spokenStory } from "../fixtures.ts";
import { type OAuthFixture, signingReaders, startOAuthFixture } from "../oauth/oauth-fixtures.ts";

/** A book of Ann's, ready to be heard. */
async function makeBook(fixture: OAuthFixture, topic: string): Promise<string> {
  const { id } = (await fixture.post("/stories", { ...spokenStory, topic })).json;
  await fixture.write();
  const { book } = (await fixture.get(`/stories/${id}`)).json;
  await fixture.narrate();
  return book.id;
}

const linkIn = (html: string): string | null =>
  /<p class="pages"><a href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;

describe("the pages of books and of the account", () => {
  it("show every book and every movement once, page after page", async () => {
    const fixture = await startOAuthFixture({
      config: `limits: { calls: 100000/1m, paidStarts: 100000/1m }\n${signingReaders}`,
    });
    await fixture.browser.signIn("ann", "ann-signs-in");
    const made: string[] = [];
    for (let book = 0; book < 22; book += 1) made.unshift(await makeBook(fixture, `Walk ${book}`));

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

  it("give a player the range of a recording that it requests, so that it can seek", async () => {
    const fixture = await startOAuthFixture();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const id = await makeBook(fixture, "A walk");
    const whole = Buffer.from(silentMp3(40));
    const cookie = [...fixture.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const audio = async (range?: string) => {
      const answer = await fetch(`${fixture.service.appUrl}/books/${id}/audio`, {
        headers: { cookie, ...(range === undefined ? {} : { range }) },
      });
      const { status, headers } = answer;
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status, bytes, range: headers.get("content-range"), type: headers.get("content-type") };
    };
    const all = await audio();
    expect([all.status, all.type, all.bytes.equals(whole)]).toEqual([200, "audio/mpeg", true]);
    const size = whole.length;
    const parts: [string, number, number][] = [
      ["bytes=0-0", 0, 1],
      ["bytes=100-199", 100, 200],
      [`bytes=${size - 5}-`, size - 5, size],
      ["bytes=-7", size - 7, size],
      ["bytes=50-999999", 50, size],
    ];
    for (const [range, from, to] of parts) {
      const part = await audio(range);
      expect([range, part.status, part.range]).toEqual([range, 206, `bytes ${from}-${to - 1}/${size}`]);
      expect([range, part.bytes.equals(whole.subarray(from, to))]).toEqual([range, true]);
    }
    const beyond = await audio(`bytes=${size}-`);
    expect([beyond.status, beyond.range]).toEqual([416, `bytes */${size}`]);
    expect((await audio("bytes=0-1,5-6")).status).toBe(200);
  });
});
