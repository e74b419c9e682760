import { randomInt } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { EventOf } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { readPostgresLedger } from "../../../src/ledger/postgres/read.ts";
import { documentOf, type Running } from "../../fixtures.ts";
import { useServer } from "./fixtures.ts";
import { type SharedCourse, shareCourse } from "./shared-course.ts";

const server = useServer();
const runners = 4;
const topics = Array.from({ length: 24 }, (_, index) => `Topic number ${index + 1}`);

/** How long a creation takes at least. */
const creationMs = 40;

/** So many kills fall into runs that are buying; after them the runners may finish. */
const killsAtWork = 8;

/** Chance that a failure can be told by: the delays before the kills follow from the seed. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it("sends no lesson twice, wherever four runners of one ledger are killed", async () => {
  const seed = Number(process.env.COURSEBINDER_TEST_SEED ?? randomInt(1, 2 ** 31 - 2));
  const chance = chanceOf(seed);
  const course = await shareCourse(server.url(), topics);
  onTestFinished(() => course.served.dispose());
  // However fast the machine is, a run is killed long before it has bought everything.
  course.served.proxy.beforeCreation = () => pause(creationMs);
  let killedAtWork = 0;
  let isSettled = false;
  // Whoever is refused tries again when the run that has the ledger has ended, and so do the others: before, it would be refused again.
  const freed = new EventEmitter();
  let underWay = 0;
  const runOn = async (machine: number): Promise<void> => {
    while (!isSettled) {
      const run = course.begin(machine, "run");
      underWay += 1;
      if (killedAtWork < killsAtWork) {
        // Mostly while it buys; now and then while it still opens the ledger.
        const early = chance() < 0.2;
        const moment = early ? pause(chance() * 1_000) : atWork(run, Math.floor(chance() * 3));
        await Promise.race([moment.then(() => pause(chance() * 60)), run.finished]);
        if (run.process.kill("SIGKILL") && !early) killedAtWork += 1;
      }
      const { code, stderr } = await run.finished;
      underWay -= 1;
      // Held by another runner, killed, finished, or with a creation that a kill left uncertain: never an accident.
      if (code !== null && code !== 8) isSettled = true;
      const next = code === 8 && underWay > 0 ? once(freed, "freed") : freed.emit("freed");
      expect([null, 0, 5, 8], `seed ${seed}: ${stderr}`).toContain(code);
      await next;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: runners }, (_, index) => runOn(index + 1)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  const last = documentOf(await course.runHere(1));
  expect([0, 5], `seed ${seed}`).toContain(last.exitCode);
  expect(last.jobs, `seed ${seed}`).toMatchObject({ pending: 0, active: 0, failed: 0 });
  expect(last.jobs.done + last.jobs.uncertain).toBe(topics.length);
  await judge(course, seed);
  expect(killedAtWork, `seed ${seed}`).toBeGreaterThanOrEqual(4);
});

/** Resolves once a run has told its quotes and then of so many creations; never, when it ends before. */
function atWork(run: Running, creations: number): Promise<void> {
  let left = creations;
  return new Promise((resolve) => {
    createInterface({ input: run.process.stderr ?? Readable.from([]) }).on("line", (line) => {
      if (/Z +created /.test(line)) left -= 1;
      if (left <= 0 && /Z +(quoted|created) /.test(line)) resolve();
    });
  });
}

/** The service's own count judges: nothing twice, and no story that the ledger does not know of or call uncertain. */
async function judge({ served, database }: SharedCourse, seed: number): Promise<void> {
  const stories = served.stories();
  const made = stories.map(({ topic }) => topic);
  expect(made.length, `seed ${seed}`).toBe(new Set(made).size);
  const result = await readPostgresLedger(database.address, "course");
  expect(result?.damage, `seed ${seed}`).toBeNull();
  const state = fold(result?.events ?? []);
  const unknown = stories.filter(({ id, topic }) => {
    const record = [...state.jobs.values()].find(
      ({ attempts }) => attempts[0]?.intended.request.topic === topic,
    );
    return !record?.stories.has(id) && jobStatusOf(record).kind !== "uncertain";
  });
  expect(unknown, `seed ${seed}`).toEqual([]);
  const intentions = (result?.events ?? []).filter(
    (event): event is EventOf<"creation.intended"> => event.type === "creation.intended",
  );
  const jobs = intentions.map(({ job }) => job);
  expect(jobs.length, `seed ${seed}`).toBe(new Set(jobs).size);
}
