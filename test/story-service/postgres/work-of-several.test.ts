import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addJob, type Job, type JobKind, takeJobs } from "../../../src/story-service/jobs/jobs.ts";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { type Narrator, type Recording, TemporaryFailure } from "../../../src/story-service/ports.ts";
import type { Sql, Store } from "../../../src/story-service/store/store.ts";
import { conclude } from "../../../src/story-service/stories/states.ts";
import { password } from "../../ledger/postgres/fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { until } from "../call.ts";
import { databaseOf, usePostgres } from "../engine.ts";
import {
  beside,
  type Fixture,
  plainStory,
  query,
  silentMp3,
  spokenStory,
  startRig,
  tempFolder,
  withStore,
} from "../fixtures.ts";
import { deferred, gatedNarrator, gatedWriter } from "../gated-writer.ts";
import { passUntil } from "../operator/operator-fixtures.ts";
import { completion, enoughText, modelOfTest } from "../running/model-fixtures.ts";
import { accountOfAnn, serveProcess } from "../serve-process.ts";

usePostgres();

const recordingOf = (frames: number): Recording => ({
  bytes: silentMp3(frames),
  durationMs: frames * 26,
});

const topicsOf = ({ orders }: ReturnType<typeof gatedWriter>) => orders.map(({ topic }) => topic);

/** A process that is in the middle of writing a story. */
async function writingOne(title?: string) {
  const writer = gatedWriter(title);
  const one = await startRig({ writer });
  const id = await one.order({ ...plainStory, topic: "held" });
  one.world.pass(1_200);
  await writer.asked(1);
  return { writer, one, id };
}

/** As if a lease's time were over: the process that holds the job was suspended, or its machine has vanished. */
const lapse = ({ dataFolder }: Fixture) =>
  withStore(dataFolder, (store) => store.run("UPDATE jobs SET leased_until = 1 WHERE holder IS NOT NULL"));

const chargesOf = ({ dataFolder }: Fixture) =>
  query(dataFolder, "SELECT reason, credits FROM movements WHERE reason <> 'opening' ORDER BY seq");

const tooLate = "a result was not recorded: this work has ended, or another process has it";

