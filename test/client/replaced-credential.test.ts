import { expect, test } from "vitest";
import type { CallResult } from "../../src/client/port.ts";
import { readWithRetry } from "../../src/client/with-retry.ts";
import { ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import { interfaceLimits as limits } from "../rate-limit/interface-limits.ts";
import { VirtualClock } from "../rate-limit/whole-runs/virtual-clock.ts";
import { story, storyId } from "./answers.ts";
import { clientWithLogin } from "./plain-service.ts";

const answers = { [`/stories/${storyId}`]: story(), "/balance": { any: "thing" } };

test("A story is read with the new login if the old one was replaced on the way", async () => {
  const { remote, sent } = await clientWithLogin(answers, {
    accepted: "token-1",
    replaces: () => "token-1",
  });
  expect(await read(() => remote.readStory(storyId))).toMatchObject({ ok: true });
  expect(sent).toEqual(["token-0", "token-1"]);
});

test("A story is asked for once if the service refuses the current login", async () => {
  const { remote, sent } = await clientWithLogin(answers, { accepted: "token-1", replaces: () => null });
  const refused = { kind: "refused", refusal: { status: 401, code: "unauthorized" } };
  expect(await read(() => remote.readStory(storyId))).toMatchObject({ ok: false, callError: refused });
  expect(sent).toEqual(["token-0"]);
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
