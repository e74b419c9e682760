import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  demoSecrets,
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

  it("keeps the money and updates the settings of a configured account", async () => {
    const fixture = await startRig({ config: ann("credits: 100,") });
    await fixture.post("/stories", plainStory);
    await fixture.write();
    await fixture.service.close();
    const config = ann("credits: 5000, learning: [fr],");
    const again = await startRig({ config, dataFolder: fixture.dataFolder, world: fixture.world });
    expect((await again.get("/balance")).json.credits).toBe(87);
    expect((await again.get("/levels")).json.languages).toHaveLength(1);
  });

  it("updates a key's scopes, cap and revocation, and disables a replaced secret", async () => {
    const config = (key: string) => `accounts: [{ id: ann, credits: 100, keys: [{ name: main, ${key} }] }]`;
    const dataFolder = await tempFolder();
    const open = async (key: string, secret: string) => {
      const fixture = await startRig({ config: config(key), dataFolder });
      const statuses = [
        (await fixture.get("/balance", secret)).status,
        (await fixture.get("/books", secret)).status,
      ];
      await fixture.service.close();
      return statuses;
    };
    const old = secretOf("o");
    expect(await open(`secret: ${old}`, old)).toEqual([200, 200]);
    expect(await open(`secret: ${old}, scopes: [books:read]`, old)).toEqual([403, 200]);
    expect(await open(`secret: ${old}, revoked: true`, old)).toEqual([401, 401]);
    expect(await open(`secret: ${old}`, old)).toEqual([200, 200]);
    expect(await open(`secret: ${secretOf("n")}`, secretOf("n"))).toEqual([200, 200]);
    expect(await open(`secret: ${secretOf("n")}`, old)).toEqual([401, 401]);
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
  it("is held by one service at a time", async () => {
    const fixture = await startRig();
    await expect(startRig({ dataFolder: fixture.dataFolder })).rejects.toMatchObject({
      problem: { code: "data_folder_in_use", path: fixture.dataFolder },
    });
    await fixture.service.close();
    expect((await (await startRig({ dataFolder: fixture.dataFolder })).get("/balance")).status).toBe(200);
  });

  it("is released if the service could not listen", async () => {
    const fixture = await startRig();
    const port = Number(new URL(fixture.service.url).port);
    const dataFolder = await tempFolder();
    await expect(startRig({ dataFolder, port })).rejects.toMatchObject({
      problem: { code: "address_unavailable", host: "127.0.0.1", port, reason: "EADDRINUSE" },
    });
    expect((await (await startRig({ dataFolder })).get("/balance")).status).toBe(200);
  });

  it("has no demo account when accounts are configured, and mints keys for the first of them", async () => {
    const fixture = await startRig();
    expect(await demoSecrets(fixture)).toBeNull();
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
