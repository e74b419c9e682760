import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryLog, waitOf } from "../../src/story-service/limits.ts";
import type { Reply } from "./call.ts";
import { until } from "./call.ts";
import {
  handWorld,
  keyOfAnn,
  keyOfBen,
  plainStory,
  restart,
  secretOf,
  spokenStory,
  startRig,
} from "./fixtures.ts";
import { callback, type OAuthFixture, startOAuthFixture } from "./oauth/oauth-fixtures.ts";

const waitSeconds = (reply: Reply): number => {
  expect(reply.status).toBe(429);
  expect(reply.json.code).toBe("rate_limited");
  expect(reply.json.retryAfterSeconds).toBe(Number(reply.headers["retry-after"]));
  expect(reply.json.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  return reply.json.retryAfterSeconds;
};

const config = (limits: string): string => `
limits: { ${limits} }
accounts:
  - id: ann
    credits: 100000
    keys: [{ name: one, secret: ${keyOfAnn} }, { name: two, secret: ${secretOf("d")} }]
  - { id: ben, credits: 100000, keys: [{ name: one, secret: ${keyOfBen} }] }
`;

describe("Retry-After", () => {
  it("is exact under any traffic: waiting it out is enough, one second less is not", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 60 });
    const rates = fc.record({
      count: fc.integer({ min: 1, max: 8 }),
      windowMs: fc.integer({ min: 1_000, max: 30_000 }),
    });
    fc.assert(
      fc.property(rates, gaps, (rate, waits) => {
        let now = 0;
        const log = memoryLog(rate, () => now);
        const admitted: number[] = [];
        for (const gap of waits) {
          now += gap;
          const wait = log.wait("key");
          expect(log.take("key").waitMs).toBe(wait);
          if (wait === 0) {
            admitted.push(now);
          } else {
            // The log forgets what has left the window, so the future is asked of its pure rule.
            const seconds = Math.max(1, Math.ceil(wait / 1000));
            const blocking = admitted.at(-rate.count);
            expect(waitOf(blocking, rate, now + (seconds - 1) * 1000)).toBeGreaterThan(0);
            expect(waitOf(blocking, rate, now + seconds * 1000)).toBe(0);
          }
          const inWindow = admitted.filter((stamp) => stamp > now - rate.windowMs).length;
          expect(inWindow).toBeLessThanOrEqual(rate.count);
        }
      }),
    );
  });

  it("for a key's calls admits the next call when it has passed, and not a second earlier", async () => {
    const fixture = await startRig({ config: config("calls: 3/1m") });
    for (const gapMs of [0, 7_300, 1_000]) {
      fixture.world.pass(gapMs);
      expect((await fixture.get("/balance")).status).toBe(200);
    }
    fixture.world.pass(2_500);
    const seconds = waitSeconds(await fixture.get("/balance"));
    expect(seconds).toBe(50);
    fixture.world.pass((seconds - 1) * 1000);
    expect(waitSeconds(await fixture.get("/books"))).toBe(1);
    fixture.world.pass(1000);
    expect((await fixture.get("/balance")).status).toBe(200);
    waitSeconds(await fixture.get("/balance"));
  });

  it("for a creation that exceeds two limits is the longer one", async () => {
    const fixture = await startRig({ config: config("calls: 2/1m, paidStarts: 1/10m") });
    expect((await fixture.post("/stories", plainStory)).status).toBe(202);
    expect((await fixture.get("/balance")).status).toBe(200);
    expect(waitSeconds(await fixture.get("/balance"))).toBe(60);
    expect(waitSeconds(await fixture.post("/stories", plainStory))).toBe(600);
  });
});

it("RateLimit-Policy states the limits in every answer of an operation, even a refusal, and what counts as a paid start", async () => {
  const fixture = await startRig({ config: config("calls: 3/1m, paidStarts: 1/10m") });
  const answers = [
    await fixture.get("/balance"),
    await fixture.post("/stories", plainStory),
    await fixture.post("/stories", plainStory),
    await fixture.get("/books", "nobody"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 202, 429, 401]);
  for (const { headers } of answers)
    expect(headers["ratelimit-policy"]).toBe('"calls";q=3;w=60, "paid-starts";q=1;w=600;audiobooks');
});

describe("the limit of calls", () => {
  it("counts refusals of other kinds, but not its own nor another limit's", async () => {
    const fixture = await startRig({ config: config("calls: 4/1m, paidStarts: 1/10m") });
    expect((await fixture.get("/stories/x")).status).toBe(404);
    expect((await fixture.post("/stories", {})).status).toBe(400);
    expect((await fixture.post("/stories", plainStory)).status).toBe(202);
    for (let n = 0; n < 5; n += 1) expect(waitSeconds(await fixture.post("/stories", plainStory))).toBe(600);
    expect((await fixture.get("/balance")).status).toBe(200);
    for (let n = 0; n < 5; n += 1) expect(waitSeconds(await fixture.get("/balance"))).toBe(60);
  });
});

