import { expect, test } from "vitest";
import { describeProblem } from "../../src/cli/problems/problems.ts";
import type { CreationReply } from "../../src/client/creation-reply.ts";
import type { CreationConnection } from "../../src/client/port.ts";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { LedgerProblem } from "../../src/ledger/problem.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import { ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import { createOne } from "../../src/run/create/create.ts";
import { whyAnother } from "../../src/run/create/outcome-events.ts";
import type { RunNotice, RunProblem } from "../../src/run/problem.ts";
import { findOtherAccount } from "../../src/run/quote.ts";
import { type CallContext, type RunContext, type RunDependencies, Stops } from "../../src/run/run-context.ts";
import type { Work } from "../../src/run/work.ts";
import { Failure } from "../../src/shared/failure.ts";
import { interfaceLimits as limits } from "../rate-limit/interface-limits.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import { playRun } from "../rate-limit/whole-runs/play-run.ts";
import { VirtualClock } from "../rate-limit/whole-runs/virtual-clock.ts";
import { acceptance, answer, refusalAnswer } from "../simulation/creation-faults.ts";
import { accepted, intended, jobNamed, lessonNamed, observed, place, refused, stateOf } from "./histories.ts";

const never = new AbortController().signal;
const lesson = lessonNamed("market.es.2");
const { job } = lesson;
const id = "3f0c1f6e-9a55-4b7e-8d0a-0d9f2f6f2a11";

test.each([
  { status: 503, code: "unavailable", blockedForMs: 0 },
  { status: 429, code: "rate_limited", blockedForMs: 300_000 },
] as const)(
  "A creation refused with $code and a wait of five minutes blocks paid starts for $blockedForMs ms",
  async ({ status, code, blockedForMs }) => {
    const reply = refusalAnswer({ status, code, waitMs: 300_000 });
    const { creation, world, rateLimiter } = await create({ reply });
    expect(creation).toMatchObject({ kind: "refused", refusal: { retryAfterMs: 300_000 } });
    await world.until(rateLimiter.acquire("firstRead", never));
    expect(world.monotonic()).toBe(blockedForMs);
  },
);

test("A lesson that another ledger has bought is neither intended nor sent", async () => {
  const { creation, problems, events, sends, locks } = await create({ isBoughtElsewhere: true });
  expect({ creation, problems }).toMatchObject({ creation: null, problems: [{ code: "bought_elsewhere" }] });
  expect({ events, sends, locks }).toEqual({ events: [], sends: 0, locks: ["taken", "looked", "released"] });
});

test("Other courses of the machine wait from the look at their purchases until the outcome is recorded", async () => {
  const { events, sends, locks } = await create({});
  expect({ events, sends }).toEqual({ events: ["creation.intended", "creation.accepted"], sends: 1 });
  expect(locks).toEqual(["taken", "looked", "creation.intended", "creation.accepted", "released"]);
});

test("A run that is stopped while it waits for another course creates nothing", async () => {
  const { creation, problems, events, sends } = await create({ isLockTaken: false });
  expect({ creation, problems }).toEqual({ creation: null, problems: [] });
  expect({ events, sends }).toEqual({ events: [], sends: 0 });
});

test.each([
  { name: "two seconds by both clocks", wallMs: 2_000, monotonicMs: 2_000, sends: 1 },
  { name: "more by both clocks", wallMs: 2_001, monotonicMs: 2_001, sends: 0 },
  { name: "an hour by the wall clock alone, as in a suspend", wallMs: 3_600_000, monotonicMs: 0, sends: 0 },
  { name: "more by the monotonic clock alone", wallMs: 0, monotonicMs: 2_001, sends: 0 },
  { name: "an hour back by the wall clock", wallMs: -3_600_000, monotonicMs: 5, sends: 0 },
])("Between the store's confirmation and the request lie $name: it is sent $sends times", async (stall) => {
  const { creation, events, sends } = await create({ stall });
  expect(sends).toBe(stall.sends);
  expect(creation?.kind).toBe(stall.sends === 1 ? "accepted" : "notSent");
  expect(events.at(-1)).toBe(stall.sends === 1 ? "creation.accepted" : "creation.unsent");
});

test("A process that was suspended while its intention was written sends nothing", async () => {
  const { sends } = await create({ intendingMs: 120_000 });
  expect(sends).toBe(0);
});

