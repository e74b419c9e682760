import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";

import { call } from "../call.ts";
import { plainStory, query } from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";
import { callback, signingReaders, startOAuthFixture } from "./oauth-fixtures.ts";

const errorIn = (url: string): string | null => new URL(url).searchParams.get("error");

it("discovery names the server's endpoints and both protected resources, at the address that the interface gives (5.4)", async () => {
  const { appUrl } = (await startOAuthFixture()).service;
  const wellKnown = async (path: string) =>
    (await call(`${appUrl}/.well-known/${path}`, { method: "GET" })).json;
  expect(await wellKnown("oauth-authorization-server")).toMatchObject({
    issuer: appUrl,
    authorization_endpoint: `${appUrl}/oauth/authorize`,
    token_endpoint: `${appUrl}/api/oauth/token`,
    registration_endpoint: `${appUrl}/api/oauth/register`,
    revocation_endpoint: `${appUrl}/api/oauth/revoke`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  });
  for (const resource of ["/api/mcp", "/api/v1"])
    expect(await wellKnown(`oauth-protected-resource${resource}`)).toMatchObject({
      resource: appUrl + resource,
      authorization_servers: [appUrl],
      scopes_supported: ["books:read", "account:read", "levels:read", "stories:write"],
    });
});

const wrongUris = [
  "http://example.org/cb",
  "javascript:alert(1)",
  "com.example.app:/cb",
  "https://example.org/cb#part",
  "http://127.0.0.1.example.org/cb",
  "https://exa mple.org/",
  "/relative",
  "https:\\\\evil.example\\path",
  "https:/evil.example",
  "https:evil.example",
  "https:///evil.example",
  "https://good.example\\@evil.example/",
  "https://good.example@evil.example/",
  "https://good.example:80:80/",
  "https://a;script-src/cb",
  "https://a,b.example/cb",
  "https://a'b.example/cb",
  "https://*/cb",
  "https://*.example/cb",
  "https://ex%61mple.org/cb",
  "https://b\u00fccher.example/cb",
  "https://good.example/\r\nSet-Cookie: a=b",
  "https://good.example/\u0000",
  "https://good.example/\u2028",
  'https://good.example/"><',
  "https://good.example/{x}",
  "http://127.1/cb",
  "http://2130706433/cb",
  "http://0x7f.0.0.1/cb",
  "http://[::1%25lo]/cb",
  "https://-.example/cb",
];

describe("client registration (interface 5.4)", () => {
  it("gives a public client an id and no secret, and cleans the name that it chose", async () => {
    const fixture = await startOAuthFixture();
    const made = await fixture.register({
      redirect_uris: [callback],
      client_name: "  A\u202e <b>reader</b>\n",
    });
    expect(made.status).toBe(201);
    expect(made.headers["cache-control"]).toBe("no-store");
    expect(made.json).toMatchObject({
      client_name: "A <b>reader</b>",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    });
    expect(made.json.client_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.json).not.toHaveProperty("client_secret");
  });

  it("refuses redirect URIs that others could receive or read in another way, with OAuth's own error fields", async () => {
    const { register } = await startOAuthFixture({
      config: `limits: { oauthRegistrations: 100/1h }\n${signingReaders}`,
    });
    for (const uri of wrongUris) {
      const refused = await register({ redirect_uris: [callback, uri] });
      expect([uri, refused.status, refused.json.error]).toEqual([uri, 400, "invalid_redirect_uri"]);
      expect(Object.keys(refused.json)).toEqual(["error", "error_description"]);
    }
    for (const uris of [[], undefined, "x"])
      expect((await register({ redirect_uris: uris })).json.error).toBe("invalid_redirect_uri");
    for (const uri of [
      "https://client.example",
      "https://Client.example/cb?x=1",
      "https://xn--bcher-kva.example:8443/cb",
      "http://127.0.0.1:1/",
      "http://[::1]:49152/callback",
      "http://localhost/cb;v=1?a='(b)'",
    ])
      expect([uri, (await register({ redirect_uris: [uri] })).status]).toEqual([uri, 201]);
  });

  it("refuses clients that request a secret, other grants or other response types", async () => {
    const fixture = await startOAuthFixture();
    for (const more of [
      { token_endpoint_auth_method: "client_secret_basic" },
      { grant_types: ["client_credentials"] },
      { grant_types: ["refresh_token"] },
      { response_types: ["token"] },
    ]) {
      const refused = await fixture.register({ redirect_uris: [callback], ...more });
      expect([refused.status, refused.json.error]).toEqual([400, "invalid_client_metadata"]);
    }
  });
});

