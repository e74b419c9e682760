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
} from "./rig.ts";

const ann = (more: string, key = keyOfAnn): string =>
  `accounts: [{ id: ann, ${more} keys: [{ name: main, secret: ${key} }] }]`;

describe("a restart", () => {
  it("takes up a story in the middle of its writing and a book in the middle of its narration", async () => {
    const rig = await startRig();
    const spoken = (await rig.post("/stories", spokenStory)).json.id;
    await rig.write();
    await rig.get(`/stories/${spoken}`);
    const plain = (await rig.post("/stories", plainStory)).json.id;
    await rig.service.close();
    const again = await startRig({ dataFolder: rig.dataFolder, world: handWorld(rig.world.now()) });
    expect((await again.get(`/stories/${plain}`)).json.status).toBe("writing");
    again.world.pass(3_600);
    await again.world.logged("story written");
    await again.world.logged("audiobook ready");
    expect((await again.get(`/stories/${plain}`)).json).toMatchObject({ status: "ready", credits: 13 });
    expect((await again.get(`/stories/${spoken}`)).json).toMatchObject({ status: "done", credits: 13 });
    expect((await again.get("/balance")).json).toMatchObject({ credits: 962, reserved: 0 });
  });

  it("drops a text that comes after the service was closed, and writes the story at the next start", async () => {
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
    const rig = await startRig({ writer });
    const { id } = (await rig.post("/stories", plainStory)).json;
    rig.world.pass(1_200);
    await asked;
    await rig.service.close();
    deliver({ title: "Late", text: "Too late." });
    const again = await startRig({ dataFolder: rig.dataFolder, world: rig.world });
    await again.world.logged("story written");
    expect((await again.get(`/stories/${id}`)).json).toMatchObject({
      status: "ready",
      title: "About A walk",
      credits: 13,
    });
  });

  it("keeps the money and renews the settings of a configured account", async () => {
    const rig = await startRig({ config: ann("credits: 100,") });
    await rig.post("/stories", plainStory);
    await rig.write();
    await rig.service.close();
    const config = ann("credits: 5000, learning: [fr],");
    const again = await startRig({ config, dataFolder: rig.dataFolder, world: rig.world });
    expect((await again.get("/balance")).json.credits).toBe(87);
    expect((await again.get("/levels")).json.languages).toHaveLength(1);
  });

  it("renews a key's scopes, cap and revocation, and shuts a secret that was replaced", async () => {
    const config = (key: string) => `accounts: [{ id: ann, credits: 100, keys: [{ name: main, ${key} }] }]`;
    const dataFolder = await tempFolder();
    const open = async (key: string, secret: string) => {
      const rig = await startRig({ config: config(key), dataFolder });
      const statuses = [(await rig.get("/balance", secret)).status, (await rig.get("/books", secret)).status];
      await rig.service.close();
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
    const rig = await startRig({ config: at("2026-01-31T23:59:50Z") });
    rig.world.pass(3_000);
    expect((await rig.post("/stories", plainStory)).json.createdAt).toBe("2026-01-31T23:59:53.000Z");
    expect((await rig.post("/stories", plainStory)).status).toBe(402);
    await rig.service.close();
    const again = await startRig({ config: at("2026-02-01T00:00:00+00:00"), dataFolder: rig.dataFolder });
    expect((await again.post("/stories", plainStory)).json.createdAt).toBe("2026-02-01T00:00:00.000Z");
  });
});

describe("a data folder", () => {
  it("is held by one service at a time", async () => {
    const rig = await startRig();
    await expect(startRig({ dataFolder: rig.dataFolder })).rejects.toMatchObject({
      problem: { code: "data_folder_in_use", path: rig.dataFolder },
    });
    await rig.service.close();
    expect((await (await startRig({ dataFolder: rig.dataFolder })).get("/balance")).status).toBe(200);
  });

  it("is free again when the service could not listen", async () => {
    const rig = await startRig();
    const port = Number(new URL(rig.service.url).port);
    const dataFolder = await tempFolder();
    await expect(startRig({ dataFolder, port })).rejects.toMatchObject({
      problem: { code: "address_unavailable", host: "127.0.0.1", port, reason: "EADDRINUSE" },
    });
    expect((await (await startRig({ dataFolder })).get("/balance")).status).toBe(200);
  });

  it("has no demo account when accounts are configured, and mints keys for the first of them", async () => {
    const rig = await startRig();
    expect(await demoSecrets(rig)).toBeNull();
    const key = await rig.service.mintKey("rehearsal");
    await rig.post("/stories", plainStory);
    expect((await rig.get("/balance", key)).json.reserved).toBe(13);
  });

  it("mints a key that opens everything and revokes the older one of its name", async () => {
    const rig = await startRig({ config: "" });
    const first = await rig.service.mintKey("rehearsal");
    expect((await rig.post("/stories", plainStory, first)).status).toBe(202);
    const second = await rig.service.mintKey("rehearsal");
    expect((await rig.get("/balance", first)).status).toBe(401);
    for (const path of ["/balance", "/books", "/levels"])
      expect((await rig.get(path, second)).status).toBe(200);
  });

  it("holds secrets as keyed hashes only, in a folder and files that only their owner reads", async () => {
    const rig = await startRig({ dataFolder: join(await tempFolder(), "data") });
    await rig.get("/balance");
    await rig.service.close();
    for (const name of ["service.db", "pepper"]) {
      expect((await readFile(join(rig.dataFolder, name))).includes(keyOfAnn), name).toBe(false);
    }
    expect((await stat(rig.dataFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(rig.dataFolder, "pepper"))).mode & 0o777).toBe(0o600);
    expect(query<{ hash: string }>(rig.dataFolder, "SELECT hash FROM bearers")[0]?.hash).toMatch(
      /^[0-9a-f]{64}$/,
    );
  });
});
