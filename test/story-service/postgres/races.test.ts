import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { shareOf } from "../../share.ts";
import { usePostgres } from "../engine.ts";
import { type Fixture, handWorld, plainStory, query, spokenStory, startRig, withStore } from "../fixtures.ts";

usePostgres();

const rounds = 1_000 / shareOf(5);
/** Rounds under way at a time: so many accounts meet in the database at once. */
const atOnce = 8;

const keyOf = (round: number): string => `sk_live_${String(round).padStart(43, "0")}`;

/** Two services on one database and one folder, as two processes of one service are, with an account for each round. */
async function twoServices(
  account: string,
  keyMore = "",
  limits = "freeDailyCredits: 100000",
): Promise<readonly [Fixture, Fixture]> {
  const accounts = Array.from(
    { length: rounds },
    (_, round) =>
      `  - { id: r${round}, ${account}, keys: [{ name: main, secret: ${keyOf(round)}${keyMore} }] }`,
  );
  const config = `limits: { calls: 100000/1m, paidStarts: 100000/1m, ${limits} }\naccounts:\n${accounts.join("\n")}\n`;
  const world = handWorld();
  const one = await startRig({ config, world });
  return [one, await startRig({ config, world, dataFolder: one.dataFolder })];
}

/** Runs every round, some of them at a time. */
async function everyRound(work: (round: number) => Promise<void>): Promise<void> {
  const left = Array.from({ length: rounds }, (_, round) => round);
  const next = async (): Promise<void> => {
    for (let round = left.pop(); round !== undefined; round = left.pop()) await work(round);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

const count = async ({ dataFolder }: Fixture, sql: string): Promise<number> =>
  (await query<{ n: number }>(dataFolder, sql))[0]?.n ?? Number.NaN;

describe("two processes of a service", () => {
  it("accept one of two creations against money for one, in every round, exact to the credit", async () => {
    const [one, other] = await twoServices("credits: 25");
    await everyRound(async (round) => {
      const create = ({ post }: Fixture) => post("/stories", plainStory, keyOf(round));
      const replies = await Promise.all([create(one), create(other)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([202, 402]);
    });
    expect(await count(one, "SELECT COUNT(*) AS n FROM stories")).toBe(rounds);
    expect(await count(one, "SELECT COUNT(*) AS n FROM funds WHERE fund = 'reserved' AND credits = 13")).toBe(
      rounds,
    );
    expect(
      await count(one, "SELECT COUNT(*) AS n FROM funds WHERE fund = 'available' AND credits = 12"),
    ).toBe(rounds);
    expect(await withStore(one.dataFolder, findImbalances)).toEqual([]);
  });

  it("accept one of two creations against a cap for one, and none is reserved beyond it", async () => {
    const [one, other] = await twoServices("unlimited: true", ", cap: 25");
    await everyRound(async (round) => {
      const create = ({ post }: Fixture) => post("/stories", plainStory, keyOf(round));
      const replies = await Promise.all([create(one), create(other)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([202, 402]);
    });
    expect(await count(one, "SELECT COUNT(*) AS n FROM cap_use WHERE credits = 13")).toBe(rounds);
    expect(await withStore(one.dataFolder, findImbalances)).toEqual([]);
  });

  it("start and charge an audiobook once, when each of them gets a first read", async () => {
    const [one, other] = await twoServices("credits: 25");
    const ids = new Map<number, string>();
    await everyRound(async (round) => {
      ids.set(round, (await one.post("/stories", spokenStory, keyOf(round))).json.id);
    });
    one.world.pass(1_200);
    await one.world.logged("story written", rounds);
    await everyRound(async (round) => {
      const read = ({ get }: Fixture) => get(`/stories/${ids.get(round)}`, keyOf(round));
      const replies = await Promise.all([read(one), read(other), read(one), read(other)]);
      expect(replies.map(({ json }) => json.status)).toEqual(Array(4).fill("making_audiobook"));
      expect(new Set(replies.map(({ json }) => json.book.id)).size).toBe(1);
    });
    expect(await count(one, "SELECT COUNT(*) AS n FROM books")).toBe(rounds);
    expect(await count(one, "SELECT COUNT(*) AS n FROM funds WHERE fund = 'spent' AND credits = 25")).toBe(
      rounds,
    );
    expect(await withStore(one.dataFolder, findImbalances)).toEqual([]);
  });

  it("share the budget of the free accounts: as many stories as it pays for are accepted, by whichever, and none more", async () => {
    const affordable = rounds * 0.7;
    const limits = `freeDailyCredits: ${affordable * 13}`;
    const [one, other] = await twoServices("plan: free, credits: 13", "", limits);
    const story = { ...plainStory, difficulty: 1, visibility: "public" };
    await everyRound(async (round) => {
      const { status } = await (round % 2 === 0 ? one : other).post("/stories", story, keyOf(round));
      expect([202, 429]).toContain(status);
    });
    expect(await count(one, "SELECT COUNT(*) AS n FROM stories")).toBe(affordable);
    expect(await withStore(one.dataFolder, findImbalances)).toEqual([]);
  });
});
