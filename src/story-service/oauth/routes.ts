import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { scopes } from "../../contract/operations.ts";
import { type ProtectedResource, protectedResources } from "../accounts/authenticate.ts";
import { readFormBodies } from "../http/bodies.ts";
import { endOf, refuseOtherMethods, sendRefusal } from "../http/errors.ts";
import { addressName } from "../limits.ts";
import type { Addresses, Parts } from "../parts.ts";
import { oauthLimited, oauthRefused, type Refusal } from "../refusal.ts";
import { unknownTarget } from "./authorize-request.ts";
import { redeemCode, refreshTokens, revokeToken, type TokenAnswer } from "./exchange.ts";
import { findClient, register } from "./register.ts";

const onlyPost = oauthRefused("invalid_request", "this address accepts only POST", {
  httpStatus: 405,
}).problem;

/** Serves discovery, registration, tokens and revocation (interface 5.4). The consent page is served with the pages for people. */
export function serveOAuth(app: FastifyInstance, parts: Parts): void {
  const { addresses } = parts;
  app.get(oauthPaths.server, () => serverMetadata(addresses));
  for (const resource of protectedResources) {
    app.get(oauthPaths.resource + resource, () => resourceMetadata(addresses, resource));
  }
  app.register((oauth, _options, done) => {
    readFormBodies(oauth);
    oauth.setErrorHandler((error, request, reply) =>
      sendOAuthError(reply, endOf(request, error, parts.world)),
    );
    oauth.post(oauthPaths.register, (request, reply) => {
      reply.code(201);
      return register(parts, request.ip, request.body);
    });
    oauth.post(oauthPaths.token, (request) => answerToken(parts, request));
    oauth.post(oauthPaths.revoke, async (request, reply) => {
      await countExchange(parts, request);
      const form = formOf(request);
      const clientId = await clientIdOf(parts, form, request);
      await revokeToken(parts, { clientId, token: must(form, "token") });
      return reply.send();
    });
    for (const url of [oauthPaths.register, oauthPaths.token, oauthPaths.revoke])
      refuseOtherMethods(oauth, url, ["POST"], (reply) => sendOAuthError(reply, onlyPost));
    done();
  });
}

/** Token requests and revocations of an address count together. */
async function countExchange({ oauthTokens }: Parts, { ip }: FastifyRequest): Promise<void> {
  const { waitMs } = await oauthTokens.take(addressName(ip));
  if (waitMs > 0) throw oauthLimited(waitMs, "token_exchanges");
}

async function answerToken(parts: Parts, request: FastifyRequest): Promise<TokenAnswer> {
  await countExchange(parts, request);
  const form = formOf(request);
  const grantType = must(form, "grant_type");
  // Checked before the client, because a program with another grant type needs this error, not one about a missing field.
  if (grantType !== "authorization_code" && grantType !== "refresh_token") {
    throw oauthRefused(
      "unsupported_grant_type",
      "the supported grant types are authorization_code and refresh_token",
    );
  }
  const clientId = await clientIdOf(parts, form, request);
  const target = unknownTarget(form.getAll("resource"), parts.addresses);
  if (target !== null) throw oauthRefused(target.error, target.description);
  if (grantType === "authorization_code") {
    const redirectUri = form.get("redirect_uri");
    return redeemCode(parts, {
      clientId,
      code: must(form, "code"),
      verifier: must(form, "code_verifier"),
      redirectUri,
    });
  }
  // A scope is ignored, as RFC 6749, 3.3 allows: the answer has the scopes that were granted.
  return refreshTokens(parts, { clientId, token: must(form, "refresh_token") });
}

/** The form of a request; every parameter except `resource` must occur only once. */
function formOf({ body }: FastifyRequest): URLSearchParams {
  if (!(body instanceof URLSearchParams)) {
    throw oauthRefused("invalid_request", "the body must be application/x-www-form-urlencoded");
  }
  const names = [...body.keys()].filter((name) => name !== "resource");
  if (new Set(names).size < names.length)
    throw oauthRefused("invalid_request", "a parameter occurs more than once");
  return body;
}

function must(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null || value === "") throw oauthRefused("invalid_request", `${name} is missing`);
  return value;
}

/** Public clients only give their id. A client that tries to authenticate is not one of ours. */
async function clientIdOf(
  { store }: Parts,
  form: URLSearchParams,
  { headers }: FastifyRequest,
): Promise<string> {
  const clientId = must(form, "client_id");
  const secretive = headers.authorization !== undefined || form.has("client_secret");
  if (!secretive && (await findClient(store, clientId)) !== null) return clientId;
  const reason = secretive
    ? "clients of this server are public and have no secret"
    : "the client is not registered";
  throw oauthRefused("invalid_client", reason, {
    httpStatus: 401,
    headers: { "www-authenticate": 'Basic realm="stories"' },
  });
}

function sendOAuthError(reply: FastifyReply, refusal: Refusal): void {
  const { status, sentence, oauth } = refusal;
  const error = oauth ?? (status < 500 ? "invalid_request" : "server_error");
  sendRefusal(reply, refusal, { error, error_description: sentence });
}

/** The paths of the server's endpoints (interface 5.4). */
export const oauthPaths = {
  server: "/.well-known/oauth-authorization-server",
  resource: "/.well-known/oauth-protected-resource",
  authorize: "/oauth/authorize",
  register: "/api/oauth/register",
  token: "/api/oauth/token",
  revoke: "/api/oauth/revoke",
} as const;

/** The authorization server's metadata (RFC 8414, RFC 9207). */
function serverMetadata({ appUrl }: Readonly<Addresses>): Record<string, unknown> {
  return {
    issuer: appUrl,
    authorization_endpoint: appUrl + oauthPaths.authorize,
    token_endpoint: appUrl + oauthPaths.token,
    registration_endpoint: appUrl + oauthPaths.register,
    revocation_endpoint: appUrl + oauthPaths.revoke,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** A protected resource's metadata (RFC 9728). */
function resourceMetadata(
  { appUrl }: Readonly<Addresses>,
  resource: ProtectedResource,
): Record<string, unknown> {
  return {
    resource: appUrl + resource,
    resource_name: "Story and Audiobook Generation Service",
    authorization_servers: [appUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
  };
}