describe("of two processes of a service", () => {
  it("neither takes what the other is working on, and each takes what is due", async () => {
    const { one } = await writingOne();
    const written = gatedWriter();
    const other = await beside(one, { writer: written });
    await other.order({ ...plainStory, topic: "free" });
    await passUntil(other, written.asked(1));
    expect(topicsOf(written)).toEqual(["free"]);
    const held = "SELECT COUNT(*) AS n FROM jobs WHERE holder IS NOT NULL AND attempts = 1";
    expect(await query(one.dataFolder, held)).toEqual([{ n: 2 }]);
  });

  it("one that wakes up can't write its story while the other is still at it", async () => {
    const { writer, one, id } = await writingOne("Late");
    const now = gatedWriter("In time");
    const other = await beside(one, { writer: now });
    await lapse(one);
    await passUntil(other, now.asked(1));
    writer.answer();
    await Promise.race([one.world.logged(tooLate), one.world.logged("story written")]);
    expect((await one.story(id)).status).toBe("writing");
    now.answer();
    await other.world.logged("story written");
    expect(await one.story(id)).toMatchObject({ title: "In time", credits: 13 });
    const charges = [{ reason: "reservation" }, { reason: "writing", credits: 13 }];
    expect(await chargesOf(one)).toMatchObject(charges);
    expect(await one.imbalances()).toEqual([]);
  });

  it("one that wakes up can't replace the recording of the other", async () => {
    const late = gatedNarrator(recordingOf(80));
    const one = await startRig({ narrator: late });
    const { storyId, bookId } = await one.beginBook();
    one.world.pass(3_600);
    await late.asked(1);
    const other = await beside(one);
    await lapse(one);
    await passUntil(other, other.world.logged("audiobook ready"));
    late.answer();
    await one.world.logged(tooLate);
    expect(await one.story(storyId)).toMatchObject({ status: "done", book: { status: "ready" } });
    const zip = await unzip((await one.get(`/books/${bookId}/export`)).bytes);
    expect(zip.get("audio.mp3")).toEqual(Buffer.from(silentMp3(40)));
    expect(await other.balance()).toMatchObject({ credits: 975, reserved: 0 });
  });

  it("one that stops gives its work back at once, and the other does it", async () => {
    const { one } = await writingOne();
    await one.service.close();
    expect(await query(one.dataFolder, "SELECT attempts, holder FROM jobs")).toEqual([
      { attempts: 0, holder: null },
    ]);
    const other = await beside(one);
    await other.world.logged("story written");
    expect(await other.balance()).toMatchObject({ credits: 987, reserved: 0 });
  });

  it("one whose lease has lapsed goes on with its work, and does not begin it a second time", async () => {
    const { writer, one } = await writingOne();
    await lapse(one);
    await one.order({ ...plainStory, topic: "next" });
    one.world.pass(1_200);
    await writer.asked(2);
    expect(topicsOf(writer)).toEqual(["held", "next"]);
    const once = [{ attempts: 1 }, { attempts: 1 }];
    expect(await query(one.dataFolder, "SELECT attempts FROM jobs")).toEqual(once);
  });

  it("one that lives keeps its leases", async () => {
    const { one } = await writingOne();
    await lapse(one);
    const renewed =
      "SELECT 1 AS yes FROM jobs WHERE leased_until > EXTRACT(EPOCH FROM clock_timestamp()) * 1000";
    while ((await query(one.dataFolder, renewed)).length === 0) one.world.pass(5_000);
    expect(await query(one.dataFolder, "SELECT attempts FROM jobs")).toEqual([{ attempts: 1 }]);
  });

  it("one narrates what a first read started, whichever of them got it, and nobody narrates it twice", async () => {
    let narrations = 0;
    const narrator: Narrator = {
      covers: () => true,
      narrate: async () => {
        narrations += 1;
        return recordingOf(40);
      },
    };
    const stories = 20;
    const one = await startRig({ narrator });
    const other = await beside(one, { narrator, world: one.world });
    const ids = await Promise.all(Array.from({ length: stories }, () => one.order(spokenStory)));
    one.world.pass(1_200);
    await one.world.logged("story written", stories);
    const reads = ids.flatMap((id) => [one.story(id), other.story(id)]);
    expect(new Set((await Promise.all(reads)).map(({ book }) => book.id)).size).toBe(stories);
    one.world.pass(3_600);
    await one.world.logged("audiobook ready", stories);
    expect(narrations).toBe(stories);
    const charged = "SELECT COUNT(*) AS n FROM movements WHERE reason = 'audiobook'";
    expect(await query(one.dataFolder, charged)).toEqual([{ n: stories }]);
    expect(await one.imbalances()).toEqual([]);
  });
});

it("a process that is killed in the middle of a story leaves it to another one, which finishes and charges it once", async () => {
  const asked = deferred<void>();
  // It never answers the first request, and the others at once.
  const model = await modelOfTest((_, turn) => {
    asked.resolve();
    return turn === 1 ? new Promise(() => undefined) : completion({ title: "Written", text: enoughText });
  });
  const dataFolder = join(await tempFolder(), "data");
  const address = (await databaseOf(dataFolder))?.reveal() ?? "";
  const env = {
    COURSEBINDER_DATABASE: address,
    STORY_WRITER_URL: model.server.url.slice(0, -1),
    STORY_WRITER_MODEL: "writer",
  };
  const serve = () =>
    serveProcess(["--data", dataFolder, "--writing-time", "10ms"], { config: accountOfAnn(), env });
  const doomed = await serve();
  const id = await doomed.order(plainStory);
  await asked.promise;
  const left = await serve();
  doomed.running.process.kill("SIGKILL");
  const { stdout, stderr } = await doomed.running.finished;
  expect(stdout + stderr).not.toContain(password);
  await until(async () => (await left.story(id)).status !== "writing");
  const story = { status: "ready", title: "Written", credits: 13 };
  expect(await left.story(id)).toMatchObject(story);
  expect(model.asked).toHaveLength(2);
  const charges = "SELECT reason, credits FROM movements WHERE reason = 'writing'";
  expect(await query(dataFolder, charges)).toEqual([{ reason: "writing", credits: 13 }]);
  expect(await withStore(dataFolder, findImbalances)).toEqual([]);
});

