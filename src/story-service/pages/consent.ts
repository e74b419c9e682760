import type { Account } from "../accounts/accounts.ts";
import { checkRoom } from "../accounts/mint.ts";
import {
  type AuthorizeRequest,
  type AuthorizeResult,
  readAuthorizeRequest,
} from "../oauth/authorize-request.ts";
import { findClient } from "../oauth/clients.ts";
import { issueCode } from "../oauth/codes.ts";
import { oauthPaths } from "../oauth/metadata.ts";
import { withAnswer } from "../oauth/redirect-uri.ts";
import type { Parts } from "../parts.ts";
import type { Answer } from "./answers.ts";
import { capFault, capField, scopesField } from "./fields.ts";
import { plainPage } from "./page.ts";
import { type Site, signInFirst, type Visit } from "./site.ts";
import { consentPage } from "./views/consent-page.ts";

/** The authorization endpoint (interface 5.4). Nothing is sent to a client before a person has signed in. */
export function serveConsent(site: Site): void {
  site.page(oauthPaths.authorize, (visit) =>
    answering(visit, async (request, account) => {
      await checkRoom(visit.parts.store, roomOf(visit.parts, account));
      return consentPage(visit.seen, {
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
  const { parts, visitor } = visit;
  const result = await readAuthorization(visit);
  if (result.kind === "stop") return plainPage(400, "This connection can't be made", result.sentence);
  if (visitor.account === null) return signInFirst(visit);
  if (result.kind === "ask") return ask(result.request, visitor.account);
  const { redirectUri, state, error, description } = result;
  const answer = { error, error_description: description, state, iss: parts.addresses.appUrl };
  return { redirect: withAnswer(redirectUri, answer) };
}

function readAuthorization({ parts, request }: Visit): Promise<AuthorizeResult> {
  const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  const clientOf = (id: string) => findClient(parts.store, id);
  return readAuthorizeRequest(query, { clientOf, addresses: parts.addresses });
}

async function decide(visit: Visit, request: AuthorizeRequest, account: Account): Promise<Answer> {
  const { parts, form, seen } = visit;
  const { redirectUri, state } = request;
  const iss = parts.addresses.appUrl;
  if (form.get("decision") !== "allow") {
    const description = "the person said no";
    return {
      redirect: withAnswer(redirectUri, {
        error: "access_denied",
        error_description: description,
        state,
        iss,
      }),
    };
  }
  await checkRoom(parts.store, roomOf(parts, account));
  const scopes = scopesField(form).filter((scope) => request.scopes.includes(scope));
  const cap = capField(form);
  const fault =
    scopes.length === 0
      ? "Choose at least one thing that it may do."
      : typeof cap === "number"
        ? null
        : capFault;
  if (fault !== null || typeof cap !== "number") {
    const action = visit.request.url;
    return consentPage(seen, { request, action, fault, checked: scopes, cap: form.get("cap") ?? "" });
  }
  const code = await issueCode(parts, request, { accountId: account.id, scopes, cap });
  return { redirect: withAnswer(redirectUri, { code, state, iss }) };
}