test("A process that wakes after another one has taken over the ledger sends nothing", async () => {
  const taken = { code: "ledger_taken_over", path: "postgres://db/course" } as const;
  const { failure, events, sends } = await create({ stillHolds: taken });
  expect(failure).toMatchObject({ problem: taken });
  expect({ events, sends }).toEqual({ events: ["creation.intended", "creation.unsent"], sends: 0 });
});

test.each([
  [{ topic: "The  MARKET.", lang: "ES" }, null],
  [{}, null],
  [{ topic: "A train" }, "the service shows a story with a different topic"],
  [{ lang: "fr", difficulty: 3 }, "the service shows a story with a different language and difficulty"],
])("A story that shows %j contradicts the request with: %s", (shows, why) => {
  expect(whyAnother(shows, { topic: "The market", lang: "es", difficulty: 2 })).toBe(why);
});

test("An acceptance of another request's story is recorded as uncertain, with its id", async () => {
  const reply = answer(202, acceptance({ ...job.request, id, topic: "A train" }));
  const { creation, store } = await create({ reply });
  expect(creation).toMatchObject({ kind: "uncertain", cause: expect.stringContaining("different topic") });
  expect(store.events.at(-1)).toMatchObject({ type: "creation.uncertain", status: 202, ids: [id] });
});

test("A story whose first read shows another request's topic is uncertain, and the run creates no more", async () => {
  const { report, events } = await playRun({
    stories: 30,
    order: "stream",
    remembered: "counts",
    changed: showing({ topic: "A train" }),
  });
  const first = events.findIndex(({ type }) => type === "creation.uncertain");
  const cause = "the service shows a story with a different topic";
  expect(events[first]).toMatchObject({ cause, ids: [expect.any(String)] });
  expect(events.slice(first).filter(({ type }) => type === "creation.intended")).toEqual([]);
  expect(report.exitCode).toBe(5);
  expect(report.jobs.pending).toBeGreaterThan(0);
});

test("A lesson that has another id now is recorded as moved, so that the next edit is compared with this plan", async () => {
  const request = { ...jobNamed("topic-0.es.2").request, topic: "a topic", audiobook: true };
  const { events } = await playRun({
    stories: 1,
    remembered: "free",
    changed: ({ store }) => {
      void store.append(intended({ job: "old.es.2", attempt: 1, requestHash: requestHash(request) }));
      return {};
    },
  });
  expect(events).toContainEqual(
    expect.objectContaining({ type: "lesson.moved", job: "old.es.2", to: "topic-0.es.2" }),
  );
});

test("A plan that contradicts the ledger buys nothing", async () => {
  const plan = { basedOn: { edition: "earlier", place } };
  const { report, events } = await playRun({ stories: 2, remembered: "free", plan });
  expect(report).toMatchObject({ exitCode: 2, problems: [{ code: "basis_unknown" }] });
  expect(events.filter(({ type }) => type === "creation.intended")).toEqual([]);
});

test.each([
  { seconds: 600, left: 0, stopped: [] },
  { seconds: 3_600, left: 3, stopped: ["creations_stopped"] },
])(
  "A wait of $seconds s that the service gave an earlier run is sat out, or ends the creating",
  async (row) => {
    const of = { job: "topic-0.es.2", attempt: 1 };
    const asked = {
      ...refused(of.job, of.attempt),
      status: 429,
      code: "rate_limited",
      retryAfterSeconds: row.seconds,
    };
    const { report, progress, events } = await playRun({
      stories: 3,
      remembered: "free",
      changed: ({ store }) => {
        void store.append(intended(of));
        void store.append(asked as EventBody);
        return {};
      },
    });
    const creating = progress.filter(({ progress }) => progress.kind === "creating").map(({ at }) => at);
    expect(creating.every((at) => at >= row.seconds * 1_000)).toBe(true);
    expect(events.filter(({ type }) => type === "creation.intended")).toHaveLength(4 - row.left);
    expect(report.problems.map(({ code }) => code)).toEqual(row.stopped);
  },
);

test("What stories above their quotes cost beyond the budget is a notice; the exit code stays", async () => {
  const { report } = await playRun({
    stories: 1,
    remembered: "counts",
    changed: showing({ credits: 500 }),
  });
  expect(report).toMatchObject({
    exitCode: 0,
    notices: [{ code: "no_mirror" }, { code: "budget_exceeded" }],
  });
  expect(describeProblem(report.notices[1] as RunNotice)).toBe(
    "This edition costs 487 credits more than its budget of 25.",
  );
});

