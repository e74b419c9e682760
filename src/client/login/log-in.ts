import * as oauth from "oauth4webapi";
import { Failure } from "../../shared/failure.ts";
import { causeOf, isCertificateError } from "../http/socket.ts";
import type { RemoteProblem } from "../problem.ts";
import { discover } from "./discover.ts";
import { openLanding } from "./landing.ts";
import type { Login } from "./login.ts";
import { onceOptions, withTokens } from "./renew.ts";
import { UnsentError } from "./send-once.ts";

export interface LogInMeans {
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
export async function logIn(service: string, means: LogInMeans): Promise<Login | null> {
  const landing = await openLanding(oauth.generateRandomState());
  try {
    return await logInOver(landing, service, means);
  } catch (error) {
    throw failureOf(error);
  } finally {
    landing.close();
  }
}

async function logInOver(
  landing: Awaited<ReturnType<typeof openLanding>>,
  service: string,
  { timeoutMs, now, show, signal }: LogInMeans,
): Promise<Login | null> {
  const { server, scopes } = await discover(service, timeoutMs);
  const options = onceOptions(service, timeoutMs);
  const { redirectUri, state } = landing;
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: "coursebinder", redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
      options,
    ),
  );
  const verifier = oauth.generateRandomCodeVerifier();
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
  const arrived = await landing.arrived(signal);
  if (arrived === null) return null;
  const answer = oauth.validateAuthResponse(server, client, arrived, state);
  const response = await oauth.authorizationCodeGrantRequest(
    ...([server, client, oauth.None(), answer, redirectUri, verifier] as const),
    options,
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
    const options = onceOptions(issuer, timeoutMs);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), token, options),
    );
  } catch (error) {
    throw new Failure<RemoteProblem>({ code: "login_not_revoked", cause: causeOf(rootOf(error)) });
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const root = rootOf(error);
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const why = error.error_description ?? "";
    return new Failure<RemoteProblem>({ code: "login_refused", error: error.error, why });
  }
  // The library's errors for answers that violate the standards.
  const isOdd =
    error instanceof oauth.OperationProcessingError || error instanceof oauth.WWWAuthenticateChallengeError;
  if (isOdd) return new Failure<RemoteProblem>({ code: "login_not_offered", cause: error.message });
  const code = isCertificateError(root) ? "login_certificate" : "login_unreachable";
  return new Failure<RemoteProblem>({ code, cause: causeOf(root) });
}

function rootOf(error: unknown): unknown {
  return error instanceof UnsentError ? error.cause : error;
}
