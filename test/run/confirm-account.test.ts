import { expect, test } from "vitest";
import { findOtherAccount } from "../../src/run/create/confirm-account.ts";
import { type CallContext, Stops } from "../../src/run/run-context.ts";
import type { Work } from "../../src/run/work.ts";
import { accepted, intended, stateOf } from "./histories.ts";

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

const work = { orders: [{}], toFollow: [], orphans: [] } as unknown as Work;

test("the key of an account that has none of the ledger's stories is detected before anything is bought", async () => {
  const { context, asked } = runAt(404);
  expect(await findOtherAccount({ work, state, path: "ledger.jsonl" }, context)).toMatchObject({
    code: "account_of_others",
    asked: 1,
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
  const narrated = stateOf(
    intended({ job: "a.es.2", attempt: 1, audiobook: true }),
    accepted("a.es.2", 1, 501),
  );
  const asking = { work, state: narrated, path: "ledger.jsonl", spendsNothing: true };
  expect(await findOtherAccount(asking, context)).toBeNull();
  expect(asked()).toBe(0);
});
