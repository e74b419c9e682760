import { findAccount, isOpen } from "../accounts/accounts.ts";
import { beginSession, endSession } from "../accounts/sessions.ts";
import { isSignIn, maySignIn } from "../accounts/sign-ins.ts";
import { addressName } from "../limits/address.ts";
import { limited } from "../refusal.ts";
import type { Answer } from "./answers.ts";
import { countTry } from "./sign-in-tries.ts";
import { type Site, setCookie, type Visit } from "./site.ts";
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
