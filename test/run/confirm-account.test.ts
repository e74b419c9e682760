import { expect, test } from "vitest";
import { confirmAccount } from "../../src/run/create/confirm-account.ts";
import type { RunContext } from "../../src/run/run-context.ts";
import { Stops } from "../../src/run/stops.ts";
import type { Work } from "../../src/run/work.ts";
import { accepted, history, intended, stateOf } from "./histories.ts";

const bought = [intended({ job: "a.es.2", attempt: 1 }), accepted("a.es.2", 1, 501)];

/** A run with a story to buy, and a service that answers for every story with a status. */
function runAt(status: 404 | 402): { context: RunContext; stops: Stops; asked: () => number } {
  const stops = new Stops(() => undefined);
  let asked = 0;
  const refusal = {
    ...{ status, code: status === 404 ? "not_found" : "payment_required" },
    ...{ message: "no", retryAfterSeconds: null },
  };
  const context = {
    stops,
    journal: { state: stateOf(...bought), store: { events: history(bought), location: "ledger.jsonl" } },
    remote: {
      ...{ account: "another", service: "https://stories.example/api/v1" },
      readStory: async () => {
        asked += 1;
        return { ok: false, callError: { kind: "refused", refusal } };
      },
    },
    reads: { add: (work: () => unknown) => work() },
    rateLimiter: { acquire: async () => ({ end: () => undefined }) },
    world: { random: () => 0, sleep: async () => undefined, log: { debug: () => undefined } },
    timeLimits: { maxWaitMs: 0 },
    tell: () => undefined,
  };
  return { context: context as unknown as RunContext, stops, asked: () => asked };
}

const work = { orders: [{}], toFollow: [], orphans: [] } as unknown as Work;

test("the key of an account that knows none of the ledger's stories stops everything before anything is bought", async () => {
  const { context, stops, asked } = runAt(404);
  await confirmAccount(work, context);
  expect(asked()).toBeGreaterThan(0);
  expect(stops.problems).toMatchObject([{ code: "account_of_others", asked: 1 }]);
  expect([stops.creating.aborted, stops.everything.aborted]).toEqual([true, true]);
});

test("an account that is asked to pay for a story's audiobook has that story", async () => {
  const { context, stops } = runAt(402);
  await confirmAccount(work, context);
  expect([stops.problems, stops.creating.aborted]).toEqual([[], false]);
});
