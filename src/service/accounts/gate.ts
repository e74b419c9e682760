import type { Scope } from "../../contract/operations.ts";
import { addressName } from "../limits/address.ts";
import { paidStartWait } from "../limits/paid-starts.ts";
import type { Parts } from "../parts.ts";
import { limited, refused } from "../refusal.ts";
import { type Account, isOpen } from "./accounts.ts";
import { type Credential, findCredential, noteUse } from "./credentials.ts";
import { hashSecret } from "./secrets.ts";

/** Who calls, once let in. */
export interface Caller {
  readonly account: Account;
  readonly credential: Credential;
  /** Takes the call out of the count again: a call that some limit refuses must not count, or its `Retry-After` would lie. */
  readonly uncount: () => void;
}

export interface Knock {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The IP address it came from. */
  readonly address: string;
  readonly scope: Scope;
}

/**
 * Lets a call in or throws its refusal, in this order: the operator's switch, bad bearers of the address, the credential, the calls of
 * the credential, early access, the scope (interface parts 5, 7 and 8).
 */
export function letIn(parts: Parts, knock: Knock): Caller {
  if (!parts.config.switches.api) throw refused(503, "The service is switched off at the moment.");
  const caller = authenticate(parts, knock);
  const uncount = countCall(parts, caller, knock.scope);
  if (!caller.account.settings.earlyAccess) throw refused(404, "There is nothing here.");
  if (!caller.credential.scopes.includes(knock.scope)) {
    throw refused(403, `This credential does not have the scope ${knock.scope}.`);
  }
  return { ...caller, uncount };
}

function authenticate(parts: Parts, knock: Knock): Pick<Caller, "account" | "credential"> {
  const address = addressName(knock.address);
  const wait = parts.badBearers.wait(address);
  if (wait > 0)
    throw limited(wait, "Too many invalid credentials came from this address. Please wait a little.");
  const bearer = /^Bearer +([^\s]+)$/i.exec(knock.authorization?.trim() ?? "")?.[1];
  if (bearer === undefined) throw unauthorized("An API key is needed: Authorization: Bearer <key>.", "");
  const now = parts.clock();
  const credential = findCredential(parts.store, hashSecret(bearer, parts.pepper), now);
  const account = credential === null ? undefined : parts.accounts.get(credential.accountId);
  if (credential === null || account === undefined || !isOpen(account)) {
    parts.badBearers.count(address);
    throw unauthorized("This credential is invalid, revoked or expired.", ', error="invalid_token"');
  }
  noteUse(parts.store, credential, now);
  return { account, credential };
}

function unauthorized(sentence: string, detail: string): Error {
  return refused(401, sentence, { headers: { "www-authenticate": `Bearer realm="stories"${detail}` } });
}

/** Where a creation meets two limits at once it is told the longer wait, so that waiting once is enough. */
function countCall(
  parts: Parts,
  { account, credential }: Pick<Caller, "account" | "credential">,
  scope: Scope,
): () => void {
  const wait = parts.calls.wait(credential.id);
  if (wait === 0) return parts.calls.count(credential.id);
  const moment = { rate: parts.config.limits.paidStarts, now: parts.clock() };
  const startWait = scope === "stories:write" ? paidStartWait(parts.store, account.id, moment) : 0;
  throw limited(Math.max(wait, startWait), "This key calls too often. Please wait a little.");
}
