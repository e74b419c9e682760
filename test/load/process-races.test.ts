import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Server, startServer } from "../ledger/postgres/database/server.ts";
import { queryAt } from "../ledger/postgres/fixtures.ts";
import { shareOf } from "../share.ts";
import { call, type Reply } from "../story-service/call.ts";
import { plainStory, spokenStory } from "../story-service/fixtures.ts";
import { PlainBrowser } from "../story-service/pages/plain-browser.ts";
import { type Cluster, newCluster } from "./cluster.ts";

/** A thousand with `npx vitest run --mode every test/load/process-races.test.ts`. */
const rounds = Math.ceil(1_000 / shareOf(17));
/** Rounds under way at a time. */
const atOnce = 6;

type Kind = "money" | "cap" | "read";
const kinds: readonly Kind[] = ["money", "cap", "read"];

const idOf = (kind: Kind, round: number): string => `${kind}-${round}`;
const keyOf = (kind: Kind, round: number): string => `sk_live_${idOf(kind, round).padStart(43, "0")}`;

/** Each round has an account of its own, with money, or a monthly cap, for one story. */
function configuration(): string {
  const unlimited = "1000000/1m";
  const ofRound = (kind: Kind, round: number): object => ({
    id: idOf(kind, round),
    ...(kind === "cap" ? { unlimited: true } : { credits: 25 }),
    keys: [{ name: "main", secret: keyOf(kind, round), ...(kind === "cap" ? { cap: 25 } : {}) }],
  });
  const accounts = Array.from({ length: rounds }, (_, round) => kinds.map((kind) => ofRound(kind, round)));
  return JSON.stringify({
    limits: { calls: unlimited, paidStarts: unlimited, badBearers: unlimited, oauthTokens: unlimited },
    accounts: [{ id: "ann", signIn: "ann-signs-in", credits: 0 }, ...accounts.flat()],
  });
}

let server: Server;
let databaseUrl = "";
let cluster: Cluster;
/** The base addresses of the two processes. */
let urls: readonly [string, string];

beforeAll(async () => {
  server = await startServer();
  const own = new URL(server.url);
  own.pathname = `/process_races_${process.pid}`;
  databaseUrl = own.href;
  await queryAt(server.url, `CREATE DATABASE process_races_${process.pid}`);
  cluster = await newCluster({ databaseUrl, config: configuration(), writingTime: "10ms" });
  // One after the other: the first makes the tables and the accounts.
  const one = await cluster.serve();
  const other = await cluster.serve();
  urls = [one.url, other.url];
});

afterAll(async () => {
  await cluster?.stop();
  await queryAt(server.url, `DROP DATABASE IF EXISTS process_races_${process.pid} WITH (FORCE)`);
  await server.stop();
});

async function everyRound(work: (round: number) => Promise<void>): Promise<void> {
  const left = Array.from({ length: rounds }, (_, round) => round);
  const next = async (): Promise<void> => {
    for (let round = left.pop(); round !== undefined; round = left.pop()) await work(round);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** Sends the same to both processes at once. */
const toBoth = (send: (url: string) => Promise<Reply>): Promise<Reply[]> => Promise.all(urls.map(send));

const create = (url: string, key: string, story: object): Promise<Reply> =>
  call(`${url}/stories`, { method: "POST", key, body: JSON.stringify(story) });

const get = (url: string, path: string, key: string): Promise<Reply> =>
  call(url + path, { method: "GET", key });

const count = async (sql: string): Promise<number> =>
  Number((await queryAt(databaseUrl, `SELECT COUNT(*) AS n FROM story_service.${sql}`))[0]?.n);

/** Resolves once every story is written. */
async function untilWritten(): Promise<void> {
  while ((await count("jobs WHERE kind = 'writing'")) > 0) await sleep(50);
}

describe("two processes", () => {
  it("accept one of two simultaneous creations against money for one, in every round", async () => {
    await everyRound(async (round) => {
      const key = keyOf("money", round);
      const replies = await toBoth((url) => create(url, key, plainStory));
      expect(replies.map(({ status }) => status).sort()).toEqual([202, 402]);
    });
    await untilWritten();
    await everyRound(async (round) => {
      const { json } = await get(urls[round % 2] ?? "", "/balance", keyOf("money", round));
      expect(json).toMatchObject({ credits: 12, reserved: 0 });
    });
    expect(await cluster.audit()).toEqual([]);
  });

  it("accept one of two simultaneous creations at the edge of a monthly cap, in every round", async () => {
    await everyRound(async (round) => {
      const key = keyOf("cap", round);
      const replies = await toBoth((url) => create(url, key, plainStory));
      expect(replies.map(({ status }) => status).sort()).toEqual([202, 402]);
    });
    await untilWritten();
    expect(
      await count(
        "cap_use JOIN story_service.credentials ON id = credential_id WHERE credits = 13 AND account_id LIKE 'cap-%'",
      ),
    ).toBe(rounds);
    expect(await cluster.audit()).toEqual([]);
  });

  it("renew a connection once when both get the same refresh token, and then revoke it, in every round", async () => {
    const [url, otherUrl] = urls;
    const appUrl = new URL(url).origin;
    const redirectUri = "http://127.0.0.1:49152/callback";
    const registered = await call(`${appUrl}/api/oauth/register`, {
      method: "POST",
      body: JSON.stringify({ redirect_uris: [redirectUri] }),
    });
    const { client_id } = registered.json;
    const browser = new PlainBrowser(appUrl);
    await browser.signIn("ann", "ann-signs-in");
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const asked = new URLSearchParams({
      response_type: "code",
      client_id,
      redirect_uri: redirectUri,
      resource: url,
      scope: "account:read",
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    const token = (base: string, form: Record<string, string>): Promise<Reply> =>
      call(`${new URL(base).origin}/api/oauth/token`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ client_id, ...form }).toString(),
      });
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.get(`/oauth/authorize?${asked}`);
      const allowed = await browser.submit(
        page.forms.find(({ action }) => action.includes("/oauth/authorize")),
        { decision: "allow" },
      );
      const code = new URL(allowed.url).searchParams.get("code") ?? "";
      const form = { grant_type: "authorization_code", code, code_verifier: verifier };
      const { refresh_token, access_token } = (await token(url, form)).json;
      const renewed = await toBoth((base) => token(base, { grant_type: "refresh_token", refresh_token }));
      const [won, lost] = renewed.sort((a, b) => a.status - b.status);
      expect([won?.status, lost?.status, lost?.json.error]).toEqual([200, 400, "invalid_grant"]);
      for (const bearer of [access_token, won?.json.access_token])
        expect((await get(otherUrl, "/balance", bearer)).status).toBe(401);
    }
  });

  it("start and charge one audiobook when both get a story's first read at once, in every round", async () => {
    const ids = new Map<number, string>();
    await everyRound(async (round) => {
      ids.set(round, (await create(urls[0], keyOf("read", round), spokenStory)).json.id);
    });
    await untilWritten();
    await everyRound(async (round) => {
      const replies = await toBoth((url) => get(url, `/stories/${ids.get(round)}`, keyOf("read", round)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const books = new Set(replies.map(({ json }) => json.book.id));
      expect(books.size).toBe(1);
    });
    await everyRound(async (round) => {
      const { json } = await get(urls[round % 2] ?? "", "/balance", keyOf("read", round));
      expect(json).toMatchObject({ credits: 0, reserved: 0 });
    });
    expect(await count("movements WHERE reason = 'audiobook'")).toBe(rounds);
    expect(await count("books")).toBe(rounds);
    expect(await cluster.audit()).toEqual([]);
  });
});
