import { describe, expect, it } from "vitest";
import { plainStory, query, spokenStory } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { PlainBrowser } from "./plain-browser.ts";

describe("the page of a story (interface 4.2, 4.4)", () => {
  it("is linked with its id from the history, even for a story without an audiobook", async () => {
    const fixture = await startOAuthFixture();
    const { id } = (await fixture.post("/stories", { ...plainStory, topic: "A <b>walk</b>" })).json;
    await fixture.browser.signIn("ann", "ann-signs-in");
    const history = await fixture.browser.get("/account");
    expect(history.html).toContain(`<a class="about" href="/stories/${id}">`);
    expect(history.text).toContain(id);
    expect(history.text).toContain("13 held all of it still held");
    const early = await fixture.browser.get(`/stories/${id}`);
    expect(early.text).toContain(`Id ${id} `);
    expect(early.text).toMatch(
      /Status writing : it is being written Topic A <b>walk<\/b> .*Spanish.*Difficulty 3/,
    );
    expect(early.text).toMatch(/Charged nothing Held 13 credits until the writing ends/);
    await fixture.write();
    const page = await fixture.browser.get(`/stories/${id}`);
    expect(page.text).toMatch(/Charged 13 credits for the writing Held nothing/);
    expect(page.html).toContain('<div class="story" lang="es" dir="ltr"><p>It was a good day.');
    expect((await fixture.browser.get("/account")).text).toContain(
      "13 held all of it charged since, none held",
    );
  });

  it("starts no audiobook and charges nothing, and says until when its price is reserved", async () => {
    const fixture = await startOAuthFixture();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const before = await query(fixture.dataFolder, "SELECT * FROM movements");
    const page = await fixture.browser.get(`/stories/${id}`);
    expect(page.text).toMatch(
      /Status ready .* Held 12 credits for the audiobook: it starts, and is charged, when a program/,
    );
    expect(await query(fixture.dataFolder, "SELECT * FROM movements")).toEqual(before);
    expect(await query(fixture.dataFolder, "SELECT * FROM books")).toEqual([]);
    expect((await fixture.browser.get("/account")).text).toContain(
      "25 held 13 charged since, 12 still held for the audiobook",
    );
    const { book } = (await fixture.get(`/stories/${id}`)).json;
    await fixture.narrate();
    const done = await fixture.browser.get(`/stories/${id}`);
    expect(done.text).toContain("13 credits for the writing and 12 for the audiobook");
    expect(done.html).toContain(`href="/books/${book.id}"`);
    expect((await fixture.browser.get(`/books/${book.id}`)).html).toContain(`href="/stories/${id}"`);
  });

  it("says why a story failed, and what was returned", async () => {
    const fixture = await startOAuthFixture();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const { id } = (await fixture.post("/stories", { ...spokenStory, topic: "A walk [[fail-writing]]" }))
      .json;
    fixture.world.pass(2_000);
    await fixture.world.logged("writing failed");
    const { error } = (await fixture.get(`/stories/${id}`)).json;
    const page = await fixture.browser.get(`/stories/${id}`);
    expect(page.text).toContain(`Error ${error}`);
    expect(page.text).toMatch(/Charged nothing Held nothing Released 25 credits/);
    const history = await fixture.browser.get("/account");
    expect(history.text).toMatch(/25 released .* 25 held all of it was released/);
  });

  it("looks nonexistent to other accounts, and asks visitors to sign in", async () => {
    const fixture = await startOAuthFixture();
    const { id } = (await fixture.post("/stories", { ...plainStory, visibility: "public" })).json;
    expect((await fixture.browser.get(`/stories/${id}`)).url).toContain(`/sign-in?next=%2Fstories%2F${id}`);
    const other = new PlainBrowser(fixture.service.appUrl);
    await other.signIn("ben", "ben-signs-in");
    const theirs = await other.get(`/stories/${id}`);
    expect(theirs.status).toBe(404);
    expect((await other.get("/stories/nothing")).html).toBe(theirs.html);
    expect((await other.get(`/stories/${id.replace(/^./, "f")}`)).html).toBe(theirs.html);
  });
});
