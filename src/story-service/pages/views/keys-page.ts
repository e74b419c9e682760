import { limits } from "../../../contract/limits.ts";
import { type Scope, scopes } from "../../../contract/operations.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { ListedCredential } from "../../accounts/credentials.ts";
import { hidden, notice, type Page } from "../page.ts";
import { formatNumber } from "./format-credits.ts";
import { formatTime } from "./format-time.ts";
import { scopeBoxes, scopeList } from "./scope-words.ts";

export interface Holding extends ListedCredential {
  /** Credits reserved and spent this month. */
  readonly usedThisMonth: number;
}

export interface KeysView {
  readonly holdings: readonly Holding[];
  readonly keysMost: number;
  /** A newly made key: shown only this once. */
  readonly made?: { readonly name: string; readonly secret: string };
  /** The name of a key that was requested again with the same settings, as when the page above is reloaded. */
  readonly madeBefore?: string;
  readonly fault?: { readonly status: number; readonly sentence: string };
  /** The initial values of the form for a new key. */
  readonly name?: string;
  readonly cap?: string;
  readonly checked?: readonly Scope[];
}

/** Where the forms of the page lead. */
export interface KeysPaths {
  readonly keys: string;
  readonly revoke: (id: string) => string;
  /** Whether a page of its own asks before something is revoked. */
  readonly revokeAsks: boolean;
  /** Whose keys they are, if not the visitor's, and the page of that account. */
  readonly of?: { readonly id: string; readonly page: string };
}

/** Keys and connections. `token` is for its forms. */
export function keysPage(token: string, view: KeysView, paths: KeysPaths): Page {
  const { of } = paths;
  const keys = view.holdings.filter(({ kind }) => kind === "key");
  const connections = view.holdings.filter(({ kind }) => kind === "connection");
  return {
    status: view.fault?.status ?? (view.madeBefore === undefined ? 200 : 409),
    title: "Keys",
    content: html`${of === undefined ? html`<h1>Keys and connections</h1>` : html`<h1>Keys and connections of <bdi>${of.id}</bdi></h1>`}
${
  of === undefined
    ? html`<p>A key lets a program of yours use the service; a connection is one that you allowed a program to make by itself.
You hold ${view.holdings.length} of at most ${view.keysMost}.</p>`
    : html`<p><a href="${of.page}">The account</a> has ${view.holdings.length} of at most ${view.keysMost}. “Your” is its owner’s.</p>`
}
${view.made !== undefined && madeKey(view.made)}
${view.madeBefore !== undefined && keyMadeBefore(view.madeBefore)}
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

function keyMadeBefore(name: string): Markup {
  return html`<section class="card" role="status"><h2>The key <bdi>${name}</bdi> is there already</h2>
<p>It was made with just these settings, and nothing has changed now. Its secret was shown then, and can't be shown again: if you did not
keep it, revoke the key below and create another.</p></section>`;
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
