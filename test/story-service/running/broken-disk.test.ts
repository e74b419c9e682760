import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { mayMount, SmallDisk } from "../../crash/small-disk.ts";
import { needTool } from "../../tools.ts";
import type { Reply } from "../call.ts";
import { until } from "../call.ts";
import { plainStory, spokenStory, tempFolder, undo, withStore } from "../fixtures.ts";
import { accountOfAnn, type Serving, serveProcess } from "../serve-process.ts";

interface Served extends Serving {
  readonly disk: SmallDisk;
}

/** A service as a user starts it, whose data folder is on a disk of two MiB. */
async function serveOnSmallDisk(...times: string[]): Promise<Served> {
  const disk = await SmallDisk.mount(join(await tempFolder(), "disk"), 2 * 1024 * 1024);
  undo.push(() => disk.dispose());
  const args = ["--data", join(disk.folder, "data"), ...times];
  return { ...(await serveProcess(args, { config: accountOfAnn(), under: disk.under })), disk };
}

/** Reads a story until it has the status. */
const becomes = ({ get }: Served, id: string, status: string): Promise<void> =>
  until(async () => (await get(`/stories/${id}`)).json.status === status);

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
    const { json: made } = await served.post("/stories", plainStory);
    served.disk.leave(0);
    const refused: Reply[] = [];
    do refused.push(await served.post("/stories", { ...plainStory, topic: "x".repeat(500) }));
    while (refused.at(-1)?.status === 202);
    const last = refused.pop();
    expect([last?.status, last?.json.code]).toEqual([503, "unavailable"]);
    await served.running.lineMatching(/could not be saved; it will be retried/);
    expect((await served.get(`/stories/${made.id}`)).status).toBe(200);
    expect((await served.balance()).reserved).toBeGreaterThan(0);
    served.disk.makeRoom();
    for (const { id } of [made, ...refused.map(({ json }) => json)]) await becomes(served, id, "ready");
    expect(await served.balance()).toMatchObject({
      credits: 1000 - 13 * (refused.length + 1),
      reserved: 0,
    });
    await served.stop();
    await isBalanced(served);
  });

  it("saves a recording once there is room for it, and charges it once, instead of declaring it failed", async () => {
    const served = await serveOnSmallDisk("--writing-time", "10ms", "--narration-time", "1s");
    const { json: made } = await served.post("/stories", spokenStory);
    await becomes(served, made.id, "making_audiobook");
    served.disk.leave(4);
    await served.running.lineMatching(/could not be saved; it will be retried/);
    expect((await served.get(`/stories/${made.id}`)).json).toMatchObject({
      status: "making_audiobook",
      error: null,
    });
    served.disk.makeRoom();
    await becomes(served, made.id, "done");
    expect(await served.balance()).toMatchObject({ credits: 1000 - 25, reserved: 0 });
    await served.stop();
    await isBalanced(served);
  });
});

const strace = "/usr/bin/strace";
/** The process that strace started. */
const servedBy = (tracer: number): number =>
  Number(readFileSync(`/proc/${tracer}/task/${tracer}/children`, "utf8").trim().split(" ")[0]);

it.runIf(needTool("strace", strace))(
  "a service whose disk fails a sync reports nothing that may be lost, ends with exit 7, and has all it accepted when it is started again",
  async () => {
    const folder = await tempFolder();
    const dataFolder = join(folder, "data");
    const trace = join(folder, "trace");
    // Whichever SQLite uses, from some after the start on.
    const faults = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO:when=60+"];
    const args = ["--data", dataFolder, "--writing-time", "10ms"];
    const served = (under: string[]) =>
      serveProcess(args, { cwd: folder, config: accountOfAnn("unlimited: true"), under });
    const { running, post } = await served([strace, "-f", "-qq", "-o", trace, ...faults]);
    undo.push(async () => {
      if (running.process.exitCode === null) process.kill(servedBy(running.process.pid ?? 0), "SIGKILL");
    });
    const told: string[] = [];
    const statuses: number[] = [];
    for (let isUp = true; isUp; ) {
      const topic = `story ${told.length}`;
      const reply = await post("/stories", { ...plainStory, topic }).catch(() => null);
      if (reply !== null) statuses.push(reply.status);
      if (reply?.status === 202) told.push(reply.json.id);
      isUp = reply !== null;
    }
    // Once a sync has failed, nothing more is accepted.
    const failedAt = statuses.findIndex((status) => status !== 202);
    expect(failedAt === -1 ? [] : statuses.slice(failedAt)).not.toContain(202);
    const { code, stderr } = await running.finished;
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining("reported an error (SQLITE_IOERR): data may be missing"),
    ]);
    expect(readFileSync(trace, "utf8")).toContain("(INJECTED)");
    expect(told.length).toBeGreaterThan(0);
    const next = await served([]);
    for (const id of told) await until(async () => (await next.story(id)).status === "ready");
    expect(await withStore(dataFolder, findImbalances)).toEqual([]);
  },
);
