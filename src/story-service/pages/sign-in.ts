import { html } from "../../shared/html.ts";
import { findAccount, isOpen } from "../accounts/accounts.ts";
import { beginSession, endSession, isSignIn, maySignIn, type SessionKind } from "../accounts/sign-ins.ts";
import { addressName } from "../limits.ts";
import { isOperator } from "../operator/operators.ts";
import type { Parts } from "../parts.ts";
import { limited } from "../refusal.ts";
import { hidden, notice, operatorPath, type Page } from "./page.ts";
import { type Answer, type Site, setCookie, type Visit } from "./site.ts";

/** The wait when too many sign in at once: a few comparisons. */
const crowdWaitMs = 2_000;

/** Signing in and out, for accounts. */
export function serveSignIn(site: Site<unknown>): void {
  site.page("/sign-in", ({ token, visitor, request }) => {
    const next = safeNext((request.query as { next?: unknown }).next);
    return visitor.account === null ? signInPage("account", token, { next }) : { redirect: next };
  });
  site.form("/sign-in", async (visit) => {
    const { parts, form } = visit;
    const id = (form.get("id") ?? "").trim();
    const next = safeNext(form.get("next"));
    if (!maySignIn())
      throw limited(crowdWaitMs, "Too many people are signing in. Please wait a little.", "sign_ins");
    return signIn(visit, "account", { name: id, next, tried: id }, async () => {
      const fits = await isSignIn(parts, { accountId: id, secret: form.get("secret") ?? "" });
      const account = await findAccount(parts.store, id);
      return fits && account !== null && isOpen(account);
    });
  });
  site.form("/sign-out", (visit) => signOut(visit, "account", "/"));
}

/** Signing in and out, for operators. */
export function serveOperatorSignIn(site: Site<unknown>): void {
  const next = `${operatorPath}/accounts`;
  const path = `${operatorPath}/sign-in`;
  site.page(path, ({ visitor, token }) =>
    visitor.operator === null ? signInPage("operator", token, { next }) : { redirect: next },
  );
  site.form(path, (visit) => {
    const name = (visit.form.get("name") ?? "").trim();
    const secret = (visit.form.get("secret") ?? "").trim();
    // No account has a name with a space.
    return signIn(visit, "operator", { name, next, tried: `operator ${name}` }, () =>
      isOperator(visit.parts, { name, secret }),
    );
  });
  site.form(`${operatorPath}/sign-out`, (visit) => signOut(visit, "operator", path));
}

async function signOut({ parts, visitor }: Visit, kind: SessionKind, to: string): Promise<Answer> {
  await endSession(parts, kind, visitor);
  return { redirect: to };
}

async function signIn(
  visit: Visit,
  kind: SessionKind,
  { name, next, tried }: { readonly name: string; readonly next: string; readonly tried: string },
  fits: () => Promise<boolean>,
): Promise<Answer> {
  const { parts, visitor, request } = visit;
  // Counted before the comparison, which may be slow, so that parallel tries count too.
  const uncount = await countTry(parts, addressName(request.ip), tried);
  const token = (await fits()) ? await beginSession(parts, kind, name) : null;
  if (token === null)
    return signInPage(kind, visit.token, { status: 401, name, next, fault: words[kind].fault });
  await uncount();
  await endSession(parts, kind, visitor);
  setCookie(visit, kind, token);
  return { redirect: next };
}

/**
 * Counts a try to sign in from an address under a name, and resolves with what takes it back, which a right secret does. Refuses with 429 beyond the
 * limits.
 */
async function countTry(
  { triesForOne, triesForAll }: Parts,
  address: string,
  id: string,
): Promise<() => Promise<void>> {
  const name = `${address} ${id.slice(0, 64)}`;
  // Previewed at first, so that a try which this limit refuses takes no place in the other one.
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

const words = {
  account: {
    heading: "Sign in",
    with: "With the name of your account and its sign-in secret. An API key does not open these pages.",
    name: "Account",
    field: "id",
    secret: "Sign-in secret",
    action: "/sign-in",
    fault: "The account or its secret is wrong, or the account is closed.",
  },
  operator: {
    heading: "Sign in as operator",
    with: "With your name and the secret that was shown when you were added. An account's secret does not open these pages.",
    name: "Name",
    field: "name",
    secret: "Secret",
    action: `${operatorPath}/sign-in`,
    fault: "The name or the secret is wrong.",
  },
} as const;

interface SignInForm {
  readonly status?: number;
  /** The path to return to. */
  readonly next: string;
  readonly name?: string;
  readonly fault?: string;
}

function signInPage(
  kind: SessionKind,
  token: string,
  { status = 200, next, name = "", fault }: SignInForm,
): Page {
  const said = words[kind];
  return {
    status,
    title: "Sign in",
    content: html`<section class="card narrow">
<h1>${said.heading}</h1>
<p>${said.with}</p>
${notice(fault ?? null)}
<form method="post" action="${said.action}">
${hidden(token)}<input type="hidden" name="next" value="${next}">
<p class="field"><label for="${said.field}">${said.name}</label>
<input id="${said.field}" name="${said.field}" type="text" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p class="field"><label for="secret">${said.secret}</label>
<input id="secret" name="secret" type="password" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>
</section>`,
  };
}

/** A local path to redirect to, or the home page, so that a crafted link can't redirect elsewhere. */
function safeNext(next: unknown): string {
  // Not a list either: a repeated parameter would become two headers.
  return typeof next === "string" && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : "/";
}
