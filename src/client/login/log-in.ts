import { on, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import { scopes } from "../../contract/operations.ts";
import { Failure } from "../../shared/failure.ts";
import type { RemoteProblem } from "../problem.ts";
import { causeOf } from "../socket.ts";
import type { Login } from "./login.ts";
import { withTokens } from "./login-credential.ts";
import { onceOptions, UnsentError } from "./send-once.ts";

export interface LogInOptions {
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Shows the user the consent page. */
  readonly show: (address: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Connects this machine to a service with the user's consent (interface 5.4): discovery, registration, the consent page in a browser, and
 * the code exchange, each request sent once. Null if `signal` was aborted first. Throws a Failure if the service offers no login, or the
 * user refuses.
 */
export async function logIn(service: string, options: LogInOptions): Promise<Login | null> {
  // Before the redirect address is registered, since it must match exactly.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await logInOver(server, service, options);
  } catch (error) {
    throw failureOf(error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function logInOver(
  landing: Server,
  service: string,
  { timeoutMs, now, show, signal }: LogInOptions,
): Promise<Login | null> {
  const { server, scopes } = await discover(service, timeoutMs);
  const request = onceOptions(service, timeoutMs);
  const origin = `http://127.0.0.1:${(landing.address() as AddressInfo).port}`;
  const redirectUri = `${origin}/callback`;
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
  const login = {
    ...({ coursebinder: "login", format: 1 } as const),
    service,
    issuer: server.issuer,
    tokenEndpoint: server.token_endpoint ?? "",
    revocationEndpoint: server.revocation_endpoint ?? null,
    clientId: client.client_id,
    scopes: [...scopes],
    refreshToken: null,
    obtainedAt: 0,
    expiresAt: 0,
    refreshing: null,
    endedAt: null,
  };
  return withTokens(login, tokens, now());
}

/** A service's checked login endpoints, all at the service's own origin. */
interface Offer {
  readonly server: oauth.AuthorizationServer;
  readonly scopes: readonly string[];
}

/** Reads a service's two discovery documents (interface 5.4). Throws a Failure if they are missing or point to another origin. */
async function discover(service: string, timeoutMs: number): Promise<Offer> {
  const resource = new URL(service);
  const request = onceOptions(service, timeoutMs);
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, request),
  );
  const issuer = described.authorization_servers?.[0] ?? resource.origin;
  refuseElsewhere(issuer, resource);
  const server = await oauth.processDiscoveryResponse(
    new URL(issuer),
    await oauth.discoveryRequest(new URL(issuer), { algorithm: "oauth2", ...request }),
  );
  const needed = [server.authorization_endpoint, server.token_endpoint, server.registration_endpoint];
  for (const endpoint of needed) refuseElsewhere(endpoint, resource);
  if (server.revocation_endpoint !== undefined) refuseElsewhere(server.revocation_endpoint, resource);
  const offered = described.scopes_supported ?? server.scopes_supported ?? scopes;
  return { server, scopes: scopes.filter((scope) => offered.includes(scope)) };
}

/** A document that points to another host could redirect the user's consent, and the tokens, anywhere. */
function refuseElsewhere(address: string | undefined, { origin }: URL): void {
  if (address !== undefined && URL.canParse(address) && new URL(address).origin === origin) return;
  throw new Failure<RemoteProblem>({ code: "login_elsewhere", address: address ?? "", origin });
}

interface Landing {
  readonly redirectUri: string;
  /** Only the redirect contains it; requests without it are rejected. */
  readonly state: string;
  readonly signal: AbortSignal;
}

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>coursebinder</title>
<body style="font: 1.2em/1.5 system-ui, sans-serif; max-width: 34em; margin: 4em auto; padding: 0 1em">
<h1>You can close this page</h1><p>coursebinder goes on in the terminal, and says there whether you are logged in.</p></body></html>
`;

/** The address to which the consent page redirects the browser; null if `signal` was aborted first. */
async function landedAt(server: Server, { redirectUri, state, signal }: Landing): Promise<URL | null> {
  const { origin, host, pathname } = new URL(redirectUri);
  try {
    for await (const [request, response] of on(server, "request", { signal }) as AsyncIterable<
      [IncomingMessage, ServerResponse]
    >) {
      const url = URL.canParse(request.url ?? "", origin) ? new URL(request.url ?? "", origin) : null;
      // Another host name for this address would mean that a foreign page has sent the browser here.
      const isHere = request.method === "GET" && url?.pathname === pathname && request.headers.host === host;
      if (isHere && url.searchParams.get("state") === state) {
        const headers = {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        };
        await new Promise<void>((resolve) => response.writeHead(200, headers).end(page, resolve));
        return url;
      }
      response.writeHead(isHere ? 400 : 404, { "cache-control": "no-store" }).end();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return null;
}

/**
 * Revokes a login at the service (RFC 7009). Throws a Failure if it is not known to have worked: `login_not_revocable` if it never will,
 * `login_not_revoked` if a retry may help.
 */
export async function revoke(login: Login, timeoutMs: number): Promise<void> {
  const { revocationEndpoint, issuer, clientId } = login;
  if (revocationEndpoint === null) {
    throw new Failure<RemoteProblem>({ code: "login_not_revocable", why: "not-offered" });
  }
  const server = { issuer, revocation_endpoint: revocationEndpoint };
  const token = login.refreshToken ?? login.accessToken;
  try {
    const client = { client_id: clientId };
    const request = onceOptions(issuer, timeoutMs);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), token, request),
    );
  } catch (error) {
    throw new Failure<RemoteProblem>({ code: "login_not_revoked", cause: causeOf(error) });
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof Failure) return error;
  if (error instanceof UnsentError) {
    const { stage, cause } = error.opening;
    const code = stage === "certificate" ? "login_certificate" : "login_unreachable";
    return new Failure<RemoteProblem>({ code, cause });
  }
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const why = error.error_description ?? "";
    return new Failure<RemoteProblem>({ code: "login_refused", error: error.error, why });
  }
  // The library's errors for answers that violate the standards.
  const isOdd =
    error instanceof oauth.OperationProcessingError || error instanceof oauth.WWWAuthenticateChallengeError;
  if (isOdd) return new Failure<RemoteProblem>({ code: "login_not_offered", cause: error.message });
  return new Failure<RemoteProblem>({ code: "login_unreachable", cause: causeOf(error) });
}
