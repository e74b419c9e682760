import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Scope } from "../../contract/operations.ts";
import { addressName, paidStartWait } from "../limits.ts";
import type { Parts } from "../parts.ts";
import { limited, refused } from "../refusal.ts";
import { databaseRefusal, sql } from "../store/store.ts";
import { isOpen } from "./accounts.ts";
import { findCredential, noteUse, type Visitor } from "./credentials.ts";
import { hashSecret } from "./pepper.ts";

/** An authenticated and admitted caller. */
export interface Caller extends Visitor {
  /** Removes the call from the count: a call refused by another limit must not count, or its `Retry-After` would be wrong. */
  readonly uncount: () => void | Promise<void>;
}

/**
 * The bearer token of a request. A repeated header counts as malformed, because Node would pass on only the first and a proxy may have read the
 * other.
 */
export function bearerOf({ headers, headersDistinct }: IncomingMessage): string | undefined {
  const isRepeated = (headersDistinct.authorization?.length ?? 0) > 1;
  return isRepeated ? undefined : /^Bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? "")?.[1];
}

/** The paths of REST and MCP, to which keys and access tokens give access (interface 5.1, 5.4). */
export const protectedResources = ["/api/v1", "/api/mcp"] as const;

/** The same keys and tokens open all of them; a refusal links to the metadata of the one that was called. */
export type ProtectedResource = (typeof protectedResources)[number];

/** Tells a caller where to get a credential (RFC 9728). */
function challenged({ addresses }: Parts, resource: ProtectedResource, detail: string) {
  const metadata = `${addresses.appUrl}/.well-known/oauth-protected-resource${resource}`;
  return {
    headers: { "www-authenticate": `Bearer realm="stories", resource_metadata="${metadata}"${detail}` },
  };
}

/**
 * Authenticates a call by its API key or access token, or rejects with the refusal. Does not count the call: `authorize` does. Together, the two
 * functions check, in this order: the operator's switch, the address's invalid bearer tokens, the credential, its rate limit, early access, the scope
 * (interface parts 5, 7 and 8).
 */
export async function identify(
  parts: Parts,
  request: FastifyRequest,
  resource: ProtectedResource,
): Promise<Visitor> {
  const { store, config, pepper, badBearers, world } = parts;
  if (!config.switches.api) throw refused(503, "The service is switched off at the moment.");
  const address = addressName(request.ip);
  const bearer = bearerOf(request.raw);
  const now = parts.clock();
  const wait = badBearers.wait(address);
  const askAlone = async () => (await store.get<{ wait: number }>(sql`SELECT ${wait} AS wait`))?.wait ?? 0;
  if (bearer === undefined) {
    refuseBlocked(await askAlone());
    const sentence = "Send one API key, in the header Authorization: Bearer <key>.";
    throw refused(401, sentence, challenged(parts, resource, ""));
  }
  const hash = hashSecret(bearer, pepper);
  return store.inTurn(hash, async () => {
    const visitor = await findCredential(store, { hash, now, wait });
    // An address with too many bad bearers is refused, whatever it sent.
    refuseBlocked(visitor?.waitMs ?? (await askAlone()));
    if (visitor === null || !isOpen(visitor.account)) {
      // Others of this address may have been refused meanwhile.
      refuseBlocked((await badBearers.take(address)).waitMs);
      const details = challenged(parts, resource, ', error="invalid_token"');
      throw refused(401, "This credential is invalid, revoked or expired.", details);
    }
    try {
      await noteUse(store, visitor.credential, now);
    } catch (error) {
      // A full disk must not turn away a caller that only reads.
      if (databaseRefusal(error) === null) throw error;
      const facts = { error: String(error), requestId: request.id };
      world.log.warn(facts, "the last use of a credential could not be recorded");
    }
    return visitor;
  });
}

/** Refuses an address from which too many invalid credentials came: it must wait. */
function refuseBlocked(waitMs: number): void {
  if (waitMs === 0) return;
  const sentence = "Too many invalid credentials came from this address. Please wait a little.";
  throw limited(waitMs, sentence, "bad_bearers");
}

/** Counts a call and checks that the caller may make it; REST and MCP count together. Refuses with 403 a caller without the scope (interface 5.2). */
export async function authorize(
  parts: Parts,
  visitor: Visitor,
  { resource, scope }: { readonly resource: ProtectedResource; readonly scope: Scope },
): Promise<Caller> {
  const { account, credential } = visitor;
  const { waitMs, undo } = await parts.calls.take(credential.id);
  if (waitMs > 0) {
    // A creation that exceeds two limits at once gets the longer wait, so that waiting once is enough.
    const startWait = scope === "stories:write" ? await paidStartWait(parts.store, account.id, parts) : 0;
    const sentence = "Too many calls were made with this key. Please wait a little.";
    throw limited(Math.max(waitMs, startWait), sentence, "calls");
  }
  if (!account.settings.earlyAccess) throw refused(404, "There is nothing here.");
  if (credential.scopes.includes(scope)) return { ...visitor, uncount: undo };
  const details = challenged(parts, resource, `, error="insufficient_scope", scope="${scope}"`);
  throw refused(403, `This credential does not have the scope ${scope}.`, details);
}