test.each([
  { other: {}, jobs: { done: 1 } },
  { other: { status: "failed" }, jobs: { failed: 1 } },
])(
  "A story that shows no valid cost, no topic and no time keeps its text, and its quote counts: $jobs",
  async ({ other, jobs }) => {
    const shown = { credits: null, topic: undefined, createdAt: "unknown", text: "Ana va.", ...other };
    const { report, events } = await playRun({ stories: 1, remembered: "free", changed: showing(shown) });
    const quoted = events.find((event) => event.type === "creation.intended")?.price.credits;
    const notices = expect.arrayContaining([expect.objectContaining({ code: "answer_odd" })]);
    expect(report).toMatchObject({ jobs, credits: { committed: quoted, spent: quoted }, notices });
    expect(events).toContainEqual(expect.objectContaining({ type: "story.saved" }));
  },
);

/** A service whose stories are read with other members. */
const showing =
  (other: object) =>
  ({ remote }: RunDependencies): Partial<RunDependencies> => ({
    remote: {
      ...remote,
      readStory: async (id) => {
        const read = await remote.readStory(id);
        return read.ok ? { ok: true, value: { ...read.value, ...other } } : read;
      },
    },
  });

interface Given {
  readonly reply?: CreationReply;
  readonly isBoughtElsewhere?: boolean;
  readonly isLockTaken?: boolean;
  /** How far the clocks move between the store's confirmation and the request. */
  readonly stall?: { readonly wallMs: number; readonly monotonicMs: number };
  /** How long the intention takes to be written. */
  readonly intendingMs?: number;
  readonly stillHolds?: LedgerProblem | null;
}

/** One creation, at a service that accepts it if nothing else is given. */
async function create({
  reply = answer(202, acceptance({ ...job.request, id })),
  isBoughtElsewhere = false,
  isLockTaken = true,
  stall = { wallMs: 0, monotonicMs: 0 },
  intendingMs = 0,
  stillHolds = null,
}: Given) {
  const world = new VirtualClock();
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  let [wallMs, monotonicMs, sends] = [1_000_000, 5_000, 0];
  const connection: CreationConnection = {
    async send({ mayWrite }) {
      wallMs += stall.wallMs;
      monotonicMs += stall.monotonicMs;
      if (!mayWrite()) return { kind: "notSent", cause: "stood still" };
      sends += 1;
      return reply;
    },
    close: () => undefined,
  };
  const locks: string[] = [];
  const problems: RunProblem[] = [];
  const memory = memoryStore(() => world.now());
  const store = {
    ...memory,
    stillHolds: () => Promise.resolve(stillHolds),
    append: (...event: Parameters<typeof memory.append>) => {
      wallMs += intendingMs;
      locks.push(event[0].type);
      return memory.append(...event);
    },
  };
  const refusal = { code: "bought_elsewhere", path: "ledger.jsonl", again: [] };
  const context = {
    runId: "a run",
    deadlineAt: null,
    world: { ...world, random: () => 0.5, now: () => wallMs, monotonic: () => monotonicMs },
    rateLimiter,
    store,
    tell: () => undefined,
    remote: { connect: () => Promise.resolve({ ok: true, connection }), serviceTime: () => null },
    stops: { creating: never, stopCreating: (problem: RunProblem) => void problems.push(problem) },
    timeLimits: { creationTimeoutMs: 120_000, maxWaitMs: 900_000, giveUpMs: 7_200_000 },
    purchases: {
      async lock() {
        if (!isLockTaken) return null;
        locks.push("taken");
        return { close: async () => void locks.push("released") };
      },
      async refusal() {
        locks.push("looked");
        return isBoughtElsewhere ? refusal : null;
      },
    },
  } as unknown as RunContext;
  const price = { credits: 13, writing: 13, audiobook: 0 };
  const purchase = { lesson, replaces: null, price, balanceBefore: null };
  let failure: unknown = null;
  const creation = await world.until(createOne(purchase, context)).catch((error: unknown) => {
    failure = error;
    return { kind: "failed" } as const;
  });
  const events = store.events.map(({ type }) => type);
  return { creation, failure, problems, world, rateLimiter, store, events, sends, locks };
}

test("A bug while creating is what a run rejects with, even if a story that it follows fails at the same time", async () => {
  await expect(play(({ store }) => ({ store: failingTwice(store) }))).rejects.toThrow("the bug");
});

