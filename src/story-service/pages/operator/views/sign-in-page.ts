import { html } from "../../../../shared/html.ts";
import { hidden, notice, type Page } from "../../page.ts";
import { deskPath } from "./desk-frame.ts";

export interface DeskSignInForm {
  readonly status?: number;
  readonly name?: string;
  readonly fault?: string;
}

/** The form with which an operator signs in. */
export function deskSignInPage(token: string, { status = 200, name = "", fault }: DeskSignInForm): Page {
  return {
    status,
    title: "Sign in",
    content: html`<section class="card narrow">
<h1>Sign in as operator</h1>
<p>With your name and the secret that was shown when you were added. An account's secret does not open these pages.</p>
${notice(fault ?? null)}
<form method="post" action="${deskPath}/sign-in">
${hidden(token)}
<p class="field"><label for="name">Name</label>
<input id="name" name="name" type="text" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p class="field"><label for="secret">Secret</label>
<input id="secret" name="secret" type="password" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>
</section>`,
  };
}
