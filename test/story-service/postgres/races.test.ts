import { describe, expect, it } from "vitest";
import { shareOf } from "../../share.ts";
import type { Reply } from "../call.ts";
import { usePostgres } from "../engine.ts";
import { beside, type Fixture, plainStory, query, startRig } from "../fixtures.ts";
import { signingReaders, startOAuthFixture } from "../oauth/oauth-fixtures.ts";

usePostgres();

const rounds = 1_000 / shareOf(5);
/** Rounds under way at a time: so many accounts meet in the database at once. */
const atOnce = 8;

const noLimits = "calls: 100000/1m, paidStarts: 100000/1m";
const keyOf = (round: number): string => `sk_live_${String(round).padStart(43, "0")}`;

interface Account {
  readonly account: string;
  readonly key?: string;
  readonly limits?: string;
}

/** Two processes of one service, with an account for each round. */
async function twoServices({ account, key = "", limits = "" }: Account): Promise<[Fixture, Fixture]> {
  const accounts = Array.from(
    { length: rounds },
    (_, round) => `  - { id: r${round}, ${account}, keys: [{ name: main, secret: ${keyOf(round)}${key} }] }`,
  );
  const config = `limits: { ${noLimits}, ${limits} }\naccounts:\n${accounts.join("\n")}\n`;
  const one = await startRig({ config });
  return [one, await beside(one, { config, world: one.world })];
}

/** Runs every round, some of them at a time. */
async function everyRound(work: (round: number) => Promise<void>): Promise<void> {
  const left = Array.from({ length: rounds }, (_, round) => round);
  const next = async (): Promise<void> => {
    for (let round = left.pop(); round !== undefined; round = left.pop()) await work(round);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function expectStories(fixture: Fixture, n: number): Promise<void> {
  expect(await query(fixture.dataFolder, "SELECT COUNT(*) AS n FROM stories")).toEqual([{ n }]);
  expect(await fixture.imbalances()).toEqual([]);
}

const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();

describe("two processes of a service", () => {
  it.each([
    ["with money for one", { account: "credits: 25" }],
    ["at the edge of a monthly cap", { account: "unlimited: true", key: ", cap: 25" }],
  ])("accept one of two simultaneous creations %s, in every round", async (_, of) => {
    const services = await twoServices(of);
    await everyRound(async (round) => {
      const create = ({ post }: Fixture) => post("/stories", plainStory, keyOf(round));
      expect(statusesOf(await Promise.all(services.map(create)))).toEqual([202, 402]);
    });
    await expectStories(services[0], rounds);
  });

  it("share the budget of the free accounts: as many stories as it pays for are accepted, by whichever, and none more", async () => {
    const affordable = rounds * 0.7;
    const limits = `freeDailyCredits: ${affordable * 13}`;
    const [one, other] = await twoServices({ account: "plan: free, credits: 13", limits });
    const story = { ...plainStory, difficulty: 1, visibility: "public" };
    await everyRound(async (round) => {
      const { status } = await (round % 2 === 0 ? one : other).post("/stories", story, keyOf(round));
      expect([202, 429]).toContain(status);
    });
    await expectStories(one, affordable);
  });
});

it.each(["code", "refresh token"] as const)(
  "two processes of a service, asked for tokens redeem a %s once when each of them gets it, and revoke its connection",
  async (what) => {
    const config = `limits: { ${noLimits}, oauthTokens: 100000/1m, badBearers: 100000/1m }\n${signingReaders}`;
    const one = await startOAuthFixture({ config });
    const other = await beside(one, { config, world: one.world });
    const both = [one, one.at(other.service.appUrl)];
    for (let round = 0; round < rounds; round += 1) {
      const secret = what === "code" ? await one.code() : (await one.connect()).refresh_token;
      const replies = await Promise.all(
        both.map(({ redeem, refresh }) => (what === "code" ? redeem : refresh)(secret)),
      );
      expect(statusesOf(replies)).toEqual([200, 400]);
      const [won, lost] = replies.sort((a, b) => a.status - b.status);
      expect(lost?.json.error).toBe("invalid_grant");
      expect((await other.get("/balance", won?.json.access_token)).status).toBe(401);
    }
    const connections = "SELECT COUNT(*) AS n FROM credentials WHERE kind = 'connection'";
    expect(await query(one.dataFolder, connections)).toEqual([{ n: rounds }]);
    const tokens = "SELECT COUNT(*) AS n FROM refresh_tokens";
    expect(await query(one.dataFolder, tokens)).toEqual([{ n: what === "code" ? rounds : 2 * rounds }]);
  },
);
