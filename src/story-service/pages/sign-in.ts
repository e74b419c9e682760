import { findAccount, isOpen } from "../accounts/accounts.ts";
import { beginSession, endSession } from "../accounts/sessions.ts";
import { isSignIn, maySignIn } from "../accounts/sign-ins.ts";
import { addressName } from "../limits/address.ts";
import type { Parts } from "../parts.ts";
import { limited } from "../refusal.ts";
import { type Answer, type Site, setCookie, type Visit } from "./site.ts";
import { safeNext, signInPage } from "./views/sign-in-page.ts";

/** The wait when too many sign in at once: a few comparisons. */
const crowdWaitMs = 2_000;

/** Signing in and out. */
export function serveSignIn(site: Site): void {
  site.page("/sign-in", ({ seen, visitor, request }) => {
    const next = safeNext((request.query as { next?: unknown }).next);
    return visitor.account === null ? signInPage(seen, { next }) : { redirect: next };
  });
  site.form("/sign-in", signIn);
  site.form("/sign-out", async ({ parts, visitor }) => {
    await endSession(parts, visitor);
    return { redirect: "/" };
  });
}

async function signIn({ parts, seen, visitor, request, reply, form }: Visit): Promise<Answer> {
  const id = (form.get("id") ?? "").trim();
  const next = safeNext(form.get("next"));
  if (!maySignIn())
    throw limited(crowdWaitMs, "Too many people are signing in. Please wait a little.", "sign_ins");
  // Counted before the slow comparison, so that parallel tries count too.
  const uncount = await countTry(parts, addressName(request.ip), id);
  await parts.signIns;
  const fits = await isSignIn(parts, { accountId: id, secret: form.get("secret") ?? "" });
  const account = await findAccount(parts.store, id);
  if (!fits || account === null || !isOpen(account)) {
    const fault = "The account or its secret is wrong, or the account is closed.";
    return signInPage(seen, { status: 401, next, id, fault });
  }
  await uncount();
  await endSession(parts, visitor);
  setCookie(parts, reply, await beginSession(parts, account));
  return { redirect: next };
}

async function countTry(
  { triesForOne, triesForAll }: Parts,
  address: string,
  id: string,
): Promise<() => Promise<void>> {
  const name = `${address} ${id.slice(0, 64)}`;
  // Looked at first, so that a try which this limit refuses takes no place in the other one.
  const waitOfAll = await triesForAll.wait(address);
  if (waitOfAll > 0) throw tooMany(Math.max(waitOfAll, await triesForOne.wait(name)));
  const one = await triesForOne.take(name);
  if (one.waitMs > 0) throw tooMany(one.waitMs);
  const all = await triesForAll.take(address);
  if (all.waitMs > 0) {
    await one.undo();
    throw tooMany(all.waitMs);
  }
  return async () => {
    await one.undo();
    await all.undo();
  };
}

function tooMany(waitMs: number): Error {
  return limited(waitMs, "There were too many wrong secrets. Please wait a few minutes.", "sign_ins");
}
