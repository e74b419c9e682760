import { limits } from "../../contract/limits.ts";
import type { Scope } from "../../contract/operations.ts";
import { html } from "../../shared/html.ts";
import type { Account } from "../accounts/accounts.ts";
import { checkRoom } from "../accounts/credentials.ts";
import { type AuthorizeRequest, readAuthorizeRequest, withAnswer } from "../oauth/authorize-request.ts";
import { issueCode } from "../oauth/exchange.ts";
import { findClient } from "../oauth/register.ts";
import { oauthPaths } from "../oauth/routes.ts";
import type { Parts } from "../parts.ts";
import { capFault, capField, scopeBoxes, scopesField } from "./keys.ts";
import { formatNumber, hidden, notice, type Page, plainPage } from "./page.ts";
import { type Answer, type Site, signInFirst, type Visit } from "./site.ts";

/** The authorization endpoint (interface 5.4). Nothing is sent to a client before a person has signed in. */
export function serveConsent(site: Site<Account>): void {
  site.page(oauthPaths.authorize, (visit) =>
    answering(visit, async (request, account) => {
      await checkRoom(visit.parts.store, roomOf(visit.parts, account));
      return consentPage(visit, {
        request,
        action: visit.request.url,
        fault: null,
        checked: request.scopes,
      });
    }),
  );
  site.form(oauthPaths.authorize, (visit) =>
    answering(visit, (request, account) => decide(visit, request, account)),
  );
}

function roomOf({ config, clock }: Parts, { id }: Account): Parameters<typeof checkRoom>[1] {
  return { accountId: id, keysMost: config.limits.keys, now: clock() };
}

async function answering(
  visit: Visit,
  ask: (request: AuthorizeRequest, account: Account) => Promise<Answer>,
): Promise<Answer> {
  const { parts, visitor, request } = visit;
  const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  const clientOf = (id: string) => findClient(parts.store, id);
  const result = await readAuthorizeRequest(query, { clientOf, addresses: parts.addresses });
  if (result.kind === "stop") return plainPage(400, "This connection can't be made", result.sentence);
  if (visitor.account === null) return signInFirst(visit);
  if (result.kind === "ask") return ask(result.request, visitor.account);
  return answerTo(parts, result, { error: result.error, error_description: result.description });
}

/** Sends the person back to the program, with its answer. */
function answerTo(
  { addresses }: Parts,
  { redirectUri, state }: Pick<AuthorizeRequest, "redirectUri" | "state">,
  answer: Readonly<Record<string, string>>,
): Answer {
  return { redirect: withAnswer(redirectUri, { ...answer, state, iss: addresses.appUrl }) };
}

async function decide(visit: Visit, request: AuthorizeRequest, account: Account): Promise<Answer> {
  const { parts, form } = visit;
  if (form.get("decision") !== "allow")
    return answerTo(parts, request, {
      error: "access_denied",
      error_description: "the person denied access",
    });
  await checkRoom(parts.store, roomOf(parts, account));
  const scopes = scopesField(form).filter((scope) => request.scopes.includes(scope));
  const cap = capField(form);
  if (scopes.length > 0 && typeof cap === "number") {
    const code = await issueCode(parts, request, { accountId: account.id, scopes, cap });
    return answerTo(parts, request, { code });
  }
  const fault = scopes.length === 0 ? "Choose at least one thing that the program may do." : capFault;
  const action = visit.request.url;
  return consentPage(visit, { request, action, fault, checked: scopes, cap: form.get("cap") ?? "" });
}

/** The initial value of the cap field: a few dozen short stories. */
const suggestedCap = "1000";

interface ConsentForm {
  readonly request: AuthorizeRequest;
  /** The page's own address, including the client's request. */
  readonly action: string;
  readonly fault: string | null;
  readonly checked: readonly Scope[];
  readonly cap?: string;
}

/** Asks a person whether, and within which limits, a program may act for them. */
function consentPage({ token, visitor }: Pick<Visit, "token" | "visitor">, form: ConsentForm): Page {
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
