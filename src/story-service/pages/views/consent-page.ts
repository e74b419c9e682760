import { limits } from "../../../contract/limits.ts";
import type { Scope } from "../../../contract/operations.ts";
import { html } from "../../../shared/html.ts";
import type { AuthorizeRequest } from "../../oauth/authorize-request.ts";
import { hidden, notice, type Page, type Seen } from "../page.ts";
import { formatNumber } from "./format-credits.ts";
import { scopeBoxes } from "./scope-words.ts";

/** The initial value of the cap field: a few dozen short stories. */
const suggestedCap = "1000";

export interface ConsentForm {
  readonly request: AuthorizeRequest;
  /** The page's own address, including the client's request. */
  readonly action: string;
  readonly fault: string | null;
  readonly checked: readonly Scope[];
  readonly cap?: string;
}

/** Asks a person whether, and within which limits, a program may act for them. */
export function consentPage({ token, visitor }: Seen, form: ConsentForm): Page {
  const { request, action, fault, checked, cap = suggestedCap } = form;
  const { client, redirectUri } = request;
  const { origin, host } = new URL(redirectUri);
  return {
    status: fault === null ? 200 : 400,
    title: `Connect ${client.name}`,
    // A content security policy can't express IPv6 addresses, so allow their scheme.
    formTargets: [host.startsWith("[") ? "http:" : origin],
    content: html`<section class="card narrow">
<h1>Connect <bdi>${client.name}</bdi>?</h1>
<p>A program asks to act for the account <strong>${visitor.account?.id}</strong>. The name is its own; nobody has checked it.
It gets its answer at <strong class="host">${host}</strong>. Allow it only if you started this yourself.</p>
${notice(fault)}
<form method="post" action="${action}">
${hidden(token)}
${scopeBoxes(request.scopes, checked)}
<p class="field"><label for="cap">Credits that it may spend in a month</label>
<input id="cap" name="cap" type="number" min="0" max="${limits.monthlyCapMost}" step="1" value="${cap}" required aria-describedby="cap-help">
<small id="cap-help">A ceiling, not a purchase. 0 to ${formatNumber(limits.monthlyCapMost)}; months are counted in UTC.</small></p>
<p class="buttons"><button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
<p><small>You can end the connection at any time under <a href="/settings/keys">Keys</a>.</small></p>
</section>`,
  };
}
