import type { IncomingMessage } from "node:http";
import type { Scope } from "../../contract/operations.ts";
import { addressName, paidStartWait } from "../limits.ts";
import type { Parts } from "../parts.ts";
import { limited, refused } from "../refusal.ts";
import { databaseRefusal } from "../store/store.ts";
import { type Account, isOpen } from "./accounts.ts";
import { type Credential, findCredential, noteUse } from "./credentials.ts";
import { hashSecret } from "./pepper.ts";

/** The owner of a credential. */
export interface Visitor {
  readonly account: Account;
  readonly credential: Credential;
}

/** An authenticated and admitted caller. */
export interface Caller extends Visitor {
  /** Removes the call from the count: a call refused by another limit must not count, or its `Retry-After` would be wrong. */
  readonly uncount: () => void | Promise<void>;
}

export interface AuthRequest {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The client's IP address. */
  readonly address: string;
  /** What lines of the log about it name. */
  readonly requestId: string;
  /** The resource called. The same keys and tokens open all of them; a refusal links to the metadata of the one that was called. */
  readonly resource: ProtectedResource;
}

/**
 * The `Authorization` header of a request. A repeated header counts as malformed, because Node would pass on only the first and a proxy may have read
 * the other.
 */
export function authorizationOf({ headers, headersDistinct }: IncomingMessage): string | undefined {
  return (headersDistinct.authorization?.length ?? 0) > 1 ? "" : headers.authorization;
}

/** What a call requires. */
export interface Need {
  readonly resource: ProtectedResource;
  readonly scope: Scope;
}

/** The paths of REST and MCP, to which keys and access tokens give access (interface 5.1, 5.4). */
export const protectedResources = ["/api/v1", "/api/mcp"] as const;

export type ProtectedResource = (typeof protectedResources)[number];

/**
 * Authenticates a call by its API key or access token, or rejects with the refusal. Does not count the call: `authorize` does. Together, the two
 * functions check, in this order: the operator's switch, the address's invalid bearer tokens, the credential, its rate limit, early access, the scope
 * (interface parts 5, 7 and 8).
 */
export async function identify(parts: Parts, request: AuthRequest): Promise<Visitor> {
  if (!parts.config.switches.api) throw refused(503, "The service is switched off at the moment.");
  return authenticate(parts, request);
}

/** Counts a call and checks that the caller may make it; REST and MCP count together. */
export async function authorize(parts: Parts, visitor: Visitor, need: Need): Promise<Caller> {
  const uncount = await countCall(parts, visitor, need.scope);
  if (!visitor.account.settings.earlyAccess) throw refused(404, "There is nothing here.");
  needScope(parts, visitor, need);
  return { ...visitor, uncount };
}

/** Refuses with 403 a caller without the scope (interface 5.2). */
function needScope(parts: Parts, { credential }: Visitor, { resource, scope }: Need): void {
  if (credential.scopes.includes(scope)) return;
  const detail = `, error="insufficient_scope", scope="${scope}"`;
  throw refused(403, `This credential does not have the scope ${scope}.`, {
    headers: { "www-authenticate": challenge(parts, resource, detail) },
  });
}

/** Tells a caller where to get a credential (RFC 9728). */
function challenge({ addresses }: Parts, resource: ProtectedResource, detail: string): string {
  const metadata = `${addresses.appUrl}/.well-known/oauth-protected-resource${resource}`;
  return `Bearer realm="stories", resource_metadata="${metadata}"${detail}`;
}

async function authenticate(parts: Parts, request: AuthRequest): Promise<Visitor> {
  const address = addressName(request.address);
  const bearer = /^Bearer +([^\s]+)$/i.exec(request.authorization?.trim() ?? "")?.[1];
  const unauthorized = (sentence: string, detail: string): Error =>
    refused(401, sentence, { headers: { "www-authenticate": challenge(parts, request.resource, detail) } });
  const now = parts.clock();
  if (bearer === undefined) {
    refuseBlocked(await parts.badBearers.wait(address));
    throw unauthorized("Send one API key, in the header Authorization: Bearer <key>.", "");
  }
  const found = findCredential(parts.store, { hash: hashSecret(bearer, parts.pepper), now });
  const [owned, waitMs] = await Promise.all([found, parts.badBearers.wait(address)]);
  // Whatever it sent.
  refuseBlocked(waitMs);
  if (owned === null || !isOpen(owned.account)) {
    // Others of this address may have been refused meanwhile.
    refuseBlocked((await parts.badBearers.take(address)).waitMs);
    throw unauthorized("This credential is invalid, revoked or expired.", ', error="invalid_token"');
  }
  try {
    await noteUse(parts.store, owned.credential, now);
  } catch (error) {
    // A full disk must not turn away a caller that only reads.
    if (databaseRefusal(error) === null) throw error;
    const { requestId } = request;
    parts.world.log.warn(
      { error: String(error), requestId },
      "the last use of a credential could not be recorded",
    );
  }
  return owned;
}

/** Refuses an address from which too many invalid credentials came: it must wait. */
function refuseBlocked(waitMs: number): void {
  if (waitMs === 0) return;
  const sentence = "Too many invalid credentials came from this address. Please wait a little.";
  throw limited(waitMs, sentence, "bad_bearers");
}

/** A creation that exceeds two limits at once gets the longer wait, so that waiting once is enough. */
async function countCall(
  parts: Parts,
  { account, credential }: Visitor,
  scope: Scope,
): Promise<Caller["uncount"]> {
  const { waitMs, undo } = await parts.calls.take(credential.id);
  if (waitMs === 0) return undo;
  const moment = { rate: parts.config.limits.paidStarts, now: parts.clock() };
  const startWait = scope === "stories:write" ? await paidStartWait(parts.store, account.id, moment) : 0;
  throw limited(
    Math.max(waitMs, startWait),
    "Too many calls were made with this key. Please wait a little.",
    "calls",
  );
}
