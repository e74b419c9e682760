import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capUse, fundsOf } from "../../src/story-service/money/movements.ts";
import { shareOf } from "../share.ts";
import {
  type Fixture,
  handWorld,
  keyOfAnn,
  keyOfBen,
  plainStory,
  query,
  secretOf,
  spokenStory,
  startRig,
  withStore,
} from "./fixtures.ts";

const account = (more: string, key = keyOfAnn, keyMore = ""): string =>
  `{ id: ${key.at(-1)}, ${more} keys: [{ name: main, secret: ${key}${keyMore} }] }`;

describe("credits", () => {
  it("must cover a story in addition to what other stories have reserved: 402, never 429", async () => {
    const fixture = await startRig({ config: `accounts: [${account("credits: 40,")}]` });
    expect((await fixture.post("/stories", spokenStory)).status).toBe(202);
    const refused = await fixture.post("/stories", spokenStory);
    expect(refused.status).toBe(402);
    expect(refused.json.code).toBe("payment_required");
    expect(refused.headers["retry-after"]).toBeUndefined();
    expect((await fixture.post("/stories", plainStory)).status).toBe(202);
    expect((await fixture.post("/stories", plainStory)).status).toBe(402);
  });

  it("are unlimited for an unlimited account, whose quote and balance say null", async () => {
    const fixture = await startRig({ config: `accounts: [${account("unlimited: true,")}]` });
    const { id } = (await fixture.post("/stories", { ...spokenStory, length: "long" })).json;
    await fixture.write();
    await fixture.get(`/stories/${id}`);
    expect(await fixture.balance()).toEqual({
      credits: null,
      plan: "paid",
      unlimited: true,
      reserved: 0,
    });
    expect((await fixture.post("/stories/quote", { lang: "es", difficulty: 1 })).json.balance).toEqual({
      credits: null,
      plan: "paid",
      unlimited: true,
    });
    expect(await fixture.imbalances()).toEqual([]);
  });

  it("of the premium voice cost more", async () => {
    const fixture = await startRig({
      config: `accounts: [${account("")}, ${account("bookSettings: { voice: premium },", keyOfBen)}]`,
    });
    const price = async (key: string) =>
      (await fixture.post("/stories/quote", { lang: "es", difficulty: 1, length: "long" }, key)).json;
    expect(await price(keyOfBen)).toMatchObject({ writing: 55, audiobook: 75 });
    expect(await price(keyOfAnn)).toMatchObject({ writing: 55, audiobook: 50 });
  });
});

describe("a key's monthly cap", () => {
  it("reserves the full price from the creation on, for that key only", async () => {
    const second = secretOf("d");
    const fixture = await startRig({
      config: `accounts: [{ id: a, credits: 500, keys:
        [{ name: m, secret: ${keyOfAnn}, cap: 50 }, { name: n, secret: ${second} }] }]`,
    });
    for (let n = 0; n < 2; n += 1) expect((await fixture.post("/stories", spokenStory)).status).toBe(202);
    const refused = await fixture.post("/stories", plainStory);
    expect(refused.status).toBe(402);
    expect((await fixture.post("/stories", plainStory, second)).status).toBe(202);
  });

  it("is a calendar month in UTC, and a refunded audiobook stops counting", async () => {
    const fixture = await startRig({
      config: `accounts: [${account("credits: 500,", keyOfAnn, ", cap: 25")}]`,
      world: handWorld(Date.parse("2026-01-31T23:59:50Z")),
    });
    const { id } = (await fixture.post("/stories", { ...spokenStory, topic: "[[book-error]]" })).json;
    await fixture.write();
    expect((await fixture.post("/stories", plainStory)).status).toBe(402);
    await fixture.get(`/stories/${id}`);
    fixture.world.pass(3_600);
    await fixture.world.logged("narration failed");
    expect((await fixture.post("/stories", spokenStory)).status).toBe(402);
    fixture.world.pass(6_000);
    expect(new Date(fixture.world.now()).getUTCMonth()).toBe(1);
    expect((await fixture.post("/stories", spokenStory)).status).toBe(202);
    expect((await fixture.post("/stories", plainStory)).status).toBe(402);
  });

  it("of zero allows no spending, and an admin's key needs a cap before it can spend", async () => {
    const fixture = await startRig({
      config: `accounts: [${account("credits: 500,", keyOfAnn, ", cap: 0")},
        ${account("credits: 500, admin: true,", keyOfBen)},
        ${account("credits: 500, admin: true,", secretOf("d"), ", cap: 13")}]`,
    });
    expect((await fixture.post("/stories", plainStory)).status).toBe(402);
    expect((await fixture.post("/stories", plainStory, keyOfBen)).status).toBe(403);
    expect((await fixture.post("/stories", plainStory, secretOf("d"))).status).toBe(202);
  });
});

