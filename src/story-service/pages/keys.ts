import { limits } from "../../contract/limits.ts";
import { type Scope, scopes } from "../../contract/operations.ts";
import { html, type Markup } from "../../shared/html.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Actor } from "../accounts/audit-log.ts";
import {
  type ListedCredential,
  listCredentials,
  mintKey,
  revokeCredential,
} from "../accounts/credentials.ts";
import { monthOf } from "../clock.ts";
import { capUse } from "../money/movements.ts";
import type { Parts } from "../parts.ts";
import { refusalOf } from "../refusal.ts";
import { notFound } from "../stories/read-story.ts";
import { formatNumber, formatTime, hidden, notice, type Page } from "./page.ts";
import type { Site, Visit } from "./site.ts";

const nameCharactersMost = 100;

/** Whose keys a page has, and who is at it. */
interface Holder {
  readonly id: string;
  readonly actor: Actor;
  readonly paths: KeysPaths;
}

/** Serves the keys and connections of an account at a path. A new key's secret is shown once, on the page that follows. */
export function serveKeys<Who>(
  site: Site<Who>,
  path: string,
  holderOf: (visit: Visit, who: Who) => Holder | Promise<Holder>,
): void {
  site.ownPage(path, async (visit, who) => {
    const { id, paths } = await holderOf(visit, who);
    return keysPage(visit.token, await keysOf(visit.parts, id), paths);
  });
  site.ownForm(path, async (visit, who) => {
    const holder = await holderOf(visit, who);
    return keysPage(visit.token, await makeKey(visit.parts, visit.form, holder), holder.paths);
  });
  site.ownForm(`${path}/:key/revoke`, async (visit, who) => {
    const { id: accountId, actor, paths } = await holderOf(visit, who);
    const { store, clock } = visit.parts;
    const { key: id } = visit.request.params as { key: string };
    if (!(await revokeCredential(store, { accountId, id, now: clock() }, actor))) throw notFound();
    return { redirect: paths.keys };
  });
}

/** The key settings (interface 5.1). */
export function serveOwnKeys(site: Site<Account>): void {
  const keys = "/settings/keys";
  const paths = { keys, revoke: (id: string) => `${keys}/${id}/revoke`, revokeAsks: false };
  serveKeys(site, keys, (_, { id }) => ({ id, actor: "owner", paths }));
}

/** An account's keys and connections, with their use. */
async function keysOf({ store, clock, config }: Parts, accountId: string): Promise<KeysView> {
  const now = clock();
  const month = monthOf(now);
  const held = await listCredentials(store, accountId, now);
  const holdings = held.map(
    async (one): Promise<Holding> => ({ ...one, usedThisMonth: await capUse(store, one.id, month) }),
  );
  return { holdings: await Promise.all(holdings), keysMost: config.limits.keys };
}

/** Makes the key that a form asks for, and resolves with what to show: its secret, or why it was not made. */
async function makeKey(
  parts: Parts,
  form: URLSearchParams,
  { id: accountId, actor }: Holder,
): Promise<KeysView> {
  const name = cleanLine(form.get("name") ?? "");
  const chosen = scopesField(form);
  const cap = capField(form);
  const view = await keysOf(parts, accountId);
  const refuse = (sentence: string, status: number): KeysView => ({
    ...view,
    fault: { status, sentence },
    name,
    cap: form.get("cap") ?? "",
    checked: chosen,
  });
  if (name === "" || name.length > nameCharactersMost)
    return refuse("Give the key a name of up to 100 characters.", 400);
  if (chosen.length === 0) return refuse("Choose at least one thing that the key may do.", 400);
  if (cap === "wrong") return refuse(capFault, 400);
  try {
    const wish = { accountId, name, scopes: chosen, cap, keysMost: parts.config.limits.keys };
    const making = { ...parts, database: parts.store, now: parts.clock() };
    const secret = await mintKey(making, wish, actor);
    return { ...(await keysOf(parts, accountId)), made: { name, secret } };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal.sentence, refusal.status);
  }
}

/** The scopes selected in a form, in the interface's order. */
export function scopesField(form: URLSearchParams): Scope[] {
  const named = form.getAll("scope");
  return scopes.filter((scope) => named.includes(scope));
}

/** A cap from 0 to the interface's maximum (5.3); null if the field is empty, `"wrong"` for anything else. */
export function capField(form: URLSearchParams): number | null | "wrong" {
  const text = (form.get("cap") ?? "").trim();
  if (text === "") return null;
  const cap = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return cap <= limits.monthlyCapMost ? cap : "wrong";
}

export const capFault = `The cap is a whole number of credits, 0 to ${limits.monthlyCapMost}.`;

interface Holding extends ListedCredential {
  /** Credits reserved and spent this month. */
  readonly usedThisMonth: number;
}

interface KeysView {
  readonly holdings: readonly Holding[];
  readonly keysMost: number;
  /** A newly made key: shown only this once. */
  readonly made?: { readonly name: string; readonly secret: string };
  readonly fault?: { readonly status: number; readonly sentence: string };
  /** The initial values of the form for a new key. */
  readonly name?: string;
  readonly cap?: string;
  readonly checked?: readonly Scope[];
}

/** The addresses to which the page's forms lead. */
export interface KeysPaths {
  readonly keys: string;
  readonly revoke: (id: string) => string;
  /** Whether a page of its own asks before something is revoked. */
  readonly revokeAsks: boolean;
  /** Whose keys they are, if not the visitor's, and the page of that account. */
  readonly of?: { readonly id: string; readonly page: string };
}

