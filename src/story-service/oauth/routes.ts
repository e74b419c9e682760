import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../../shared/world.ts";
import { protectedResources } from "../accounts/authenticate.ts";
import { endOf } from "../http/errors.ts";
import { readFormBodies } from "../http/form-body.ts";
import { noteLimit } from "../http/requests.ts";
import { addressName } from "../limits/address.ts";
import type { Parts } from "../parts.ts";
import { unknownTarget } from "./authorize-request.ts";
import { findClient } from "./clients.ts";
import { redeemCode, refreshTokens } from "./exchange.ts";
import { oauthPaths, resourceMetadata, serverMetadata } from "./metadata.ts";
import { type OAuthErrorCode, type OAuthRefusal, oauthRefusalOf, oauthRefused } from "./oauth-error.ts";
import { checkRate } from "./rate.ts";
import { register } from "./register.ts";
import { revokeToken } from "./revoke.ts";
import type { TokenAnswer } from "./tokens.ts";

/** Serves discovery, registration, tokens and revocation (interface 5.4). The consent page is one of the pages. */
export function serveOAuth(app: FastifyInstance, parts: Parts): void {
  const { addresses } = parts;
  app.get(oauthPaths.server, () => serverMetadata(addresses));
  for (const resource of protectedResources) {
    app.get(oauthPaths.resource + resource, () => resourceMetadata(addresses, resource));
  }
  app.register((oauth, _options, done) => {
    readFormBodies(oauth);
    oauth.setErrorHandler((error, request, reply) =>
      sendOAuthError(reply, errorFor(request, error, parts.world)),
    );
    oauth.post(oauthPaths.register, (request, reply) => {
      reply.code(201);
      return register(parts, request.ip, jsonBody(request));
    });
    oauth.post(oauthPaths.token, (request) => answerToken(parts, request));
    oauth.post(oauthPaths.revoke, async (request, reply) => {
      const form = formOf(request);
      const clientId = await clientIdOf(parts, form, request);
      await revokeToken(parts, { clientId, token: must(form, "token") });
      return reply.send();
    });
    for (const url of [oauthPaths.register, oauthPaths.token, oauthPaths.revoke])
      refuseOtherMethods(oauth, url);
    done();
  });
}

function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    method: ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"],
    url,
    onRequest: (_request, reply) => {
      const headers = { allow: "POST" };
      throwInto(
        reply,
        oauthRefused("invalid_request", "this address takes POST", { httpStatus: 405, headers }),
      );
    },
    handler: () => undefined,
  });
}

function throwInto(reply: FastifyReply, error: ReturnType<typeof oauthRefused>): void {
  sendOAuthError(reply, error.problem);
}

async function answerToken(parts: Parts, request: FastifyRequest): Promise<TokenAnswer> {
  await checkRate(parts.oauthTokens, addressName(request.ip));
  const form = formOf(request);
  const grantType = must(form, "grant_type");
  // Checked before the client, because a program with another grant type needs this error, not one about a missing field.
  if (grantType !== "authorization_code" && grantType !== "refresh_token") {
    throw oauthRefused("unsupported_grant_type", "the grant types are authorization_code and refresh_token");
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
  const scopes = (form.get("scope") ?? "").split(" ").filter((word) => word !== "");
  return refreshTokens(parts, {
    clientId,
    token: must(form, "refresh_token"),
    scopes: scopes.length === 0 ? null : scopes,
  });
}

function jsonBody({ body }: FastifyRequest): unknown {
  if (body instanceof URLSearchParams)
    throw oauthRefused("invalid_client_metadata", "a registration is JSON");
  return body;
}

/** The form of a request; every parameter except `resource` must occur only once. */
function formOf({ body }: FastifyRequest): URLSearchParams {
  if (!(body instanceof URLSearchParams)) {
    throw oauthRefused("invalid_request", "the body is application/x-www-form-urlencoded");
  }
  const names = [...body.keys()].filter((name) => name !== "resource");
  if (new Set(names).size < names.length)
    throw oauthRefused("invalid_request", "a parameter stands more than once");
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

/** Any error as an OAuth refusal. */
function errorFor(request: FastifyRequest, error: unknown, world: World): OAuthRefusal {
  const known = oauthRefusalOf(error);
  if (known?.httpStatus === 429)
    noteLimit(
      request,
      request.routeOptions.url === oauthPaths.register ? "registrations" : "token_exchanges",
    );
  if (known !== null) return known;
  const { status, sentence } = endOf(request, error, world);
  const code: OAuthErrorCode = status < 500 ? "invalid_request" : "server_error";
  return oauthRefused(code, sentence, { httpStatus: status }).problem;
}

function sendOAuthError(
  reply: FastifyReply,
  { httpStatus, error, description, headers }: OAuthRefusal,
): void {
  reply
    .headers({ ...headers, "cache-control": "no-store" })
    .code(httpStatus)
    .send({ error, error_description: description });
}
