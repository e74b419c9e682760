import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import { Agent, request } from "undici";
import { scopes } from "../../contract/operations.ts";
import { Failure } from "../../shared/failure.ts";
import { signalAfter } from "../../shared/timer.ts";
import type { RemoteProblem } from "../problem.ts";
import { causeOf, wasNeverConnected } from "../socket.ts";
import type { Login } from "./login.ts";

/**
 * Connects this machine to a service with the user's consent (interface 5.4): discovery, registration, the consent page in a browser, and
 * the code exchange, each request sent once. `show` shows the user the consent page. Null if `signal` was aborted first. Throws a Failure
 * if the service offers no login, or the user refuses.
 */
export async function logIn(
  service: string,
  { show, signal, ...times }: Times & { show: (address: string) => void; signal: AbortSignal },
): Promise<Login | null> {
  // Before the redirect address is registered, since it must match exactly.
  const landing = createServer().listen(0, "127.0.0.1");
  await once(landing, "listening");
  try {
    const request = onceOptions(service, times.timeoutMs);
    const { server, scopes } = await discover(new URL(service), request);
    const redirectUri = `http://127.0.0.1:${(landing.address() as AddressInfo).port}/callback`;
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { client_name: "coursebinder", redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
        request,
      ),
    );
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const query = {
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: redirectUri,
      scope: scopes.join(" "),
      state,
      resource: service,
      code_challenge_method: "S256",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    };
    const consent = new URL(server.authorization_endpoint ?? "");
    for (const [name, value] of Object.entries(query)) consent.searchParams.set(name, value);
    show(consent.href);
    const landed = await landedAt(landing, { redirectUri, state, signal });
    if (landed === null) return null;
    const answer = oauth.validateAuthResponse(server, client, landed, state);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, oauth.None(), answer, redirectUri, verifier] as const),
      request,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    const connected: Parameters<typeof withTokens>[0] = {
      coursebinder: "login",
      format: 1,
      service,
      issuer: server.issuer,
      tokenEndpoint: server.token_endpoint ?? "",
      revocationEndpoint: server.revocation_endpoint ?? "",
      clientId: client.client_id,
      scopes,
      refreshToken: null,
    };
    return withTokens(connected, tokens, times.now());
  } catch (error) {
    throw failureOf(error);
  } finally {
    landing.closeAllConnections();
    landing.close();
  }
}

/**
 * Reads the description of a service's authorization server (interface 5.4): its endpoints, all at the service's own origin, and the scopes that it
 * offers. Throws a Failure if they are missing or point to another origin. A revocation endpoint that isn't named is where the interface has it.
 */
async function discover(
  { origin }: URL,
  request: OnceOptions,
): Promise<{ server: oauth.AuthorizationServer; scopes: string[] }> {
  const issuer = new URL(origin);
  const found = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...request }),
  );
  const server = { revocation_endpoint: `${origin}/api/oauth/revoke`, ...found };
  const { authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint } = server;
  const needed = [authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint];
  for (const endpoint of needed) refuseElsewhere(endpoint, origin);
  const offered = server.scopes_supported ?? scopes;
  return { server, scopes: scopes.filter((scope) => offered.includes(scope)) };
}

/** A document that points to another host could redirect the user's consent, and the tokens, anywhere. */
function refuseElsewhere(address: string | undefined, origin: string): void {
  if (address !== undefined && URL.canParse(address) && new URL(address).origin === origin) return;
  const fault =
    address === undefined
      ? ({ why: "unknown", detail: "its description names too few endpoints" } as const)
      : ({ why: "elsewhere", detail: address } as const);
  throw new Failure<RemoteProblem>({ code: "login_not_offered", ...fault });
}

