import { describe, expect, it } from "vitest";
import { addJob, type Job, type JobKind, takeJobs } from "../../../src/story-service/jobs/jobs.ts";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { TemporaryFailure, type Writer } from "../../../src/story-service/ports.ts";
import type { Store } from "../../../src/story-service/store/store.ts";
import { endWriting, failNarration } from "../../../src/story-service/stories/transitions.ts";
import { usePostgres } from "../engine.ts";
import { type Fixture, handWorld, plainStory, query, spokenStory, startRig, withStore } from "../fixtures.ts";
import { gatedWriter } from "../gated-writer.ts";

usePostgres();

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve: () => resolve() };
}

/** A writer whose server is away, as it says when a test lets it. */
function awayWriter() {
  const asked = deferred();
  const gate = deferred();
  const writer: Writer = {
    covers: () => true,
    async write() {
      asked.resolve();
      await gate.promise;
      throw new TemporaryFailure("the server is away");
    },
  };
  return { writer, asked: asked.promise, fail: gate.resolve };
}

const pollMs = 1_300;
const change = ({ dataFolder }: Fixture, sql: string) => withStore(dataFolder, (store) => store.run(sql));
const refunds = "SELECT credits FROM movements WHERE reason IN ('release', 'refund')";

/** The work on a story that is ordered again, as if a process of another version had done it. */
async function orderAgain(store: Store, kind: JobKind, storyId: string): Promise<Job> {
  await store.write((transaction) => addJob(transaction, { kind, storyId, accountId: "ann", dueAt: 0 }));
  return theJob(store);
}

async function theJob(store: Store): Promise<Job> {
  const job = await store.get<Job>(`SELECT id, story_id AS "storyId", fence, attempts FROM jobs`);
  if (job === undefined) throw new Error("there is no job");
  return job;
}

describe("work that several processes have found", () => {
  it("is taken by one of them, even if the lease of the first has lapsed by then", async () => {
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
        async all<Row>(sql: string, ...values: (string | number | null)[]) {
          const found = await store.all<Row>(sql, ...values);
          others.push(...(await takeJobs(store, searchOf("other"), { most: 5, leaseMs: 0 })).taken);
          return found;
        },
      };
      const { taken } = await takeJobs(slow, searchOf("one"), { most: 5, leaseMs: 60_000 });
      expect([others.length, taken.length]).toEqual([1, 0]);
    });
  });
});

describe("a process that wakes up after its lease has lapsed", () => {
  it("can't give up what the other one is at, and returns no credits for it", async () => {
    const away = awayWriter();
    const one = await startRig({ writer: away.writer });
    const { id } = (await one.post("/stories", plainStory)).json;
    // This is the last attempt, after which the story would fail.
    await change(one, "UPDATE jobs SET attempts = 4");
    one.world.pass(1_200);
    await away.asked;
    const inTime = gatedWriter("In time");
    const other = await startRig({
      writer: inTime,
      dataFolder: one.dataFolder,
      world: handWorld(one.world.now()),
    });
    await change(one, "UPDATE jobs SET leased_until = 1 WHERE holder IS NOT NULL");
    let isTaken = false;
    void inTime.asked(1).then(() => {
      isTaken = true;
    });
    while (!isTaken) {
      other.world.pass(pollMs);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    away.fail();
    await Promise.race([
      one.world.logged("a result came too late: another process has this work or has ended it"),
      one.world.logged("writing failed"),
    ]);
    expect((await one.get(`/stories/${id}`)).json.status).toBe("writing");
    expect((await one.get("/balance")).json).toMatchObject({ credits: 1000, reserved: 13 });
    inTime.answer();
    await other.world.logged("story written");
    expect((await one.get(`/stories/${id}`)).json).toMatchObject({ title: "In time", credits: 13 });
    expect(await withStore(one.dataFolder, findImbalances)).toEqual([]);
  });
});

describe("work that is ordered again for a story that has ended", () => {
  it("releases nothing a second time", async () => {
    const { dataFolder, world, post } = await startRig();
    const { id } = (await post("/stories", plainStory)).json;
    const end = { error: "It failed.", isDead: false };
    await withStore(dataFolder, async (store) => {
      const moment = { store, now: world.now() };
      expect(await endWriting(moment, await theJob(store), end)).toBe(true);
      expect(await endWriting(moment, await orderAgain(store, "writing", id), end)).toBe(true);
      expect(await findImbalances(store)).toEqual([]);
    });
    expect(await query(dataFolder, refunds)).toEqual([{ credits: 13 }]);
  });

  it("refunds nothing a second time", async () => {
    const fixture = await startRig();
    const { dataFolder, world } = fixture;
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    await fixture.get(`/stories/${id}`);
    const end = { error: "It failed.", isDead: false };
    await withStore(dataFolder, async (store) => {
      const moment = { store, now: world.now() };
      expect(await failNarration(moment, await theJob(store), end)).toBe(true);
      expect(await failNarration(moment, await orderAgain(store, "narration", id), end)).toBe(true);
      expect(await findImbalances(store)).toEqual([]);
    });
    expect(await query(dataFolder, refunds)).toEqual([{ credits: 12 }]);
  });
});
