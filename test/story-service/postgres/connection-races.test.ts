import { request } from "undici";
import { describe, expect, it } from "vitest";
import { usePostgres } from "../engine.ts";
import { query, secretOf, startRig } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";

usePostgres();

const rounds = 200;

const config = `
limits: { calls: 100000/1m, oauthTokens: 100000/1m }
accounts: [{ id: ann, signIn: ann-signs-in, credits: 1000, keys: [{ name: main, secret: ${secretOf("a")} }] }]
`;

interface Reply {
  readonly status: number;
  readonly json: { readonly access_token?: string; readonly refresh_token?: string; readonly error?: string };
}

/** Two services on one database, and a program that sends each of them the same form at the same time. */
async function twoServices() {
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

describe("two processes of a service", () => {
  it("redeem a code once when each of them gets it, and revoke its connection", async () => {
    const { one, sendBoth, isOpenedBy } = await twoServices();
    for (let round = 0; round < rounds; round += 1) {
      const code = await one.code();
      const form = { grant_type: "authorization_code", code, code_verifier: one.verifier };
      const { won } = await sendBoth(form);
      expect(await isOpenedBy(won)).toBe(false);
    }
    const made = "SELECT COUNT(*) AS n FROM credentials WHERE kind = 'connection'";
    expect(await query(one.dataFolder, made)).toEqual([{ n: rounds }]);
  });

  it("rotate a refresh token once when each of them gets it, and revoke its connection", async () => {
    const { one, sendBoth, isOpenedBy } = await twoServices();
    for (let round = 0; round < rounds; round += 1) {
      const { refresh_token } = await one.connect();
      const { won } = await sendBoth({ grant_type: "refresh_token", refresh_token });
      expect(await isOpenedBy(won)).toBe(false);
    }
    const tokens = "SELECT COUNT(*) AS n FROM refresh_tokens";
    expect(await query(one.dataFolder, tokens)).toEqual([{ n: 2 * rounds }]);
  });
});
