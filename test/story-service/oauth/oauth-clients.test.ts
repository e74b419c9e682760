import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { describe, expect, it } from "vitest";
import { callback, startOAuthFixture } from "./oauth-fixtures.ts";

const insecure = { [oauth.allowInsecureRequests]: true } as const;

describe("two independent OAuth clients (interface 5.4)", () => {
  it("oauth4webapi goes from a 401 over discovery, registration and consent to a story, refreshes and revokes", async () => {
    const fixture = await startOAuthFixture();
    const { url, appUrl } = fixture.service;
    const resource = new URL(url);
    const refused = oauth.protectedResourceRequest(
      "nothing",
      "GET",
      new URL(`${url}/balance`),
      undefined,
      null,
      insecure,
    );
    const metadata = `${appUrl}/.well-known/oauth-protected-resource/api/v1`;
    await expect(refused).rejects.toMatchObject({
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
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { client_name: "Library one", redirect_uris: [callback], token_endpoint_auth_method: "none" },
        insecure,
      ),
    );
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const shown = await fixture.consent(
      { cap: "30" },
      {
        client_id: client.client_id,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        state,
      },
    );
    const answer = oauth.validateAuthResponse(server, client, new URL(shown.url), state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        answer,
        callback,
        verifier,
        insecure,
      ),
    );
    expect(tokens.token_type).toBe("bearer");
    const call = (token: string, path: string, method: string, body?: string) =>
      oauth.protectedResourceRequest(
        token,
        method,
        new URL(url + path),
        new Headers(body === undefined ? {} : { "content-type": "application/json" }),
        body ?? null,
        insecure,
      );
    const story = JSON.stringify({ topic: "A walk", lang: "es", difficulty: 2, audiobook: false });
    expect((await call(tokens.access_token, "/stories", "POST", story)).status).toBe(202);
    const fresh = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        tokens.refresh_token ?? "",
        insecure,
      ),
    );
    expect((await call(fresh.access_token, "/balance", "GET")).status).toBe(200);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), fresh.refresh_token ?? "", insecure),
    );
    await expect(call(fresh.access_token, "/balance", "GET")).rejects.toMatchObject({ status: 401 });
    await expect(call(tokens.access_token, "/balance", "GET")).rejects.toMatchObject({ status: 401 });
  });

  it("openid-client goes from discovery over registration and consent to the balance, refreshes and revokes", async () => {
    const fixture = await startOAuthFixture();
    const { url, appUrl } = fixture.service;
    const config = await openid.dynamicClientRegistration(
      new URL(appUrl),
      { client_name: "Library two", redirect_uris: [callback], token_endpoint_auth_method: "none" },
      openid.None(),
      { algorithm: "oauth2", execute: [openid.allowInsecureRequests] },
    );
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: "account:read levels:read",
      state,
      resource: url,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    expect(address.href).toContain(`${appUrl}/oauth/authorize`);
    await fixture.browser.signIn("ann", "ann-signs-in");
    const page = await fixture.browser.get(address.href);
    const shown = await fixture.browser.submit(
      page.forms.find(({ inside }) => inside.includes('value="allow"')),
      { decision: "allow" },
    );
    const tokens = await openid.authorizationCodeGrant(config, new URL(shown.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens.scope).toBe("account:read levels:read");
    const balance = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${url}/balance`),
      "GET",
    );
    expect(await balance.json()).toMatchObject({ credits: 1000 });
    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(fresh.expires_in).toBe(3600);
    await openid.tokenRevocation(config, fresh.refresh_token ?? "");
    await expect(openid.refreshTokenGrant(config, fresh.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
    await expect(
      openid.fetchProtectedResource(config, fresh.access_token, new URL(`${url}/balance`), "GET"),
    ).rejects.toMatchObject({ status: 401 });
  });
});