it("a free account can only make public books near its own level", async () => {
  const fixture = await startRig({
    config: `accounts: [${account('plan: free, credits: 500, native: [en], levels: { es: "3.4", pt-br: "5.1" },')}]`,
  });
  const story = { ...plainStory, visibility: "public" };
  expect((await fixture.post("/stories", plainStory)).status).toBe(403);
  expect((await fixture.post("/stories", { ...story, difficulty: 5 })).status).toBe(202);
  expect((await fixture.post("/stories", { ...story, difficulty: 6 })).status).toBe(403);
  expect((await fixture.post("/stories", { ...story, lang: "fr", difficulty: 3 })).status).toBe(403);
  expect((await fixture.post("/stories", { ...story, lang: "en", difficulty: 10 })).status).toBe(202);
  // A regional code counts as its language.
  for (const [lang, most] of [
    ["es-419", 5],
    ["es-ar", 5],
    ["pt", 7],
    ["en-gb", 10],
  ] as const) {
    const status = async (difficulty: number) =>
      (await fixture.post("/stories", { ...story, lang, difficulty })).status;
    expect([lang, await status(most)]).toEqual([lang, 202]);
    if (most < 10) expect([lang, await status(most + 1)]).toEqual([lang, 403]);
  }
  // A quote does not promise a creation (4.3).
  expect((await fixture.post("/stories/quote", { lang: "fr", difficulty: 10 })).status).toBe(200);
});

type Step =
  | { kind: "create"; topic: string; spoken: boolean; ben: boolean }
  | { kind: "pass"; ms: number }
  | { kind: "read" };

const markers = ["fail-writing", "cancel-writing", "book-error", "payment", "lose-reply"];
const topics = ["a", "b", ...markers.map((marker) => `x [[${marker}]]`)];
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("create" as const),
    topic: fc.constantFrom(...topics),
    spoken: fc.boolean(),
    ben: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(300, 1_200, 3_600) }),
  fc.record({ kind: fc.constant("read" as const) }),
);

async function take(fixture: Fixture, step: Step, ids: { id: string; key: string }[]): Promise<void> {
  if (step.kind === "pass") return fixture.world.pass(step.ms);
  if (step.kind === "read") {
    for (const { id, key } of ids) await fixture.get(`/stories/${id}`, key);
    return;
  }
  const key = step.ben ? keyOfBen : keyOfAnn;
  const body = { ...plainStory, topic: step.topic, audiobook: step.spoken };
  const created = await fixture.post("/stories", body, key).catch(() => null);
  if (created?.status === 202) ids.push({ id: created.json.id, key });
}

describe("the books", () => {
  it("balance after any sequence of stories, failures and reads, and the figures agree with the stories", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
        const config = `limits: { calls: 100000/1m, paidStarts: 100000/1m }
accounts: [${account("credits: 200,", keyOfAnn, ", cap: 150")}, ${account("unlimited: true,", keyOfBen)}]`;
        const fixture = await startRig({ config });
        const ids: { id: string; key: string }[] = [];
        for (const step of sequence) await take(fixture, step, ids);
        await fixture.service.close();
        // At rest: no service runs, and no story ends.
        const { available, reserved } = await withStore(fixture.dataFolder, (store) => fundsOf(store, "a"));
        expect(await fixture.imbalances()).toEqual([]);
        const sums = await query<{ account_id: string; total: number }>(
          fixture.dataFolder,
          "SELECT account_id, SUM(credits) AS total FROM funds GROUP BY account_id",
        );
        for (const { total } of sums) expect(total).toBe(0);
        const [spent] = await query<{ credits: number }>(
          fixture.dataFolder,
          `SELECT COALESCE(SUM(charged + CASE WHEN books.status <> 'error' THEN audiobook_credits ELSE 0 END), 0) AS credits
           FROM stories LEFT JOIN books ON books.story_id = stories.id WHERE stories.account_id = 'a'`,
        );
        expect(200 - available - reserved).toBe(spent?.credits);
        const used = await withStore(fixture.dataFolder, async (store) => {
          const key = await store.get<{ id: string }>("SELECT id FROM credentials WHERE cap IS NOT NULL");
          return capUse(store, key?.id ?? "", "2026-03");
        });
        expect(used).toBe((spent?.credits ?? 0) + reserved);
        expect(used).toBeLessThanOrEqual(150);
      }),
      { numRuns: 40 / shareOf(2) },
    );
  });

  it("that do not balance keep the service from starting", async () => {
    const fixture = await startRig();
    await fixture.post("/stories", plainStory);
    await fixture.service.close();
    await withStore(fixture.dataFolder, (store) =>
      store.run("UPDATE funds SET credits = credits + 1 WHERE fund = 'available'"),
    );
    await expect(startRig({ dataFolder: fixture.dataFolder })).rejects.toMatchObject({
      problem: { code: "books_do_not_balance" },
    });
  });
});
