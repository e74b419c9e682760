import { describe, expect, it } from "vitest";
import { call } from "./call.ts";
import { callback, signingReaders, startOAuthRig } from "./oauth-rig.ts";
import { plainStory, query, spokenStory } from "./rig.ts";

describe("a code (interface 5.4)", () => {
  it("is valid for ten minutes", async () => {
    const rig = await startOAuthRig();
    const early = await rig.code();
    rig.world.pass(599_999);
    expect((await rig.redeem(early)).status).toBe(200);
    const late = await rig.code();
    rig.world.pass(600_000);
    const refused = await rig.redeem(late);
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_grant"]);
  });

  it("is of use once: a second use revokes the whole connection", async () => {
    const rig = await startOAuthRig();
    const code = await rig.code();
    const { access_token, refresh_token } = (await rig.redeem(code)).json;
    expect((await rig.get("/balance", access_token)).status).toBe(200);
    expect((await rig.redeem(code)).json.error).toBe("invalid_grant");
    expect((await rig.get("/balance", access_token)).status).toBe(401);
    expect((await rig.refresh(refresh_token)).json.error).toBe("invalid_grant");
  });

  it("opens nothing without its verifier, its client and its redirect URI", async () => {
    const rig = await startOAuthRig();
    const other = (await rig.register({ redirect_uris: [callback] })).json.client_id;
    for (const change of [
      { code_verifier: "x".repeat(43) },
      { code_verifier: "short" },
      { client_id: other },
      { redirect_uri: `${callback}/` },
    ]) {
      const refused = await rig.redeem(await rig.code(), change);
      expect([change, refused.status, refused.json.error]).toEqual([change, 400, "invalid_grant"]);
    }
    expect((await rig.redeem(await rig.code(), { resource: rig.service.mcpUrl })).status).toBe(200);
  });

  it("is void after a wrong verifier or redirect URI, so that nobody guesses twice", async () => {
    const rig = await startOAuthRig();
    for (const change of [
      { code_verifier: "x".repeat(43) },
      { code_verifier: "short" },
      { redirect_uri: `${callback}/` },
    ]) {
      const code = await rig.code();
      expect((await rig.redeem(code, change)).json.error_description).toContain("so the code is void");
      const late = await rig.redeem(code);
      expect([change, late.status, late.json.error]).toEqual([change, 400, "invalid_grant"]);
    }
  });

  it("lives on when somebody without its client's id tries it", async () => {
    const rig = await startOAuthRig();
    const code = await rig.code();
    const other = (await rig.register({ redirect_uris: [callback] })).json.client_id;
    const wrong = { code_verifier: "x".repeat(43) };
    for (const change of [
      { ...wrong, client_id: other },
      { ...wrong, client_id: "nobody" },
    ]) {
      expect((await rig.redeem(code, change)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await rig.redeem(`${code}x`)).json.error).toBe("invalid_grant");
    expect((await rig.redeem(code)).status).toBe(200);
  });

  it("makes no connection beyond the 20 keys and connections that a reader may hold at once (part 8)", async () => {
    const rig = await startOAuthRig({ config: `limits: { keys: 2 }\n${signingReaders}` });
    const [first, second] = [await rig.code(), await rig.code()];
    expect((await rig.redeem(first)).status).toBe(200);
    expect((await rig.redeem(second)).json.error).toBe("invalid_grant");
    expect((await rig.consent()).status).toBe(409);
  });
});

describe("tokens (interface 5.4)", () => {
  it("come with prefixes and lifetimes, never to be cached", async () => {
    const rig = await startOAuthRig();
    const reply = await rig.redeem(await rig.code());
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
    const rig = await startOAuthRig();
    const code = await rig.code();
    const tokens = (await rig.redeem(code)).json;
    const kept = ["oauth_codes", "bearers", "refresh_tokens", "sessions", "sign_ins"].map((table) =>
      JSON.stringify(query(rig.dataFolder, `SELECT * FROM ${table}`)),
    );
    const secrets = [
      code,
      tokens.access_token,
      tokens.refresh_token,
      ...rig.browser.cookies.values(),
      "ann-signs-in",
    ];
    for (const secret of secrets) expect(kept.join()).not.toContain(secret);
    expect(kept.join()).toMatch(/[0-9a-f]{64}/);
  });

  it("open the interface for one hour", async () => {
    const rig = await startOAuthRig();
    const { access_token } = await rig.connect();
    rig.world.pass(3_599_999);
    expect((await rig.get("/balance", access_token)).status).toBe(200);
    rig.world.pass(1);
    expect((await rig.get("/balance", access_token)).status).toBe(401);
  });

  it("are renewed for thirty days, each time with a new refresh token", async () => {
    const rig = await startOAuthRig();
    const { refresh_token } = await rig.connect();
    rig.world.pass(30 * 86_400_000 - 1);
    const fresh = (await rig.refresh(refresh_token)).json;
    expect(fresh.refresh_token).not.toBe(refresh_token);
    expect((await rig.get("/balance", fresh.access_token)).status).toBe(200);
    rig.world.pass(30 * 86_400_000);
    expect((await rig.refresh(fresh.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("die all together when a refresh token is used a second time", async () => {
    const rig = await startOAuthRig();
    const first = await rig.connect();
    const second = (await rig.refresh(first.refresh_token)).json;
    expect((await rig.get("/balance", second.access_token)).status).toBe(200);
    expect((await rig.refresh(first.refresh_token)).json.error).toBe("invalid_grant");
    expect((await rig.get("/balance", second.access_token)).status).toBe(401);
    expect((await rig.get("/balance", first.access_token)).status).toBe(401);
    expect((await rig.refresh(second.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("can be narrowed when they are renewed, and never widened", async () => {
    const rig = await startOAuthRig();
    const first = await rig.connect({ scope: ["books:read", "account:read"] });
    expect((await rig.refresh(first.refresh_token, { scope: "stories:write" })).json.error).toBe(
      "invalid_scope",
    );
    const narrow = (await rig.refresh(first.refresh_token, { scope: "books:read" })).json;
    expect(narrow.scope).toBe("books:read");
    expect((await rig.get("/balance", narrow.access_token)).status).toBe(403);
    expect((await rig.get("/books", narrow.access_token)).status).toBe(200);
    expect((await rig.refresh(narrow.refresh_token)).json.scope).toBe("books:read account:read");
  });

  it("are renewed only for the client that they were given to", async () => {
    const rig = await startOAuthRig();
    const { refresh_token } = await rig.connect();
    const other = (await rig.register({ redirect_uris: [callback] })).json.client_id;
    expect((await rig.refresh(refresh_token, { client_id: other })).json.error).toBe("invalid_grant");
    expect((await rig.refresh(refresh_token)).status).toBe(200);
  });

  it("outlive a restart of the service, and so does the end of a connection", async () => {
    const rig = await startOAuthRig();
    const [kept, ended] = [await rig.connect(), await rig.connect()];
    await rig.refresh(ended.refresh_token);
    await rig.refresh(ended.refresh_token);
    await rig.service.close();
    const again = await startOAuthRig({ dataFolder: rig.dataFolder, world: rig.world });
    expect((await again.get("/balance", kept.access_token)).status).toBe(200);
    expect((await again.get("/balance", ended.access_token)).status).toBe(401);
    expect((await again.refresh(kept.refresh_token, { client_id: rig.clientId })).status).toBe(200);
  });
});

describe("a connection (interface 5.2, 5.3, 5.4)", () => {
  it("carries the scopes that were consented to", async () => {
    const rig = await startOAuthRig();
    const { access_token } = await rig.connect({ scope: ["account:read"] });
    expect((await rig.get("/balance", access_token)).status).toBe(200);
    const refused = await rig.post("/stories", plainStory, access_token);
    expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    expect(refused.headers["www-authenticate"]).toContain(
      'error="insufficient_scope", scope="stories:write"',
    );
  });

  it("carries the monthly cap that was consented to, and the full known price counts against it", async () => {
    const rig = await startOAuthRig();
    const { access_token, refresh_token } = await rig.connect({ cap: "37" });
    expect((await rig.post("/stories", spokenStory, access_token)).status).toBe(202);
    const refused = await rig.post("/stories", plainStory, access_token);
    expect([refused.status, refused.json.code]).toEqual([402, "payment_required"]);
    const fresh = (await rig.refresh(refresh_token)).json;
    expect((await rig.post("/stories", plainStory, fresh.access_token)).status).toBe(402);
    expect((await rig.post("/stories", plainStory)).status).toBe(202);
    rig.world.pass(22 * 86_400_000);
    const later = (await rig.refresh(fresh.refresh_token)).json;
    expect((await rig.post("/stories", plainStory, later.access_token)).status).toBe(202);
  });

  it("has its own 60 calls a minute, whichever of its tokens makes them", async () => {
    const rig = await startOAuthRig({ config: `limits: { calls: 2/1m }\n${signingReaders}` });
    const first = await rig.connect();
    const second = (await rig.refresh(first.refresh_token)).json;
    expect((await rig.get("/balance", first.access_token)).status).toBe(200);
    expect((await rig.get("/balance", second.access_token)).status).toBe(200);
    expect((await rig.get("/balance", first.access_token)).headers["retry-after"]).toBe("60");
  });

  it("counts no more once it can't be renewed", async () => {
    const rig = await startOAuthRig({ config: `limits: { keys: 2 }\n${signingReaders}` });
    await rig.connect();
    expect((await rig.consent()).status).toBe(409);
    rig.world.pass(30 * 86_400_000);
    await rig.browser.signIn("ann", "ann-signs-in");
    expect((await rig.connect()).access_token).toMatch(/^st_access_/);
  });
});

describe("the token endpoint (interface 5.4)", () => {
  it("words every refusal in OAuth's fields", async () => {
    const rig = await startOAuthRig();
    const { clientId } = rig;
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
      const refused = await rig.token(form);
      expect([form, refused.status, refused.json.error]).toEqual([form, status, error]);
      expect(Object.keys(refused.json)).toEqual(["error", "error_description"]);
      expect(refused.headers["cache-control"]).toBe("no-store");
    }
    const twice = await call(`${rig.service.appUrl}/api/oauth/token`, {
      method: "POST",
      body: Buffer.from("grant_type=refresh_token&grant_type=refresh_token"),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(twice.json.error).toBe("invalid_request");
    const asJson = await call(`${rig.service.appUrl}/api/oauth/token`, { method: "POST", body: "{}" });
    expect(asJson.json.error).toBe("invalid_request");
    expect((await call(`${rig.service.appUrl}/api/oauth/token`, { method: "GET" })).status).toBe(405);
  });

  it("is open to an address 60 times a minute (part 8), and says exactly how long to wait", async () => {
    const rig = await startOAuthRig();
    for (let n = 0; n < 60; n += 1) expect((await rig.token({})).status).toBe(400);
    const refused = await rig.token({});
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    rig.world.pass(59_000);
    expect((await rig.token({})).headers["retry-after"]).toBe("1");
    rig.world.pass(1_000);
    expect((await rig.token({})).status).toBe(400);
  });
});

describe("revocation (interface 5.4)", () => {
  it("of a refresh token ends the whole connection, at once", async () => {
    const rig = await startOAuthRig();
    const { access_token, refresh_token } = await rig.connect();
    expect((await rig.revoke({ token: refresh_token, client_id: rig.clientId })).status).toBe(200);
    expect((await rig.get("/balance", access_token)).status).toBe(401);
    expect((await rig.refresh(refresh_token)).json.error).toBe("invalid_grant");
  });

  it("of an access token ends that one", async () => {
    const rig = await startOAuthRig();
    const { access_token, refresh_token } = await rig.connect();
    expect((await rig.revoke({ token: access_token, client_id: rig.clientId })).status).toBe(200);
    expect((await rig.get("/balance", access_token)).status).toBe(401);
    expect((await rig.refresh(refresh_token)).status).toBe(200);
  });

  it("of what is unknown is fine, and of another client's or without a client is not", async () => {
    const rig = await startOAuthRig();
    const { access_token, refresh_token } = await rig.connect();
    expect((await rig.revoke({ token: "nothing", client_id: rig.clientId })).status).toBe(200);
    const other = (await rig.register({ redirect_uris: [callback] })).json.client_id;
    for (const token of [access_token, refresh_token]) {
      expect((await rig.revoke({ token, client_id: other })).json.error).toBe("invalid_grant");
      expect((await rig.revoke({ token })).json.error).toBe("invalid_request");
    }
    expect((await rig.get("/balance", access_token)).status).toBe(200);
  });
});