describe("the limit of paid starts", () => {
  it("is 20 in 10 minutes for all keys of an account together, also after a restart, and a refused start costs nothing", async () => {
    const fixture = await startRig({ config: config("") });
    for (let n = 0; n < 20; n += 1) {
      expect(
        (await fixture.post("/stories", plainStory, n % 2 === 0 ? keyOfAnn : secretOf("d"))).status,
      ).toBe(202);
      fixture.world.pass(1_000);
    }
    expect(waitSeconds(await fixture.post("/stories", plainStory))).toBe(580);
    expect((await fixture.post("/stories", plainStory, keyOfBen)).status).toBe(202);
    const { credits, reserved } = await fixture.balance();
    expect(reserved + 100_000 - credits).toBe(260);
    const again = await restart(fixture, { config: config("") });
    again.world.pass(579_000);
    waitSeconds(await again.post("/stories", plainStory));
    again.world.pass(1_000);
    expect((await again.post("/stories", plainStory)).status).toBe(202);
  });

  it("counts the start of an audiobook, and a read that can't start it waits without a charge", async () => {
    const fixture = await startRig({ config: config("paidStarts: 2/10m") });
    const id = await fixture.order(spokenStory);
    expect((await fixture.post("/stories", plainStory)).status).toBe(202);
    fixture.world.pass(1_200);
    await fixture.world.logged("story written", 2);
    const seconds = waitSeconds(await fixture.get(`/stories/${id}`));
    expect(await fixture.balance()).toMatchObject({ credits: 99_974, reserved: 12 });
    fixture.world.pass((seconds - 1) * 1000);
    waitSeconds(await fixture.get(`/stories/${id}`));
    fixture.world.pass(1000);
    expect((await fixture.story(id)).status).toBe("making_audiobook");
    expect((await fixture.get(`/stories/${id}`)).status).toBe(200);
    expect((await fixture.post("/stories", plainStory)).status).toBe(202);
    waitSeconds(await fixture.post("/stories", plainStory));
  });
});

describe("the limit of an address", () => {
  it.each<[string, number, number, status: number, (fixture: OAuthFixture) => Promise<Reply>]>([
    ["bad bearers", 30, 60, 401, ({ get }) => get("/balance", secretOf("z"))],
    ["requests for tokens", 60, 60, 400, ({ token }) => token({})],
    ["revocations", 60, 60, 400, ({ revoke }) => revoke({})],
    // The client of the test is the first.
    ["registrations", 19, 3_600, 201, ({ register }) => register({ redirect_uris: [callback] })],
  ])(
    "for %s accepts %i in %i seconds, and says exactly how long to wait",
    async (_, most, seconds, status, send) => {
      const fixture = await startOAuthFixture();
      for (let n = 0; n < most; n += 1) expect((await send(fixture)).status).toBe(status);
      const wait = async () => {
        const { status: refused, headers } = await send(fixture);
        return [refused, headers["retry-after"]];
      };
      expect(await wait()).toEqual([429, String(seconds)]);
      fixture.world.pass((seconds - 1) * 1_000);
      expect(await wait()).toEqual([429, "1"]);
      fixture.world.pass(1_000);
      expect((await send(fixture)).status).toBe(status);
    },
  );
});

describe("the daily budget of free accounts", () => {
  it("is shared, and renewed at midnight UTC", async () => {
    const free = (id: string, key: string) =>
      `{ id: ${id}, plan: free, credits: 500, keys: [{ name: k, secret: ${key} }] }`;
    const fixture = await startRig({
      config: `limits: { freeDailyCredits: 30 }\naccounts: [${free("ann", keyOfAnn)}, ${free("ben", keyOfBen)}]`,
      world: handWorld(Date.parse("2026-03-10T23:59:50.500Z")),
    });
    const story = { ...plainStory, difficulty: 1, visibility: "public" };
    expect((await fixture.post("/stories", story)).status).toBe(202);
    expect((await fixture.post("/stories", story, keyOfBen)).status).toBe(202);
    const seconds = waitSeconds(await fixture.post("/stories", story, keyOfBen));
    expect(seconds).toBe(10);
    fixture.world.pass((seconds - 1) * 1000);
    waitSeconds(await fixture.post("/stories", story, keyOfBen));
    fixture.world.pass(1000);
    expect((await fixture.post("/stories", story, keyOfBen)).status).toBe(202);
  });

  it("has back what an audiobook cost that failed", async () => {
    const fixture = await startRig({
      config: `limits: { freeDailyCredits: 26 }
faults: [{ topic: A story without sound, narration: fail }]
accounts: [{ id: ann, plan: free, credits: 500, keys: [{ name: k, secret: ${keyOfAnn} }] }]`,
    });
    const story = { ...plainStory, difficulty: 1, visibility: "public" };
    const id = await fixture.order({ ...story, topic: "A story without sound", audiobook: true });
    await fixture.write();
    expect((await fixture.post("/stories", story)).status).toBe(429);
    await fixture.story(id);
    fixture.world.pass(4_000);
    await until(async () => (await fixture.story(id)).status === "failed");
    expect((await fixture.post("/stories", story)).status).toBe(202);
  });
});