test("A bug is what a run rejects with, even if the computation of times fails to end", async () => {
  const aligner: RunDependencies["aligner"] = {
    align: () => Promise.reject(new Error("no times")),
    close: () => Promise.reject(new Error("the worker did not end")),
  };
  const tell: RunDependencies["tell"] = ({ kind }) => {
    if (kind === "created") throw new Error("the bug");
  };
  await expect(play(() => ({ aligner, tell }))).rejects.toThrow("the bug");
  await expect(play(() => ({ aligner }))).rejects.toThrow("the worker did not end");
});

function play(changed: (dependencies: RunDependencies) => Partial<RunDependencies>) {
  return playRun({ stories: 2, remembered: "counts", changed });
}

/** The second acceptance fails as soon as an observation is to be recorded, and that fails a little later. */
function failingTwice(store: LedgerStore): LedgerStore {
  let observe = (): void => undefined;
  const observing = new Promise<void>((resolve) => {
    observe = resolve;
  });
  let accepted = 0;
  return {
    ...store,
    append: async (body, guard) => {
      if (body.type === "story.observed") {
        observe();
        throw new Error("the consequence");
      }
      if (body.type === "creation.accepted" && ++accepted === 2) {
        await observing;
        throw new Error("the bug");
      }
      return store.append(body, guard);
    },
  };
}

const state = stateOf(intended({ job: "a.es.2", attempt: 1 }), accepted("a.es.2", 1, 501));

/** A run with a story to buy, and a service that answers for every story with a status. */
function runAt(status: 404 | 402): { context: CallContext; asked: () => number } {
  let asked = 0;
  const refusal = {
    status,
    code: status === 404 ? "not_found" : "payment_required",
    message: "no",
    retryAfterMs: null,
  };
  const context = {
    stops: new Stops(() => undefined),
    remote: {
      account: "another",
      service: "https://stories.example/api/v1",
      readStory: async () => {
        asked += 1;
        return { ok: false, callError: { kind: "refused", refusal } };
      },
    },
    rateLimiter: { acquire: async () => ({ end: () => undefined }) },
    world: { random: () => 0, sleep: async () => undefined, log: { debug: () => undefined } },
    timeLimits: { maxWaitMs: 0 },
    tell: () => undefined,
  };
  return { context: context as unknown as CallContext, asked: () => asked };
}

const work = { orders: [{}], toFollow: [] } as unknown as Work;

test("the key of an account that has none of the ledger's stories is detected before anything is bought", async () => {
  const { context, asked } = runAt(404);
  expect(await findOtherAccount({ work, state, path: "ledger.jsonl" }, context)).toMatchObject({
    code: "account_of_others",
    story: expect.any(String),
  });
  expect(asked()).toBe(1);
});

test("an account that is asked to pay for a story's audiobook has that story", async () => {
  const { context, asked } = runAt(402);
  expect(await findOtherAccount({ work, state, path: "ledger.jsonl" }, context)).toBeNull();
  expect(asked()).toBe(1);
});

test("looking ahead reads no story whose audiobook a read could start", async () => {
  const { context, asked } = runAt(404);
  const narrated = [intended({ job: "a.es.2", attempt: 1, audiobook: true }), accepted("a.es.2", 1, 501)];
  const asking = { work, state: stateOf(...narrated), path: "ledger.jsonl", spendsNothing: true };
  expect(await findOtherAccount(asking, context)).toBeNull();
  expect(asked()).toBe(0);
  const state = stateOf(...narrated, observed("a.es.2", 501, "making_audiobook"));
  expect(await findOtherAccount({ ...asking, state }, context)).toMatchObject({ code: "account_of_others" });
  expect(asked()).toBe(1);
});

test("A package that the ledger could not record is a problem of the run's report", async () => {
  const problem: LedgerProblem = { code: "ledger_not_written", path: "memory", cause: "ENOSPC" };
  const append = (store: LedgerStore): LedgerStore["append"] => {
    let isFull = false;
    return (body, limits) => {
      isFull ||= body.type === "package.written";
      return isFull ? Promise.reject(new Failure(problem)) : store.append(body, limits);
    };
  };
  const { report } = await playRun({
    stories: 1,
    remembered: "counts",
    changed: ({ store }) => ({ store: { ...store, append: append(store) } }),
  });
  expect(report).toMatchObject({ exitCode: 8, package: null, problems: [problem] });
});
