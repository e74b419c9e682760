import * as oauth from "oauth4webapi";
import { causeOf } from "../http/socket.ts";
import type { Login } from "./login.ts";
import { sendOnce, UnsentError } from "./send-once.ts";

export type Renewal =
  | { readonly kind: "renewed"; readonly login: Login }
  /** Nothing was written, or the server's rate limit rejected it: the refresh token is still valid. */
  | { readonly kind: "unsent" }
  /** Refused, or of unknown outcome: the refresh token must not be sent again. */
  | { readonly kind: "unknown"; readonly cause: string };

/** Options for every request to an authorization server. `http:` is allowed only for a service on this machine, as in `readServiceUrl`. */
export function onceOptions(issuer: string, timeoutMs: number) {
  return {
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
    [oauth.customFetch]: (url: string, options: oauth.CustomFetchOptions<string, unknown>) =>
      sendOnce(url, options, timeoutMs),
  };
}

/** Sends the refresh token, once (interface 5.4: each refresh rotates it). Never rejects. */
export async function renew(
  login: Login,
  refreshToken: string,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: () => number },
): Promise<Renewal> {
  const server = { issuer: login.issuer, token_endpoint: login.tokenEndpoint };
  const client = { client_id: login.clientId };
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      onceOptions(login.issuer, timeoutMs),
    );
    if (response.status === 429) return { kind: "unsent" };
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    return { kind: "renewed", login: withTokens(login, tokens, now()) };
  } catch (error) {
    return error instanceof UnsentError ? { kind: "unsent" } : { kind: "unknown", cause: causeOf(error) };
  }
}

/** A token's lifetime if the answer doesn't give it (interface 5.4). */
const usualSeconds = 3_600;

/** The login with an answer's tokens. */
export function withTokens<Base extends Omit<Login, "accessToken">>(
  login: Base,
  { access_token, refresh_token, expires_in, scope }: oauth.TokenEndpointResponse,
  now: number,
): Base & Pick<Login, "accessToken"> {
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
