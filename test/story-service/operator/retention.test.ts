import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { query, silentMp3, spokenStory } from "../fixtures.ts";
import { type OAuthFixture, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { passUntilLogged } from "./operator-fixtures.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const countIn = async ({ dataFolder }: OAuthFixture, table: string): Promise<number> =>
  (await query<{ n: number }>(dataFolder, `SELECT COUNT(*) AS n FROM ${table}`))[0]?.n ?? -1;

/** Lets time pass, and then the hour until the service tidies up. */
async function passAndTidy(fixture: OAuthFixture, ms: number): Promise<void> {
  const tidied = () =>
    fixture.world.lines.filter(({ message }) => message === "expired data was removed").length;
  const before = tidied();
  fixture.world.pass(ms + hourMs);
  await passUntilLogged(fixture, "expired data was removed", before + 1);
}

describe("a running service removes in time", () => {
  it("sessions, access tokens and consents that nobody picked up, but no used token of a live connection", async () => {
    const fixture = await startOAuthFixture();
    const { refresh_token } = await fixture.connect();
    const renewed = (await fixture.refresh(refresh_token)).json;
    await fixture.code();
    expect(await countIn(fixture, "sessions")).toBe(1);
    await passAndTidy(fixture, 13 * hourMs);
    expect(await countIn(fixture, "sessions")).toBe(0);
    // The keys of the two accounts stay, and of the codes the one that became the connection.
    expect(await countIn(fixture, "bearers")).toBe(2);
    expect(await countIn(fixture, "oauth_codes")).toBe(1);
    expect(await countIn(fixture, "refresh_tokens")).toBe(2);
    expect((await fixture.get("/balance")).status).toBe(200);
    // Using the first one again still ends the connection.
    expect((await fixture.refresh(refresh_token)).json.error).toBe("invalid_grant");
    expect((await fixture.refresh(renewed.refresh_token)).json.error).toBe("invalid_grant");
    await passAndTidy(fixture, hourMs);
    expect(await countIn(fixture, "refresh_tokens")).toBe(0);
    expect(await countIn(fixture, "oauth_codes")).toBe(0);
  });

  it("connections' tokens once they can't be renewed, and programs without a connection after ninety days", async () => {
    const fixture = await startOAuthFixture();
    await fixture.connect();
    await fixture.register({ redirect_uris: ["http://127.0.0.1/other"], client_name: "never used" });
    await passAndTidy(fixture, 31 * dayMs);
    expect(await countIn(fixture, "refresh_tokens")).toBe(0);
    expect(await countIn(fixture, "oauth_clients")).toBe(2);
    await passAndTidy(fixture, 60 * dayMs);
    expect(await query(fixture.dataFolder, "SELECT name FROM oauth_clients")).toHaveLength(1);
  });

  it("paid starts out of their window, and sentinels' refusals after thirty days", async () => {
    const fixture = await startOAuthFixture();
    await fixture.post("/stories", { ...spokenStory, topic: "[[rate-limit]]" });
    await fixture.post("/stories", spokenStory);
    expect([await countIn(fixture, "paid_starts"), await countIn(fixture, "sentinel_refusals")]).toEqual([
      1, 1,
    ]);
    await passAndTidy(fixture, 1);
    expect([await countIn(fixture, "paid_starts"), await countIn(fixture, "sentinel_refusals")]).toEqual([
      0, 1,
    ]);
    await passAndTidy(fixture, 30 * dayMs);
    expect(await countIn(fixture, "sentinel_refusals")).toBe(0);
  });

  it("recordings that no book has, a day after they were made, and no other file", async () => {
    const fixture = await startOAuthFixture();
    const { bookId } = await fixture.makeBook();
    const folder = join(fixture.dataFolder, "audio");
    await mkdir(folder, { recursive: true });
    const ofOthers = "5f0e0a62-1f3c-4b43-8f6d-0d6c1b2a3f40.1.mp3";
    const orphans = [
      `${bookId}.9.mp3`,
      `${bookId}.mp3.coursebinder.part`,
      `${bookId}.3.mp3.2.coursebinder.part`,
      ofOthers,
    ];
    for (const name of [...orphans, "notes.txt"]) await writeFile(join(folder, name), silentMp3(1));
    const own = (await readdir(folder)).filter((name) => ![...orphans, "notes.txt"].includes(name));
    expect(own).toHaveLength(1);
    const touch = async (age: number): Promise<void> => {
      const at = new Date(fixture.world.now() - age);
      for (const name of await readdir(folder)) await utimes(join(folder, name), at, at);
    };
    await touch(0);
    await passAndTidy(fixture, 1);
    expect(await readdir(folder)).toHaveLength(6);
    await touch(2 * dayMs);
    await passAndTidy(fixture, 1);
    expect((await readdir(folder)).sort()).toEqual([...own, "notes.txt"].sort());
    await fixture.browser.signIn("ann", "ann-signs-in");
    expect((await fixture.browser.get(`/books/${bookId}/audio`)).status).toBe(200);
  });
});
