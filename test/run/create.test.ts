import { expect, test } from "vitest";
import { ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import { type Creation, createOne } from "../../src/run/create/create.ts";
import { Journal } from "../../src/run/journal.ts";
import type { RunContext } from "../../src/run/run-context.ts";
import { interfaceLimits as limits } from "../rate-limit/interface-limits.ts";
import { VirtualWorld } from "../rate-limit/virtual-world.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import { refusalAnswer } from "../simulation/creation-faults.ts";
import { jobNamed } from "./histories.ts";

const never = new AbortController().signal;

test("A creation refused because the service is switched off for a time delays no audiobook", async () => {
  const { creation, world, rateLimiter } = await createWhere({
    status: 503,
    code: "unavailable",
    waitMs: 300_000,
  });
  expect(creation).toMatchObject({ kind: "refused", refusal: { retryAfterMs: 300_000 } });
  await world.until(rateLimiter.acquire("firstRead", never));
  expect(world.monotonic()).toBe(0);
});

test("A creation refused by a limit blocks paid starts for as long as the service says", async () => {
  const { creation, world, rateLimiter } = await createWhere({
    status: 429,
    code: "rate_limited",
    waitMs: 300_000,
  });
  expect(creation).toMatchObject({ kind: "refused", refusal: { retryAfterMs: 300_000 } });
  await world.until(rateLimiter.acquire("firstRead", never));
  expect(world.monotonic()).toBe(300_000);
});

test("A lesson that another ledger has bought is neither intended nor sent", async () => {
  const { creation, events, sends } = await createBeside((attempt) => attempt === null);
  expect(creation).toMatchObject({ kind: "boughtElsewhere", by: { code: "bought_elsewhere" } });
  expect({ events, sends }).toEqual({ events: [], sends: 0 });
});

test("A lesson that another ledger intended first is withdrawn, and not sent", async () => {
  const { creation, events, sends } = await createBeside((attempt) => attempt !== null);
  expect(creation).toMatchObject({ kind: "boughtElsewhere" });
  expect({ events, sends }).toEqual({ events: ["creation.intended", "creation.unsent"], sends: 0 });
});

/** One creation on a machine whose memory refuses it at one of its two looks. */
async function createBeside(
  isRefused: (attempt: string | null) => boolean,
): Promise<{ creation: Creation; events: readonly string[]; sends: number }> {
  const refusal = { code: "bought_elsewhere", path: "ledger.jsonl", again: [] };
  const { creation, context, sends } = await create(
    { status: 503, code: "unavailable", waitMs: null },
    { refusal: async (_: unknown, attempt: string | null) => (isRefused(attempt) ? refusal : null) },
  );
  return { creation, sends, events: context.journal.store.events.map(({ type }) => type) };
}

/** One creation at a service that refuses it so, and the pace after it. */
async function createWhere(
  refusal: Parameters<typeof refusalAnswer>[0],
): Promise<{ creation: Creation; world: VirtualWorld; rateLimiter: ScheduledRateLimiter }> {
  return create(refusal, { refusal: async () => null });
}

async function create(refusal: Parameters<typeof refusalAnswer>[0], purchases: object) {
  const world = new VirtualWorld();
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  let sends = 0;
  const send = () => {
    sends += 1;
    return Promise.resolve(refusalAnswer(refusal));
  };
  const connection = { send, close: () => undefined };
  const context = {
    months: { read: () => ({ month: "2026-11" }) },
    world,
    rateLimiter,
    journal: new Journal(memoryStore(() => world.now())),
    tell: () => undefined,
    remote: { connect: () => Promise.resolve({ ok: true, connection }) },
    stops: { creating: never },
    timeLimits: { creationTimeoutMs: 120_000, maxWaitMs: 900_000, giveUpMs: 7_200_000 },
    purchases,
  } as unknown as RunContext;
  const purchase = {
    job: jobNamed("market.es.2"),
    replaces: null,
    price: { credits: 13, writing: 13, audiobook: 0 },
    balanceBefore: null,
    run: "a run",
  };
  const creation = await world.until(createOne(purchase, () => true, context));
  return { creation, world, rateLimiter, context, sends };
}
