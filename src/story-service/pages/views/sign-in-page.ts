import { html } from "../../../shared/html.ts";
import { hidden, notice, type Page, type Seen } from "../page.ts";

export interface SignInForm {
  readonly status?: number;
  /** The path to return to. */
  readonly next: string;
  readonly id?: string;
  readonly fault?: string;
}

export function signInPage({ token }: Seen, { status = 200, next, id = "", fault }: SignInForm): Page {
  return {
    status,
    title: "Sign in",
    content: html`<section class="card narrow">
<h1>Sign in</h1>
<p>With the name of your account and its sign-in secret. An API key does not open these pages.</p>
${notice(fault ?? null)}
<form method="post" action="/sign-in">
${hidden(token)}<input type="hidden" name="next" value="${next}">
<p class="field"><label for="id">Account</label>
<input id="id" name="id" type="text" value="${id}" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p class="field"><label for="secret">Sign-in secret</label>
<input id="secret" name="secret" type="password" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>
</section>`,
  };
}

/** A local path to redirect to, or the home page, so that a crafted link can't redirect elsewhere. */
export function safeNext(next: unknown): string {
  // Not a list either: a repeated parameter would become two headers.
  return typeof next === "string" && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : "/";
}
