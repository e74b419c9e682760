import { describe, expect, it } from "vitest";
import { call } from "../call.ts";
import { plainStory, query, spokenStory } from "../fixtures.ts";
import {
  callback,
  type OAuthFixture,
  signingReaders,
  startOAuthFixture,
  type Tokens,
} from "./oauth-fixtures.ts";

describe("a code (interface 5.4)", () => {
  it("is valid for ten minutes", async () => {
    const fixture = await startOAuthFixture();
    const early = await fixture.code();
    fixture.world.pass(599_999);
    expect((await fixture.redeem(early)).status).toBe(200);
    const late = await fixture.code();
    fixture.world.pass(600_000);
    const refused = await fixture.redeem(late);
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_grant"]);
  });

  it("is void after a wrong verifier or redirect URI, so that it allows no second guess", async () => {
    const fixture = await startOAuthFixture();
    for (const change of [
      { code_verifier: "x".repeat(43) },
      { code_verifier: "short" },
      { redirect_uri: `${callback}/` },
    ]) {
      const code = await fixture.code();
      const refused = await fixture.redeem(code, change);
      expect([refused.status, refused.json.error]).toEqual([400, "invalid_grant"]);
      expect(refused.json.error_description).toContain("so the code is void");
      const late = await fixture.redeem(code);
      expect([change, late.status, late.json.error]).toEqual([change, 400, "invalid_grant"]);
    }
    const named = { resource: fixture.service.mcpUrl };
    expect((await fixture.redeem(await fixture.code(), named)).status).toBe(200);
  });

  it("makes no connection beyond the 20 keys and connections that an account may have at once (part 8)", async () => {
    const fixture = await startOAuthFixture({ config: `limits: { keys: 2 }\n${signingReaders}` });
    const [first, second] = [await fixture.code(), await fixture.code()];
    expect((await fixture.redeem(first)).status).toBe(200);
    expect((await fixture.redeem(second)).json.error).toBe("invalid_grant");
    expect((await fixture.consent()).status).toBe(409);
  });
});

