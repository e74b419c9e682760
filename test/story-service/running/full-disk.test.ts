import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { mayMount, SmallDisk } from "../../crash/small-disk.ts";
import { call, type Reply } from "../call.ts";
import { plainStory, secretOf, tempFolder, undo, withStore } from "../fixtures.ts";
import { type Serving, serveProcess } from "../serve-process.ts";

const key = secretOf("a");
interface Served extends Serving {
  readonly disk: SmallDisk;
  get(path: string): Promise<Reply>;
  create(topic: string, audiobook: boolean): Promise<Reply>;
}

/** A service as a user starts it, whose data folder is on a disk of two MiB. */
async function serveOnSmallDisk(...times: string[]): Promise<Served> {
  const folder = await tempFolder();
  const config = join(folder, "service.yaml");
  const limits = "limits: { calls: 100000/1m, paidStarts: 100000/1m }";
  writeFileSync(
    config,
    `${limits}\naccounts: [{ id: ann, credits: 1000, keys: [{ name: k, secret: ${key} }] }]\n`,
  );
  const disk = await SmallDisk.mount(join(folder, "disk"), 2 * 1024 * 1024);
  undo.push(() => disk.dispose());
  const args = ["--data", join(disk.folder, "data"), "--config", config, ...times];
  const serving = await serveProcess(args, { cwd: folder, under: disk.under });
  return {
    ...serving,
    disk,
    get: (path) => call(serving.url + path, { method: "GET", key }),
    create: (topic, audiobook) =>
      call(`${serving.url}/stories`, {
        method: "POST",
        key,
        body: JSON.stringify({ ...plainStory, topic, audiobook }),
      }),
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Reads a story until it has the status. */
async function becomes({ get }: Served, id: string, status: string): Promise<void> {
  while ((await get(`/stories/${id}`)).json.status !== status) await pause();
}

async function isBalanced({ disk }: Served): Promise<void> {
  // The database does not open files by a way through another process's root.
  const copy = await tempFolder();
  cpSync(join(disk.outside, "data"), copy, { recursive: true });
  await withStore(copy, async (store) => {
    expect(await findImbalances(store)).toEqual([]);
    const twice =
      "SELECT story_id FROM movements WHERE reason IN ('writing', 'audiobook') GROUP BY story_id, reason HAVING COUNT(*) > 1";
    expect(await store.all(twice)).toEqual([]);
  });
}

describe.runIf(mayMount())("a service whose disk is full for a while", () => {
  it("accepts no creation meanwhile and says so, keeps answering, and then writes and charges what it had accepted, once", async () => {
    const served = await serveOnSmallDisk("--writing-time", "1s");
    const { json: made } = await served.create("A walk", false);
    served.disk.leave(0);
    const refused: Reply[] = [];
    do refused.push(await served.create("x".repeat(500), false));
    while (refused.at(-1)?.status === 202);
    const last = refused.pop();
    expect([last?.status, last?.json.code]).toEqual([503, "unavailable"]);
    await served.running.lineMatching(/could not be kept; it is tried again/);
    expect((await served.get(`/stories/${made.id}`)).status).toBe(200);
    expect((await served.get("/balance")).json.reserved).toBeGreaterThan(0);
    served.disk.makeRoom();
    for (const { id } of [made, ...refused.map(({ json }) => json)]) await becomes(served, id, "ready");
    expect((await served.get("/balance")).json).toMatchObject({
      credits: 1000 - 13 * (refused.length + 1),
      reserved: 0,
    });
    await served.stop();
    await isBalanced(served);
  });

  it("saves a recording once there is room for it, and charges it once, instead of declaring it failed", async () => {
    const served = await serveOnSmallDisk("--writing-time", "10ms", "--narration-time", "1s");
    const { json: made } = await served.create("A walk", true);
    await becomes(served, made.id, "making_audiobook");
    served.disk.leave(4);
    await served.running.lineMatching(/could not be kept; it is tried again/);
    expect((await served.get(`/stories/${made.id}`)).json).toMatchObject({
      status: "making_audiobook",
      error: null,
    });
    served.disk.makeRoom();
    await becomes(served, made.id, "done");
    expect((await served.get("/balance")).json).toMatchObject({ credits: 1000 - 25, reserved: 0 });
    await served.stop();
    await isBalanced(served);
  });
});