const change = ({ dataFolder }: Fixture, sql: string) => withStore(dataFolder, (store) => store.run(sql));

/** The work on a story that is ordered again, as if a process of another version had done it. */
async function orderAgain(store: Store, kind: JobKind, storyId: string): Promise<Job> {
  await store.write((transaction) => addJob(transaction, kind, { storyId, accountId: "ann", dueAt: 0 }));
  return theJob(store);
}

async function theJob(store: Store): Promise<Job> {
  const job = await store.get<Job>(
    `SELECT id, kind, story_id AS "storyId", account_id AS "accountId", fence, attempts FROM jobs`,
  );
  if (job === undefined) throw new Error("there is no job");
  return job;
}

it("work that several processes have found is taken by one of them, even if the lease of the first has lapsed by then", async () => {
  const { dataFolder, post } = await startRig();
  await post("/stories", plainStory);
  const far = Number.MAX_SAFE_INTEGER;
  const searchOf = (holder: string) =>
    ({ kind: "writing", now: far, dueMost: far, holder, underWay: [] }) as const;
  await withStore(dataFolder, async (store) => {
    const others: Job[] = [];
    // The other one takes it between what this one finds and what it takes.
    const slow: Store = {
      ...store,
      async all<Row>(statement: Sql | string) {
        const found = await store.all<Row>(statement);
        others.push(...(await takeJobs(store, searchOf("other"), { most: 5, leaseMs: 0 })));
        return found;
      },
    };
    const taken = await takeJobs(slow, searchOf("one"), { most: 5, leaseMs: 60_000 });
    expect([others.length, taken.length]).toEqual([1, 0]);
  });
});

it("a process that wakes up after its lease has lapsed can't give up what the other one is at, and returns no credits for it", async () => {
  const away = gatedWriter();
  const one = await startRig({ writer: away });
  const id = await one.order(plainStory);
  // This is the last attempt, after which the story would fail.
  await change(one, "UPDATE jobs SET attempts = 4");
  one.world.pass(1_200);
  await away.asked(1);
  const inTime = gatedWriter("In time");
  const other = await beside(one, { writer: inTime });
  await lapse(one);
  await passUntil(other, inTime.asked(1));
  away.fail(new TemporaryFailure("the server is away"));
  await Promise.race([one.world.logged(tooLate), one.world.logged("writing failed")]);
  expect((await one.story(id)).status).toBe("writing");
  expect(await one.balance()).toMatchObject({ credits: 1000, reserved: 13 });
  inTime.answer();
  await other.world.logged("story written");
  expect(await one.story(id)).toMatchObject({ title: "In time", credits: 13 });
  expect(await one.imbalances()).toEqual([]);
});

it.each([
  ["releases nothing a second time", "writing", 13],
  ["refunds nothing a second time", "narration", 12],
] as const)("work that is ordered again for a story that has ended %s", async (_, kind, credits) => {
  const fixture = await startRig();
  const storyId = kind === "writing" ? await fixture.order(plainStory) : (await fixture.beginBook()).storyId;
  const end = { kind: "failed", error: "It failed." } as const;
  await withStore(fixture.dataFolder, async (store) => {
    const moment = { store, now: fixture.world.now() };
    expect(await conclude(moment, await theJob(store), end)).toBe(true);
    expect(await conclude(moment, await orderAgain(store, kind, storyId), end)).toBe(true);
    expect(await findImbalances(store)).toEqual([]);
  });
  const refunds = "SELECT credits FROM movements WHERE reason IN ('release', 'refund')";
  expect(await query(fixture.dataFolder, refunds)).toEqual([{ credits }]);
});