describe("tokens (interface 5.4)", () => {
  it("come with prefixes and lifetimes, never to be cached", async () => {
    const fixture = await startOAuthFixture();
    const reply = await fixture.redeem(await fixture.code());
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.json).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      scope: "books:read account:read stories:write",
    });
    expect(reply.json.access_token).toMatch(/^st_access_[A-Za-z0-9_-]{43}$/);
    expect(reply.json.refresh_token).toMatch(/^st_refresh_[A-Za-z0-9_-]{43}$/);
  });

  it("are stored as hashes only", async () => {
    const fixture = await startOAuthFixture();
    const code = await fixture.code();
    const tokens = (await fixture.redeem(code)).json;
    const tables = ["oauth_codes", "bearers", "refresh_tokens", "sessions", "sign_ins"];
    const kept = await Promise.all(
      tables.map(async (table) => JSON.stringify(await query(fixture.dataFolder, `SELECT * FROM ${table}`))),
    );
    const { cookies } = fixture.browser;
    for (const secret of [
      code,
      tokens.access_token,
      tokens.refresh_token,
      ...cookies.values(),
      "ann-signs-in",
    ])
      expect(kept.join()).not.toContain(secret);
    expect(kept.join()).toMatch(/[0-9a-f]{64}/);
  });

  it("are renewed for thirty days, each time with a new refresh token", async () => {
    const fixture = await startOAuthFixture();
    const { refresh_token } = await fixture.connect();
    fixture.world.pass(30 * 86_400_000 - 1);
    const fresh = (await fixture.refresh(refresh_token)).json;
    expect(fresh.refresh_token).not.toBe(refresh_token);
    expect((await fixture.get("/balance", fresh.access_token)).status).toBe(200);
    fixture.world.pass(30 * 86_400_000);
    expect((await fixture.refresh(fresh.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("are never widened when they are renewed, whatever scope is asked for", async () => {
    const fixture = await startOAuthFixture();
    const first = await fixture.connect({ scope: ["books:read"] });
    const wide = (await fixture.refresh(first.refresh_token, { scope: "account:read" })).json;
    expect(wide.scope).toBe("books:read");
    expect((await fixture.get("/balance", wide.access_token)).status).toBe(403);
    expect((await fixture.get("/books", wide.access_token)).status).toBe(200);
  });
});

const hourMs = 3_600_000;

describe("a connection (interface 5.2, 5.3, 5.4)", () => {
  it.each<[string, (fixture: OAuthFixture, made: Tokens & { code: string }) => unknown, boolean]>([
    ["of which an hour has passed, and not sooner, gives no access until it is renewed", waitAnHour, true],
    ["whose access token is revoked gives no access until it is renewed", revokeAccess, true],
    ["whose code is used a second time is revoked", (fixture, { code }) => fixture.redeem(code), false],
    [
      "whose refresh token is used a second time is revoked",
      (fixture, made) => fixture.refresh(made.refresh_token),
      false,
    ],
    ["that its owner ends on the settings page is revoked", disconnect, false],
  ])("%s", async (_, end, isRenewed) => {
    const fixture = await startOAuthFixture();
    const code = await fixture.code();
    const first: Tokens = (await fixture.redeem(code)).json;
    const fresh: Tokens = isRenewed ? first : (await fixture.refresh(first.refresh_token)).json;
    expect((await fixture.get("/balance", fresh.access_token)).status).toBe(200);
    await end(fixture, { ...first, code });
    for (const { access_token } of [first, fresh])
      expect((await fixture.get("/balance", access_token)).status).toBe(401);
    const { status, json } = await fixture.refresh(fresh.refresh_token);
    expect([status, json.error]).toEqual(isRenewed ? [200, undefined] : [400, "invalid_grant"]);
  });

  it("carries the scopes that were consented to", async () => {
    const fixture = await startOAuthFixture();
    const { access_token } = await fixture.connect({ scope: ["account:read"] });
    expect((await fixture.get("/balance", access_token)).status).toBe(200);
    const refused = await fixture.post("/stories", plainStory, access_token);
    expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    expect(refused.headers["www-authenticate"]).toContain(
      'error="insufficient_scope", scope="stories:write"',
    );
  });

  it("carries the monthly cap that was consented to, against which the full known price counts", async () => {
    const fixture = await startOAuthFixture();
    const { access_token, refresh_token } = await fixture.connect({ cap: "37" });
    expect((await fixture.post("/stories", spokenStory, access_token)).status).toBe(202);
    expect((await fixture.post("/stories", plainStory, access_token)).status).toBe(402);
    const fresh = (await fixture.refresh(refresh_token)).json;
    expect((await fixture.post("/stories", plainStory, fresh.access_token)).status).toBe(402);
    expect((await fixture.post("/stories", plainStory)).status).toBe(202);
    fixture.world.pass(22 * 86_400_000);
    const later = (await fixture.refresh(fresh.refresh_token)).json;
    expect((await fixture.post("/stories", plainStory, later.access_token)).status).toBe(202);
  });

  it("has its own 60 calls a minute, whichever of its tokens makes them", async () => {
    const fixture = await startOAuthFixture({ config: `limits: { calls: 2/1m }\n${signingReaders}` });
    const first = await fixture.connect();
    const second = (await fixture.refresh(first.refresh_token)).json;
    expect((await fixture.get("/balance", first.access_token)).status).toBe(200);
    expect((await fixture.get("/balance", second.access_token)).status).toBe(200);
    expect((await fixture.get("/balance", first.access_token)).headers["retry-after"]).toBe("60");
    expect((await fixture.get("/balance")).status).toBe(200);
  });

  it("counts no more once it can't be renewed", async () => {
    const fixture = await startOAuthFixture({ config: `limits: { keys: 2 }\n${signingReaders}` });
    await fixture.connect();
    expect((await fixture.consent()).status).toBe(409);
    fixture.world.pass(30 * 86_400_000);
    await fixture.browser.signIn("ann", "ann-signs-in");
    expect((await fixture.connect()).access_token).toMatch(/^st_access_/);
  });
});

it("the token endpoint (interface 5.4) gives every refusal in OAuth's fields", async () => {
  const fixture = await startOAuthFixture();
  const { clientId } = fixture;
  const faults: [Record<string, string>, number, string][] = [
    [{}, 400, "invalid_request"],
    [{ grant_type: "authorization_code" }, 400, "invalid_request"],
    [{ grant_type: "authorization_code", client_id: clientId }, 400, "invalid_request"],
    [{ grant_type: "refresh_token", client_id: clientId }, 400, "invalid_request"],
    [{ grant_type: "password", client_id: clientId }, 400, "unsupported_grant_type"],
    [{ grant_type: "password", username: "ann", password: "x" }, 400, "unsupported_grant_type"],
    [{ grant_type: "refresh_token", client_id: "nobody", refresh_token: "x" }, 401, "invalid_client"],
    [{ grant_type: "refresh_token", client_id: clientId, client_secret: "x" }, 401, "invalid_client"],
    [
      { grant_type: "refresh_token", client_id: clientId, refresh_token: "x", resource: "urn:x" },
      400,
      "invalid_target",
    ],
  ];
  for (const [form, status, error] of faults) {
    const refused = await fixture.token(form);
    expect([form, refused.status, refused.json.error]).toEqual([form, status, error]);
    expect(Object.keys(refused.json)).toEqual(["error", "error_description"]);
    expect(refused.headers["cache-control"]).toBe("no-store");
  }
  const url = `${fixture.service.appUrl}/api/oauth/token`;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (const [body, headers] of [
    ["grant_type=refresh_token&grant_type=refresh_token", form],
    ["{}", {}],
  ] as const)
    expect((await call(url, { method: "POST", body, headers })).json.error).toBe("invalid_request");
  expect((await call(url, { method: "GET" })).status).toBe(405);
});

it("another client (interface 5.4) can neither redeem, renew nor revoke what was issued to this one, nor void it; revoking an unknown token succeeds", async () => {
  const fixture = await startOAuthFixture();
  const code = await fixture.code();
  const client_id = (await fixture.register({ redirect_uris: [callback] })).json.client_id;
  const wrong = { code_verifier: "x".repeat(43) };
  for (const id of [client_id, "nobody"])
    expect((await fixture.redeem(code, { ...wrong, client_id: id })).status).toBeGreaterThanOrEqual(400);
  expect((await fixture.redeem(`${code}x`)).json.error).toBe("invalid_grant");
  const { access_token, refresh_token } = (await fixture.redeem(code)).json;
  expect((await fixture.refresh(refresh_token, { client_id })).json.error).toBe("invalid_grant");
  for (const token of [access_token, refresh_token]) {
    expect((await fixture.revoke({ token, client_id })).json.error).toBe("invalid_grant");
    expect((await fixture.revoke({ token })).json.error).toBe("invalid_request");
  }
  expect((await fixture.revoke({ token: "nothing", client_id: fixture.clientId })).status).toBe(200);
  expect((await fixture.get("/balance", access_token)).status).toBe(200);
  expect((await fixture.refresh(refresh_token)).status).toBe(200);
});

async function waitAnHour(fixture: OAuthFixture, { access_token }: Tokens): Promise<void> {
  fixture.world.pass(hourMs - 1);
  expect((await fixture.get("/balance", access_token)).status).toBe(200);
  fixture.world.pass(1);
}

async function revokeAccess(fixture: OAuthFixture, { access_token: token }: Tokens): Promise<void> {
  expect((await fixture.revoke({ token, client_id: fixture.clientId })).status).toBe(200);
}

async function disconnect({ browser }: OAuthFixture): Promise<void> {
  const { forms } = await browser.get("/settings/keys");
  await browser.submit(forms.find(({ inside }) => inside.includes("Disconnect A reader")));
}
