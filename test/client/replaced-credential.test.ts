import { expect, test } from "vitest";
import type { CallResult, Remote } from "../../src/client/port.ts";
import { readWithRetry } from "../../src/client/with-retry.ts";
import { ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import { interfaceLimits as limits } from "../rate-limit/interface-limits.ts";
import { memoryFiles } from "../rate-limit/whole-runs/memory.ts";
import { VirtualClock } from "../rate-limit/whole-runs/virtual-clock.ts";
import { otherId, story, storyId } from "./answers.ts";
import { clientWithLogin } from "./plain-service.ts";

const answers = {
  "/stories/quote": {
    credits: 13,
    writing: 13,
    audiobook: 0,
    balance: { credits: 500, plan: "school", unlimited: false },
  },
  [`/stories/${storyId}`]: story(),
  [`/books/${otherId}/export`]: { any: "bytes" },
  "/balance": { any: "thing" },
};

interface Row {
  readonly name: string;
  readonly once: (remote: Remote) => Promise<CallResult<unknown>>;
}

const calls: readonly Row[] = [
  {
    name: "A price",
    once: (remote) => remote.quote({ lang: "es", difficulty: 2, length: "short", audiobook: false }),
  },
  { name: "A story", once: (remote) => remote.readStory(storyId) },
  {
    name: "A recording",
    once: async (remote) => remote.exportBook(otherId, await memoryFiles().openNew("/recording")),
  },
];

test.for(calls)(
  "$name is read with the new login if the old one was replaced on the way",
  async ({ once }) => {
    const { remote, sent } = await clientWithLogin(answers, {
      accepted: "token-1",
      replaces: () => "token-1",
    });
    expect(await read(() => once(remote))).toMatchObject({ ok: true });
    expect(sent).toEqual(["token-0", "token-1"]);
  },
);

test.for(calls)("$name is asked for once if the service refuses the current login", async ({ once }) => {
  const { remote, sent } = await clientWithLogin(answers, { accepted: "token-1", replaces: () => null });
  expect(await read(() => once(remote))).toEqual({
    ok: false,
    callError: {
      kind: "refused",
      refusal: {
        status: 401,
        code: "unauthorized",
        message: "This credential is revoked.",
        retryAfterMs: null,
      },
    },
  });
  expect(sent).toEqual(["token-0"]);
});

test("A read ends after five attempts if a new login is refused each time", async () => {
  const { remote, sent } = await clientWithLogin(answers, {
    accepted: "none of these",
    replaces: (token) => `${token}+`,
  });
  expect(await read(() => remote.balance())).toMatchObject({ ok: false, callError: { kind: "refused" } });
  expect(sent).toHaveLength(5);
});

test("The stored login is not read again for a call that the service accepts", async () => {
  const { remote, login } = await clientWithLogin(answers, { accepted: "token-0", replaces: () => null });
  expect(await read(() => remote.balance())).toMatchObject({ ok: true });
  expect(login.lookups).toBe(1);
});

/** Reads as a run does, without its pauses. */
function read<Value>(once: () => Promise<CallResult<Value>>) {
  const world = new VirtualClock();
  return readWithRetry(
    { kind: "read", once },
    {
      rateLimiter: new ScheduledRateLimiter(limits, world),
      world: { random: () => 0.5, sleep: () => Promise.resolve(), log: world.log },
      maxWaitMs: 900_000,
      signal: new AbortController().signal,
    },
  );
}