describe("the authorization endpoint (interface 5.4)", () => {
  it("sends a person without a session to sign in, and then shows what the program requests", async () => {
    const fixture = await startOAuthFixture();
    // Whatever is wrong with the request, nobody is led to a client before that.
    const wrong = await fixture.browser.get(fixture.authorizeUrl({ response_type: "token" }));
    expect(wrong.url).toContain(`${fixture.service.appUrl}/sign-in`);
    const form = await fixture.browser.get(fixture.authorizeUrl());
    expect(form.url).toContain("/sign-in");
    const page = await fixture.browser.submit(form.forms[0], { id: "ann", secret: "ann-signs-in" });
    expect(page.url).toBe(fixture.authorizeUrl());
    expect(page.text).toContain("Connect A reader ?");
    expect(page.text).toContain("127.0.0.1:49152");
    const boxes = page.forms.find(({ inside }) => inside.includes("decision"))?.fields;
    expect(boxes?.filter(({ name }) => name === "scope").map(({ value }) => value)).toEqual([
      "books:read",
      "account:read",
      "stories:write",
    ]);
    expect(boxes?.find(({ name }) => name === "cap")?.type).toBe("number");
  });

  it("gives the client a code or a refusal, with the unchanged state and its own name as iss", async () => {
    const fixture = await startOAuthFixture();
    for (const [decision, code, error] of [
      ["allow", expect.stringMatching(/^st_code_[A-Za-z0-9_-]{43}$/), null],
      ["deny", null, "access_denied"],
    ] as const) {
      const { url } = await fixture.consent({ decision });
      expect(url.startsWith(`${callback}?`)).toBe(true);
      const { searchParams: given } = new URL(url);
      expect([given.get("code"), given.get("error")]).toEqual([code, error]);
      expect([given.get("state"), given.get("iss")]).toEqual(["s t&te=1", fixture.service.appUrl]);
    }
  });

  it("redirects nowhere unless the redirect URI matches a registered one exactly", async () => {
    const fixture = await startOAuthFixture();
    await fixture.browser.signIn("ann", "ann-signs-in");
    for (const uri of [
      `${callback}/`,
      `${callback}?x=1`,
      "http://127.0.0.1:49153/callback",
      "http://localhost:49152/callback",
      null,
    ]) {
      const page = await fixture.browser.get(fixture.authorizeUrl({ redirect_uri: uri }));
      expect([uri, page.status, page.url.startsWith(fixture.service.appUrl)]).toEqual([uri, 400, true]);
      expect(page.headers["content-type"]).toContain("text/html");
    }
    const unknown = await fixture.browser.get(fixture.authorizeUrl({ client_id: "nobody" }));
    expect(unknown.status).toBe(400);
    const twice = await fixture.browser.get(
      `${fixture.authorizeUrl()}&redirect_uri=${encodeURIComponent(callback)}`,
    );
    expect(twice.status).toBe(400);
  });

  it("reports all other errors to the client: PKCE without S256, other response types, unknown scopes and resources", async () => {
    const fixture = await startOAuthFixture();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const faults: [Record<string, string | null>, string][] = [
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge_method: null }, "invalid_request"],
      [{ code_challenge: null }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_type: null }, "invalid_request"],
      [{ response_mode: "fragment" }, "invalid_request"],
      [{ request: "x.y.z" }, "invalid_request"],
      [{ scope: "books:read profile" }, "invalid_scope"],
      [{ resource: "https://example.org/" }, "invalid_target"],
    ];
    for (const [change, error] of faults) {
      const { url } = await fixture.browser.get(fixture.authorizeUrl(change));
      expect([change, url.startsWith(callback), errorIn(url)]).toEqual([change, true, error]);
      expect(new URL(url).searchParams.get("iss")).toBe(fixture.service.appUrl);
      expect(new URL(url).searchParams.get("state")).toBe("s t&te=1");
    }
  });

  it("lets the person deselect scopes, but never add any, and needs a cap from 0 to 100,000", async () => {
    const fixture = await startOAuthFixture();
    expect((await fixture.connect({ scope: ["account:read", "levels:read"] })).scope).toBe("account:read");
    const { forms } = await fixture.browser.get(fixture.authorizeUrl());
    expect(forms.flatMap(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ name: "cap", value: "1000" }),
    );
    for (const values of [{ scope: [] }, { cap: "" }, { cap: "100001" }, { cap: "-1" }, { cap: "1.5" }]) {
      const page = await fixture.consent(values);
      expect([values, page.status, page.url.startsWith(fixture.service.appUrl)]).toEqual([values, 400, true]);
      expect(page.text).toMatch(/Choose at least one|The cap is a whole number/);
    }
    for (const cap of ["0", "100000"]) expect((await fixture.consent({ cap })).url).toContain("code=");
  });

  it("refuses a consent that was not submitted from the form", async () => {
    const fixture = await startOAuthFixture();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const page = await fixture.browser.get(fixture.authorizeUrl());
    const form = page.forms.find(({ inside }) => inside.includes("decision"));
    expect((await fixture.browser.submit(form, { decision: "allow", token: "guessed" })).status).toBe(403);
    const origin = { origin: "https://example.org" };
    expect((await fixture.browser.submit(form, { decision: "allow" }, origin)).status).toBe(403);
    const other = new PlainBrowser(fixture.service.appUrl);
    await other.signIn("ben", "ben-signs-in");
    expect((await other.submit(form, { decision: "allow" })).status).toBe(403);
    expect(await query(fixture.dataFolder, "SELECT * FROM oauth_codes")).toEqual([]);
  });
});

