import { findAccount, isOpen } from "../accounts/accounts.ts";
import { beginSession, endSession } from "../accounts/sessions.ts";
import { isSignIn, maySignIn } from "../accounts/sign-ins.ts";
import { addressName } from "../limits/address.ts";
import { type CallLog, callLog } from "../limits/call-log.ts";
import type { Parts } from "../parts.ts";
import { limited } from "../refusal.ts";
import { type Answer, type Site, setCookie, type Visit } from "./site.ts";
import { safeNext, signInPage } from "./views/sign-in-page.ts";

/** Wrong secrets that an address may try for one account, and in total, before it must wait. */
const triesForOne = { count: 10, windowMs: 600_000 } as const;
const triesForAll = { count: 50, windowMs: 600_000 } as const;

/** The wait when too many sign in at once: a few comparisons. */
const crowdWaitMs = 2_000;

interface Tries {
  readonly one: CallLog;
  readonly all: CallLog;
}

/** Signing in and out. */
export function serveSignIn(site: Site, { world }: Parts): void {
  const tries = { one: callLog(triesForOne, world.monotonic), all: callLog(triesForAll, world.monotonic) };
  site.page("/sign-in", ({ seen, visitor, request }) => {
    const next = safeNext((request.query as { next?: unknown }).next);
    return visitor.account === null ? signInPage(seen, { next }) : { redirect: next };
  });
  site.form("/sign-in", (visit) => signIn(visit, tries));
  site.form("/sign-out", async ({ parts, visitor }) => {
    await endSession(parts, visitor);
    return { redirect: "/" };
  });
}

async function signIn({ parts, seen, visitor, request, reply, form }: Visit, tries: Tries): Promise<Answer> {
  const id = (form.get("id") ?? "").trim();
  const next = safeNext(form.get("next"));
  if (!maySignIn())
    throw limited(crowdWaitMs, "Too many people are signing in. Please wait a little.", "sign_ins");
  // Counted before the slow comparison, so that parallel tries count too.
  const uncount = countTry(tries, addressName(request.ip), id);
  await parts.signIns;
  const fits = await isSignIn(parts, { accountId: id, secret: form.get("secret") ?? "" });
  const account = await findAccount(parts.store, id);
  if (!fits || account === null || !isOpen(account)) {
    const fault = "The account or its secret is wrong, or the account is closed.";
    return signInPage(seen, { status: 401, next, id, fault });
  }
  uncount();
  await endSession(parts, visitor);
  setCookie(parts, reply, await beginSession(parts, account));
  return { redirect: next };
}

function countTry({ one, all }: Tries, address: string, id: string): () => void {
  const name = `${address} ${id.slice(0, 64)}`;
  const wait = Math.max(one.wait(name), all.wait(address));
  if (wait > 0)
    throw limited(wait, "There were too many wrong secrets. Please wait a few minutes.", "sign_ins");
  const counted = [one.count(name), all.count(address)];
  return () => {
    for (const uncount of counted) uncount();
  };
}
