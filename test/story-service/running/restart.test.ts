import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  handWorld,
  keyOfAnn,
  plainStory,
  query,
  secretOf,
  spokenStory,
  startRig,
  tempFolder,
} from "../fixtures.ts";

const ann = (more: string, key = keyOfAnn): string =>
  `accounts: [{ id: ann, ${more} keys: [{ name: main, secret: ${key} }] }]`;

describe("a restart", () => {
  it("resumes a story in the middle of its writing and a book in the middle of its narration", async () => {
    const fixture = await startRig();
    const spoken = (await fixture.post("/stories", spokenStory)).json.id;
    await fixture.write();
    await fixture.get(`/stories/${spoken}`);
    const plain = (await fixture.post("/stories", plainStory)).json.id;
    await fixture.service.close();
    const again = await startRig({ dataFolder: fixture.dataFolder, world: handWorld(fixture.world.now()) });
    expect((await again.get(`/stories/${plain}`)).json.status).toBe("writing");
    again.world.pass(3_600);
    await again.world.logged("story written");
    await again.world.logged("audiobook ready");
    expect((await again.get(`/stories/${plain}`)).json).toMatchObject({ status: "ready", credits: 13 });
    expect((await again.get(`/stories/${spoken}`)).json).toMatchObject({ status: "done", credits: 13 });
    expect((await again.get("/balance")).json).toMatchObject({ credits: 962, reserved: 0 });
  });

  it("discards a text that arrives after the service was closed, and writes the story at the next start", async () => {
    let release = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      release = resolve;
    });
    let deliver = (_: { title: string; text: string }): void => undefined;
    const writer = {
      covers: () => true,
      write: () => {
        release();
        return new Promise<{ title: string; text: string }>((resolve) => {
          deliver = resolve;
        });
      },
    };
    const fixture = await startRig({ writer });
    const { id } = (await fixture.post("/stories", plainStory)).json;
    fixture.world.pass(1_200);
    await asked;
    await fixture.service.close();
    deliver({ title: "Late", text: "Too late." });
    const again = await startRig({ dataFolder: fixture.dataFolder, world: fixture.world });
    await again.world.logged("story written");
    expect((await again.get(`/stories/${id}`)).json).toMatchObject({
      status: "ready",
      title: "About A walk",
      credits: 13,
    });
  });

  it("leaves a configured account, its keys and its secret as they are, and says that the file says something else", async () => {
    const config = (credits: number, more: string, key: string) =>
      `accounts: [{ id: ann, credits: ${credits}, ${more} keys: [{ name: main, ${key} }] }]`;
    const scoped = `secret: ${keyOfAnn}, scopes: [books:read, stories:write, account:read]`;
    const fixture = await startRig({ config: config(100, "", scoped) });
    await fixture.post("/stories", plainStory);
    await fixture.write();
    await fixture.service.close();
    const world = handWorld(fixture.world.now());
    const other = config(5000, "learning: [fr],", `secret: ${secretOf("n")}`);
    const again = await startRig({ config: other, dataFolder: fixture.dataFolder, world });
    expect((await again.get("/balance")).json.credits).toBe(87);
    expect((await again.get("/levels")).status).toBe(403);
    expect((await again.get("/balance", secretOf("n"))).status).toBe(401);
    expect(world.lines.filter(({ level }) => level === "warn")).toMatchObject([
      { fields: { accounts: ["ann"] }, message: expect.stringContaining("the database, which rules") },
    ]);
  });

  it("on the same data with a later clock is a jump in time", async () => {
    const at = (clock: string) =>
      `clock: "${clock}"\n${ann("credits: 100,").replace("main,", "main, cap: 13,")}`;
    const fixture = await startRig({ config: at("2026-01-31T23:59:50Z") });
    fixture.world.pass(3_000);
    expect((await fixture.post("/stories", plainStory)).json.createdAt).toBe("2026-01-31T23:59:53.000Z");
    expect((await fixture.post("/stories", plainStory)).status).toBe(402);
    await fixture.service.close();
    const again = await startRig({ config: at("2026-02-01T00:00:00+00:00"), dataFolder: fixture.dataFolder });
    expect((await again.post("/stories", plainStory)).json.createdAt).toBe("2026-02-01T00:00:00.000Z");
  });
});

describe("a data folder", () => {
  it("has no demo account when accounts are configured, and mints keys for the first of them", async () => {
    const fixture = await startRig();
    expect(await fixture.service.handOverDemo()).toBeNull();
    const key = await fixture.service.mintKey("rehearsal");
    await fixture.post("/stories", plainStory);
    expect((await fixture.get("/balance", key)).json.reserved).toBe(13);
  });

  it("mints a key with every scope and revokes the older one with its name", async () => {
    const fixture = await startRig({ config: "" });
    const first = await fixture.service.mintKey("rehearsal");
    expect((await fixture.post("/stories", plainStory, first)).status).toBe(202);
    const second = await fixture.service.mintKey("rehearsal");
    expect((await fixture.get("/balance", first)).status).toBe(401);
    for (const path of ["/balance", "/books", "/levels"])
      expect((await fixture.get(path, second)).status).toBe(200);
  });

  it("contains secrets as keyed hashes only, in a folder and files that only their owner can read", async () => {
    const fixture = await startRig({ dataFolder: join(await tempFolder(), "data") });
    await fixture.get("/balance");
    await fixture.service.close();
    for (const name of ["service.db", "pepper"]) {
      expect((await readFile(join(fixture.dataFolder, name))).includes(keyOfAnn), name).toBe(false);
    }
    expect((await stat(fixture.dataFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(fixture.dataFolder, "pepper"))).mode & 0o777).toBe(0o600);
    expect((await query<{ hash: string }>(fixture.dataFolder, "SELECT hash FROM bearers"))[0]?.hash).toMatch(
      /^[0-9a-f]{64}$/,
    );
  });
});