const insecure = { [oauth.allowInsecureRequests]: true } as const;

it("an independent OAuth client (interface 5.4) oauth4webapi goes from a 401 over discovery, registration and consent to a story, refreshes and revokes", async () => {
  const fixture = await startOAuthFixture();
  const { url, appUrl } = fixture.service;
  const resource = new URL(url);
  const balance = (token: string) =>
    oauth.protectedResourceRequest(token, "GET", new URL(`${url}/balance`), undefined, null, insecure);
  const metadata = `${appUrl}/.well-known/oauth-protected-resource/api/v1`;
  await expect(balance("nothing")).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: "bearer", parameters: { error: "invalid_token", resource_metadata: metadata } }],
  });
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  expect(described.authorization_servers).toEqual([appUrl]);
  const issuer = new URL(described.authorization_servers?.[0] ?? "");
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }),
  );
  const wish = {
    client_name: "Library one",
    redirect_uris: [callback],
    token_endpoint_auth_method: "none",
  };
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, wish, insecure),
  );
  const parties = [server, client] as const;
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const shown = await fixture.consent({ cap: "30" }, { client_id: client.client_id, code_challenge, state });
  const answer = oauth.validateAuthResponse(...parties, new URL(shown.url), state);
  const asked = [...parties, oauth.None()] as const;
  const tokens = await oauth.processAuthorizationCodeResponse(
    ...parties,
    await oauth.authorizationCodeGrantRequest(...asked, answer, callback, verifier, insecure),
  );
  expect(tokens.token_type).toBe("bearer");
  expect((await fixture.post("/stories", plainStory, tokens.access_token)).status).toBe(202);
  const { access_token, refresh_token = "" } = await oauth.processRefreshTokenResponse(
    ...parties,
    await oauth.refreshTokenGrantRequest(...asked, tokens.refresh_token ?? "", insecure),
  );
  expect((await balance(access_token)).status).toBe(200);
  await oauth.processRevocationResponse(await oauth.revocationRequest(...asked, refresh_token, insecure));
  for (const token of [access_token, tokens.access_token])
    await expect(balance(token)).rejects.toMatchObject({ status: 401 });
  const { client_id } = client;
  expect((await fixture.refresh(refresh_token, { client_id })).json.error).toBe("invalid_grant");
});