const pageHeaders = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>coursebinder</title>
<body style="font: 1.2em/1.5 system-ui, sans-serif; max-width: 34em; margin: 4em auto; padding: 0 1em">
<h1>You can close this page</h1><p>coursebinder goes on in the terminal, and says there whether you are logged in.</p></body></html>
`;

/**
 * The address to which the consent page redirects the browser, once the browser has been answered; null if `signal` was aborted first. Only
 * the redirect contains `state`; requests without it are rejected.
 */
function landedAt(
  server: Server,
  { redirectUri, state, signal }: { redirectUri: string; state: string; signal: AbortSignal },
): Promise<URL | null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
    server.on("request", ({ url = "" }, response) => {
      const landed = URL.canParse(url, redirectUri) ? new URL(url, redirectUri) : null;
      if (landed?.searchParams.get("state") === state)
        response.writeHead(200, pageHeaders).end(page, () => resolve(landed));
      else response.writeHead(404).end();
    });
  });
}

/** Sends the refresh token, once. Null if the token is proven unused and may be sent again. Rejects if the token must not be sent again. */
export async function renewLogin(
  login: Login,
  refreshToken: string,
  { timeoutMs, now }: Times,
): Promise<Login | null> {
  const server = { issuer: login.issuer, token_endpoint: login.tokenEndpoint };
  const client = { client_id: login.clientId };
  const request = onceOptions(login.issuer, timeoutMs);
  try {
    const response = await oauth.refreshTokenGrantRequest(
      ...([server, client, oauth.None(), refreshToken, request] as const),
    );
    return withTokens(login, await oauth.processRefreshTokenResponse(server, client, response), now());
  } catch (error) {
    if (wasNeverConnected(error) || error instanceof RateLimited) return null;
    throw error;
  }
}

/** Revokes a login at the service (RFC 7009). Throws a Failure with `login_not_revoked` if the login may not have been revoked. */
export async function revoke(login: Login, timeoutMs: number): Promise<void> {
  const { issuer } = login;
  const server = { issuer, revocation_endpoint: login.revocationEndpoint };
  const client = { client_id: login.clientId };
  const token = login.refreshToken ?? login.accessToken;
  try {
    const request = onceOptions(issuer, timeoutMs);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), token, request),
    );
  } catch (error) {
    throw new Failure<RemoteProblem>({ code: "login_not_revoked", cause: causeOf(error) });
  }
}

interface Times {
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** A token's lifetime if the answer doesn't give it (interface 5.4). */
const usualSeconds = 3_600;

/** The login with an answer's tokens. */
function withTokens(
  login: Omit<Login, "accessToken" | "obtainedAt" | "expiresAt" | "refreshing">,
  { access_token, refresh_token, expires_in, scope }: oauth.TokenEndpointResponse,
  now: number,
): Login {
  return {
    ...login,
    accessToken: access_token,
    refreshToken: refresh_token ?? login.refreshToken,
    scopes: scope === undefined ? login.scopes : scope.split(" "),
    obtainedAt: now,
    expiresAt: now + (expires_in ?? usualSeconds) * 1_000,
    refreshing: null,
  };
}

/** The server's rate limit has rejected the request, so that nothing became of it. */
class RateLimited extends Error {}

type OnceOptions = ReturnType<typeof onceOptions>;

/**
 * Options for every request to an authorization server: each is sent once, on a connection of its own, without redirects, since a refresh
 * token sent twice ends its whole connection (interface 5.4). `http:` is allowed only for a service on this machine, as in `readServiceUrl`.
 */
function onceOptions(issuer: string, timeoutMs: number) {
  return {
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
    [oauth.customFetch]: async (
      address: string,
      { method, headers, body }: oauth.CustomFetchOptions<string, unknown>,
    ): Promise<Response> => {
      const dispatcher = new Agent({ connect: { timeout: timeoutMs } });
      try {
        const sent = { method: method as "GET" | "POST", headers, body: String(body ?? "") };
        const answer = await request(address, { ...sent, dispatcher, signal: signalAfter(timeoutMs) });
        const { statusCode: status } = answer;
        if (status === 429) throw new RateLimited(`HTTP ${status}`);
        if (status >= 500) throw new Error(`HTTP ${status}`);
        const text = await answer.body.text();
        // A repeated header is a list, which its text lists too.
        const received = answer.headers as Record<string, string>;
        return new Response(text === "" ? null : text, { status, headers: received });
      } finally {
        await dispatcher.destroy();
      }
    },
  };
}

/** A login's own Failures stay as they are; the others are worded by what failed. */
function failureOf(error: unknown): unknown {
  const fail = (problem: RemoteProblem): Failure<RemoteProblem> => new Failure(problem);
  if (error instanceof Failure) return error;
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return fail({ code: "login_refused", error: error.error, why: error.error_description ?? "" });
  // The library's errors for answers that violate the standards.
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.WWWAuthenticateChallengeError)
    return fail({ code: "login_not_offered", why: "unknown", detail: error.message });
  return fail({ code: "login_unreachable", cause: causeOf(error) });
}