/** Keys and connections. `token` is for its forms. */
function keysPage(token: string, view: KeysView, paths: KeysPaths): Page {
  const { of } = paths;
  const keys = view.holdings.filter(({ kind }) => kind === "key");
  const connections = view.holdings.filter(({ kind }) => kind === "connection");
  return {
    status: view.fault?.status ?? 200,
    title: "Keys",
    content: html`${of === undefined ? html`<h1>Keys and connections</h1>` : html`<h1>Keys and connections of <bdi>${of.id}</bdi></h1>`}
${
  of === undefined
    ? html`<p>A key lets one of your programs use the service; a connection is access that you allowed a program to set up by itself.
You have ${view.holdings.length} of at most ${view.keysMost} keys and connections.</p>`
    : html`<p><a href="${of.page}">The account</a> has ${view.holdings.length} of at most ${view.keysMost}. “Your” is its owner’s.</p>`
}
${view.made !== undefined && madeKey(view.made)}
${newKeyForm(token, view, paths)}
<h2>Keys</h2>
${keys.length === 0 ? html`<p class="empty">There are no keys.</p>` : list(token, keys, paths)}
<h2>Connections</h2>
${connections.length === 0 ? html`<p class="empty">No program is connected.</p>` : list(token, connections, paths)}`,
  };
}

function madeKey({ name, secret }: { name: string; secret: string }): Markup {
  return html`<section class="card made" role="status"><h2>The key <bdi>${name}</bdi></h2>
<p>Copy it now: it is shown this once, not when the page is loaded again, and the service keeps only a hash of it.</p>
<p><code class="secret">${secret}</code></p>
<p><small>Keep it on a server of yours or in a file that only you can read, never in a page, an app or an address.</small></p></section>`;
}

function newKeyForm(
  token: string,
  { name = "", cap = "", checked = scopes, fault }: KeysView,
  { keys }: KeysPaths,
): Markup {
  return html`<section class="card"><h2>A new key</h2>
${notice(fault?.sentence ?? null)}
<form method="post" action="${keys}">
${hidden(token)}
<p class="field"><label for="name">Name</label>
<input id="name" name="name" type="text" value="${name}" maxlength="100" required autocomplete="off"></p>
${scopeBoxes(scopes, checked)}
<p class="field"><label for="cap">Credits that it may spend in a month</label>
<input id="cap" name="cap" type="number" min="0" max="${limits.monthlyCapMost}" step="1" value="${cap}" aria-describedby="cap-help">
<small id="cap-help">0 to ${formatNumber(limits.monthlyCapMost)}; empty: no cap. A ceiling, not a purchase.</small></p>
<p><button>Create the key</button></p>
</form></section>`;
}

function list(token: string, holdings: readonly Holding[], paths: KeysPaths): Markup {
  return html`<ul class="holdings">${holdings.map(
    (holding) => html`<li class="card"><h3><bdi>${holding.name}</bdi></h3>
<dl>
<div><dt>May</dt><dd>${holding.scopes.length === 0 ? "nothing" : scopeList(holding.scopes)}</dd></div>
<div><dt>This month</dt><dd>${formatNumber(holding.usedThisMonth)} credits${holding.cap === null ? ", no cap" : ` of at most ${formatNumber(holding.cap)}`}</dd></div>
<div><dt>Made</dt><dd>${formatTime(holding.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${holding.lastUsedAt === null ? "never" : formatTime(holding.lastUsedAt)}</dd></div>
</dl>
${revocation(token, holding, paths)}</li>`,
  )}</ul>`;
}

function revocation(token: string, { id, kind, name }: Holding, { revoke, revokeAsks }: KeysPaths): Markup {
  const verb = kind === "key" ? "Revoke" : "Disconnect";
  return revokeAsks
    ? html`<p><a class="button danger" href="${revoke(id)}" aria-label="${verb} ${name}">${verb}</a></p>`
    : html`<form method="post" action="${revoke(id)}">${hidden(token)}<button class="danger" aria-label="${verb} ${name}">${verb}</button></form>`;
}

/** What a scope allows a program to do, for the person who grants it (interface 5.2). */
const scopeWords: Readonly<Record<Scope, { readonly name: string; readonly detail: string }>> = {
  "books:read": {
    name: "Read your books",
    detail:
      "list and export them, and follow stories; following a story can start an audiobook that was asked for",
  },
  "account:read": { name: "Read your balance", detail: "and ask what a story would cost" },
  "levels:read": {
    name: "Read your language levels",
    detail: "and which languages are native, but not your reading history",
  },
  "stories:write": { name: "Create stories and audiobooks", detail: "this spends credits" },
};

/** A checkbox for each scope. */
export function scopeBoxes(offered: readonly Scope[], checked: readonly Scope[]): Markup {
  return html`<fieldset><legend>It may</legend>${offered.map(
    (
      scope,
    ) => html`<p class="choice"><input type="checkbox" id="${scope}" name="scope" value="${scope}"${checked.includes(scope) && html` checked`}>
<label for="${scope}"><strong>${scopeWords[scope].name}</strong> <span>${scopeWords[scope].detail}</span></label></p>`,
  )}</fieldset>`;
}

function scopeList(scopes: readonly Scope[]): Markup {
  return html`${scopes.map((scope, at) => html`${at > 0 && ", "}${scopeWords[scope].name.toLowerCase()}`)}`;
}
