import type { Scope } from "../../contract/operations.ts";
import { html } from "../../shared/html.ts";
import type { Account } from "../accounts/accounts.ts";
import { checkRoom } from "../accounts/credentials.ts";
import { type AuthorizeRequest, faultOf, only, scopesOf, withAnswer } from "../oauth/authorize-request.ts";
import { issueCode } from "../oauth/exchange.ts";
import { findClient } from "../oauth/register.ts";
import { oauthPaths } from "../oauth/routes.ts";
import { capFault, capField, capInput, scopeBoxes, scopesField } from "./keys.ts";
import { hidden, notice, type Page, plainPage } from "./page.ts";
import { type Answer, type Site, signInFirst, type Visit } from "./site.ts";

/** The authorization endpoint (interface 5.4). Nothing is sent to a client before a person has signed in. */
export function serveConsent(site: Site<Account>): void {
  site.page(oauthPaths.authorize, (visit) =>
    answering(visit, async (request) =>
      consentPage(visit, request, { fault: null, checked: request.scopes, cap: suggestedCap }),
    ),
  );
  site.form(oauthPaths.authorize, (visit) => answering(visit, (request, id) => decide(visit, request, id)));
}

async function answering(
  visit: Visit,
  ask: (request: AuthorizeRequest, accountId: string) => Promise<Answer>,
): Promise<Answer> {
  const { parts, visitor, request } = visit;
  const stop = (sentence: string) => plainPage(400, "This connection can't be made", sentence);
  const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  const client = await findClient(parts.store, only(query, "client_id") ?? "");
  if (client === null) return stop("The program that sent you here is not registered.");
  const redirectUri = only(query, "redirect_uri") ?? "";
  if (!client.redirectUris.includes(redirectUri))
    return stop("The program that sent you here asked for a reply to an address that it did not register.");
  if (visitor.account === null) return signInFirst(visit);
  const back = { redirectUri, state: only(query, "state") };
  const fault = faultOf(query, parts.addresses);
  if (fault !== null)
    return answerTo(visit, back, { error: fault.error, error_description: fault.description });
  // Denying needs no room.
  if (request.method === "GET" || visit.form.get("decision") === "allow")
    await checkRoom(parts.store, visitor.account.id, parts.clock());
  const challenge = only(query, "code_challenge") ?? "";
  return ask({ client, ...back, scopes: scopesOf(query), challenge }, visitor.account.id);
}

/** Sends the person back to the program, with its answer. */
function answerTo(
  { parts }: Visit,
  { redirectUri, state }: Pick<AuthorizeRequest, "redirectUri" | "state">,
  answer: Readonly<Record<string, string>>,
): Answer {
  return { redirect: withAnswer(redirectUri, { ...answer, state, iss: parts.addresses.appUrl }) };
}

async function decide(visit: Visit, request: AuthorizeRequest, accountId: string): Promise<Answer> {
  const { parts, form } = visit;
  if (form.get("decision") !== "allow") {
    const denied = { error: "access_denied", error_description: "the person denied access" };
    return answerTo(visit, request, denied);
  }
  const scopes = scopesField(form).filter((scope) => request.scopes.includes(scope));
  const cap = capField(form);
  if (scopes.length > 0 && typeof cap === "number")
    return answerTo(visit, request, { code: await issueCode(parts, request, { accountId, scopes, cap }) });
  const fault = scopes.length === 0 ? "Choose at least one thing that the program may do." : capFault;
  return consentPage(visit, request, { fault, checked: scopes, cap: form.get("cap") ?? "" });
}

/** What the cap field suggests: a few dozen short stories. */
const suggestedCap = "1000";

/** Asks a person whether, and within which limits, a program may act for them. The form goes to the page's own address, with the client's request. */
function consentPage(
  { token, visitor, request: { url } }: Visit,
  { client, redirectUri, scopes }: AuthorizeRequest,
  { fault, checked, cap }: { fault: string | null; checked: readonly Scope[]; cap: string },
): Page {
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
<form method="post" action="${url}">
${hidden(token)}
${scopeBoxes(scopes, checked)}
${capInput(cap, { isNeeded: true, more: "months are counted in UTC" })}
<p class="buttons"><button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
<p><small>You can end the connection at any time under <a href="/settings/keys">Keys</a>.</small></p>
</section>`,
  };
}
