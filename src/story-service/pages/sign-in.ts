import { html } from "../../shared/html.ts";
import { findAccount, isOpen } from "../accounts/accounts.ts";
import { beginSession, endSession, isSignIn, type SessionKind } from "../accounts/sign-ins.ts";
import { addressName } from "../limits.ts";
import { isOperator } from "../operator/operators.ts";
import type { Parts } from "../parts.ts";
import { limited } from "../refusal.ts";
import { hidden, notice, type Page, sites } from "./page.ts";
import { type Answer, type Site, setCookie, type Visit } from "./site.ts";

const ways = {
  account: {
    heading: "Sign in",
    with: "With the name of your account and its sign-in secret. An API key does not open these pages.",
    name: "Account",
    secret: "Sign-in secret",
    fault: "The account or its secret is wrong, or the account is closed.",
    /** Whether the secret belongs to that name. */
    async fits(parts: Parts, accountId: string, secret: string) {
      const isRight = await isSignIn(parts, accountId, secret);
      const account = await findAccount(parts.store, accountId);
      return isRight && account !== null && isOpen(account);
    },
  },
  operator: {
    heading: "Sign in as operator",
    with: "With your name and the secret that was shown when you were added. An account's secret does not open these pages.",
    name: "Name",
    secret: "Secret",
    fault: "The name or the secret is wrong.",
    fits: (parts: Parts, name: string, secret: string) => isOperator(parts, { name, secret: secret.trim() }),
  },
} satisfies Record<SessionKind, object>;

/** Signing in and out. */
export function serveSignIn(site: Site<unknown>): void {
  const { kind } = site;
  const { base, home } = sites[kind];
  const path = `${base}/sign-in`;
  site.page(path, ({ token, visitor, request }) => {
    const next = safeNext((request.query as { next?: unknown }).next, home);
    return (visitor[kind] ?? null) === null ? signInPage(kind, token, { next }) : { redirect: next };
  });
  site.form(path, signIn);
  site.form(`${base}/sign-out`, async ({ parts, visitor }) => {
    await endSession(parts, kind, visitor);
    return { redirect: kind === "account" ? home : path };
  });
}

async function signIn(visit: Visit): Promise<Answer> {
  const { parts, kind, visitor, request, form } = visit;
  const name = (form.get("id") ?? "").trim();
  const next = safeNext(form.get("next"), sites[kind].home);
  // Counted before the comparison, which may be slow, so that parallel tries count too. No account has a name with a space.
  const tried = kind === "account" ? name : `operator ${name}`;
  const uncount = await countTry(parts, addressName(request.ip), tried);
  const isRight = await ways[kind].fits(parts, name, form.get("secret") ?? "");
  const token = isRight ? await beginSession(parts, kind, name) : null;
  if (token === null)
    return signInPage(kind, visit.token, { status: 401, name, next, fault: ways[kind].fault });
  await uncount();
  await endSession(parts, kind, visitor);
  setCookie(visit, token);
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
  const taken = [await triesForAll.take(address), await triesForOne.take(name)];
  const undo = async (): Promise<void> => {
    for (const one of taken) await one.undo();
  };
  const waitMs = Math.max(...taken.map((one) => one.waitMs));
  if (waitMs === 0) return undo;
  // A refused try is counted in neither log.
  await undo();
  throw limited(waitMs, "There were too many wrong secrets. Please wait a few minutes.", "sign_ins");
}

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
  const words = ways[kind];
  return {
    status,
    title: "Sign in",
    content: html`<section class="card narrow">
<h1>${words.heading}</h1>
<p>${words.with}</p>
${notice(fault ?? null)}
<form method="post" action="${sites[kind].base}/sign-in">
${hidden(token)}<input type="hidden" name="next" value="${next}">
<p class="field"><label for="id">${words.name}</label>
<input id="id" name="id" type="text" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p class="field"><label for="secret">${words.secret}</label>
<input id="secret" name="secret" type="password" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>
</section>`,
  };
}

/** A local path to redirect to, or the site's first page, so that a crafted link can't redirect elsewhere. */
function safeNext(next: unknown, home: string): string {
  // Not a list either: a repeated parameter would become two headers.
  return typeof next === "string" && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : home;
}
