import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLog } from "../../../src/story-service/accounts/audit-log.ts";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { fundsOf } from "../../../src/story-service/money/movements.ts";
import { addCredits, listAccounts } from "../../../src/story-service/operator/accounts.ts";
import { deleteAccount, exportAccount } from "../../../src/story-service/operator/personal-data.ts";
import type { Recordings } from "../../../src/story-service/recordings/recordings.ts";
import { keyOfBen, plainStory, query, restart, spokenStory, tempFolder } from "../fixtures.ts";
import { type OAuthFixture, signingReaders, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { unzip } from "../unzip.ts";
import { operate, operatorOf } from "./operator-fixtures.ts";

/** Ann with a finished audiobook, a story whose audiobook nobody began, a connection and a top-up. */
async function livedIn(): Promise<OAuthFixture> {
  const fixture = await startOAuthFixture();
  await fixture.connect();
  await fixture.makeBook({ topic: "My secret garden" });
  await fixture.post("/stories", spokenStory);
  await fixture.write();
  await fixture.post("/stories", plainStory, keyOfBen);
  await fixture.write();
  return fixture;
}

describe("the data of a person", () => {
  it("is exported as a zip, with settings, stories, recordings, movements and log, and without secrets", async () => {
    const fixture = await livedIn();
    const operator = await operatorOf(fixture);
    const folder = await tempFolder();
    const path = join(folder, "ann.zip");
    const counted = { stories: 2, recordings: 1, movements: 6 };
    expect((await exportAccount(operator, "ann", path)).document).toMatchObject(counted);
    const entries = await unzip(await readFile(path));
    const names = [...entries.keys()].sort();
    expect(names.filter((name) => name.endsWith(".json"))).toEqual(
      ["account", "books", "keys", "log", "movements", "stories"].map((name) => `${name}.json`),
    );
    expect(names.filter((name) => name.endsWith(".mp3"))).toHaveLength(1);
    const whole = [...entries.values()].map(String).join("");
    expect(whole).toContain("My secret garden");
    expect(whole).toContain("consent given");
    expect(whole).not.toMatch(/sk_live_|st_refresh_|st_access_|"hash"/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expect(exportAccount(operator, "ann", path)).rejects.toMatchObject({
      problem: { code: "output_unusable", path, why: "EEXIST" },
    });
  });

  it("is exported with one recording open at a time, however many there are", async () => {
    const fixture = await startOAuthFixture();
    for (const topic of ["One", "Two", "Three"]) await fixture.makeBook({ topic });
    const operator = await operatorOf(fixture);
    const open = new Set<unknown>();
    let most = 0;
    const recordings = async (): Promise<Recordings> => {
      const kept = await operator.recordings();
      return {
        ...kept,
        async find(book) {
          const file = await kept.find(book);
          if (file === null) return null;
          const opened = async () => {
            const content = await file.open();
            most = Math.max(most, open.add(content).size);
            content?.once("close", () => open.delete(content));
            return content;
          };
          return { ...file, open: opened };
        },
      };
    };
    const path = join(await tempFolder(), "ann.zip");
    const { document } = await exportAccount({ ...operator, recordings }, "ann", path);
    expect(document).toMatchObject({ recordings: 3 });
    expect([most, open.size]).toEqual([1, 0]);
    const sounds = [...(await unzip(await readFile(path)))].filter(([name]) => name.endsWith(".mp3"));
    expect(sounds.map(([, bytes]) => bytes.length)).toEqual([40 * 417, 40 * 417, 40 * 417]);
  });

  it("is deleted with stories and recordings, while the books balance and others are untouched", async () => {
    const fixture = await livedIn();
    const operator = await operatorOf(fixture);
    await addCredits(operator, { accountId: "ann", credits: 5, reason: "for Ann Arbor", reference: "17" });
    const { document } = await deleteAccount(operator, "ann");
    expect(document).toMatchObject({ stories: 2, recordings: 1, leftRecordings: 0 });
    const pseudonym = String(document.pseudonym);
    expect((await fixture.get("/balance")).status).toBe(401);
    expect((await fixture.browser.get("/account")).url).toContain("/sign-in");
    expect(await readdir(join(fixture.dataFolder, "audio"))).toEqual([]);
    expect((await fixture.get("/balance", keyOfBen)).json.credits).toBe(987);
    expect(await listAccounts(operator.store, { id: pseudonym })).toMatchObject([
      { deleted: true, available: 0, reserved: 0, spent: 38, stories: 0 },
    ]);
    expect(await findImbalances(operator.store)).toEqual([]);
    for (const table of ["accounts", "stories", "movements", "credentials", "audit_log", "funds", "books"]) {
      const rows = JSON.stringify(await query(fixture.dataFolder, `SELECT * FROM ${table}`));
      expect([table, /"ann"|secret garden|Ann Arbor|"A reader"/.exec(rows)?.[0]]).toEqual([table, undefined]);
    }
    const log = await readLog(operator.store, { accountId: pseudonym, limit: 100 });
    expect(log.at(-1)).toMatchObject({ what: "account deleted", actor: "operator olga" });
  });

  it("does not come back with a configuration that still names it, until the operator adds it again", async () => {
    const fixture = await livedIn();
    const operator = await operatorOf(fixture);
    await deleteAccount(operator, "ann");
    const again = await restart(fixture, { config: signingReaders });
    expect(again.world.lines.map(({ message }) => message)).toContain(
      "the configuration names accounts that were deleted; they stay deleted",
    );
    expect((await again.get("/balance")).status).toBe(401);
    expect((await again.get("/balance", keyOfBen)).status).toBe(200);
    await operate(operator, "accounts add", "ann", { credits: 7 });
    expect(await fundsOf(operator.store, "ann")).toMatchObject({ available: 7 });
  });

  it("is not deleted while work on it is not done", async () => {
    const fixture = await startOAuthFixture();
    const operator = await operatorOf(fixture);
    await fixture.post("/stories", plainStory);
    await expect(deleteAccount(operator, "ann")).rejects.toMatchObject({
      problem: { code: "work_under_way", jobs: 1 },
    });
    await fixture.write();
    expect((await deleteAccount(operator, "ann")).document).toMatchObject({ stories: 1 });
  });
});
