import { request } from "undici";
import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { shareOf } from "../../share.ts";
import { usePostgres } from "../engine.ts";
import { type Fixture, handWorld, plainStory, query, secretOf, startRig, withStore } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";

usePostgres();

const rounds = 1_000 / shareOf(5);
/** Rounds under way at a time: so many accounts meet in the database at once. */
const atOnce = 8;

const keyOf = (round: number): string => `sk_live_${String(round).padStart(43, "0")}`;

/** Two services on one database and one folder, as two processes of one service are, with an account for each round. */
async function twoServices(account: string, limits: string): Promise<readonly [Fixture, Fixture]> {
  const accounts = Array.from(
    { length: rounds },
    (_, round) => `  - { id: r${round}, ${account}, keys: [{ name: main, secret: ${keyOf(round)} }] }`,
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
  it("share the budget of the free accounts: as many stories as it pays for are accepted, by whichever, and none more", async () => {
    const affordable = rounds * 0.7;
    const limits = `freeDailyCredits: ${affordable * 13}`;
    const [one, other] = await twoServices("plan: free, credits: 13", limits);
    const story = { ...plainStory, difficulty: 1, visibility: "public" };
    await everyRound(async (round) => {
      const { status } = await (round % 2 === 0 ? one : other).post("/stories", story, keyOf(round));
      expect([202, 429]).toContain(status);
    });
    expect(await count(one, "SELECT COUNT(*) AS n FROM stories")).toBe(affordable);
    expect(await withStore(one.dataFolder, findImbalances)).toEqual([]);
  });
});

const exchanges = 200;

const config = `
limits: { calls: 100000/1m, oauthTokens: 100000/1m }
accounts: [{ id: ann, signIn: ann-signs-in, credits: 1000, keys: [{ name: main, secret: ${secretOf("a")} }] }]
`;

interface Reply {
  readonly status: number;
  readonly json: { readonly access_token?: string; readonly refresh_token?: string; readonly error?: string };
}

/** Two services on one database, and a program that sends each of them the same form at the same time. */
async function twoTokenEndpoints() {
  const one = await startOAuthFixture({ config });
  const other = await startRig({ config, world: one.world, dataFolder: one.dataFolder });
  const send = async (appUrl: string, form: Record<string, string>): Promise<Reply> => {
    const body = new URLSearchParams({ ...form, client_id: one.clientId }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const reply = await request(`${appUrl}/api/oauth/token`, { method: "POST", headers, body });
    return { status: reply.statusCode, json: (await reply.body.json()) as Reply["json"] };
  };
  const sendBoth = async (form: Record<string, string>): Promise<{ won: Reply; lost: Reply }> => {
    const replies = await Promise.all([send(one.service.appUrl, form), send(other.service.appUrl, form)]);
    const [won, lost] = replies.sort((a, b) => a.status - b.status);
    expect([won?.status, lost?.status, lost?.json.error]).toEqual([200, 400, "invalid_grant"]);
    return { won: won as Reply, lost: lost as Reply };
  };
  const isOpenedBy = async ({ json }: Reply): Promise<boolean> =>
    (await other.get("/balance", json.access_token)).status === 200;
  return { one, sendBoth, isOpenedBy };
}

describe("two processes of a service, asked for tokens", () => {
  it("redeem a code once when each of them gets it, and revoke its connection", async () => {
    const { one, sendBoth, isOpenedBy } = await twoTokenEndpoints();
    for (let round = 0; round < exchanges; round += 1) {
      const code = await one.code();
      const form = { grant_type: "authorization_code", code, code_verifier: one.verifier };
      const { won } = await sendBoth(form);
      expect(await isOpenedBy(won)).toBe(false);
    }
    const made = "SELECT COUNT(*) AS n FROM credentials WHERE kind = 'connection'";
    expect(await query(one.dataFolder, made)).toEqual([{ n: exchanges }]);
  });

  it("rotate a refresh token once when each of them gets it, and revoke its connection", async () => {
    const { one, sendBoth, isOpenedBy } = await twoTokenEndpoints();
    for (let round = 0; round < exchanges; round += 1) {
      const { refresh_token } = await one.connect();
      const { won } = await sendBoth({ grant_type: "refresh_token", refresh_token });
      expect(await isOpenedBy(won)).toBe(false);
    }
    const tokens = "SELECT COUNT(*) AS n FROM refresh_tokens";
    expect(await query(one.dataFolder, tokens)).toEqual([{ n: 2 * exchanges }]);
  });
});
