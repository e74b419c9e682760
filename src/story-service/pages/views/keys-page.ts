import { limits } from "../../../contract/limits.ts";
import { type Scope, scopes } from "../../../contract/operations.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { ListedCredential } from "../../accounts/credentials.ts";
import { hidden, notice, type Page, type Seen } from "../page.ts";
import { formatNumber } from "./say-credits.ts";
import { formatTime } from "./say-time.ts";
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

export function keysPage(seen: Seen, view: KeysView): Page {
  const keys = view.holdings.filter(({ kind }) => kind === "key");
  const connections = view.holdings.filter(({ kind }) => kind === "connection");
  return {
    status: view.fault?.status ?? (view.madeBefore === undefined ? 200 : 409),
    title: "Keys",
    content: html`<h1>Keys and connections</h1>
<p>A key lets a program of yours use the service; a connection is one that you allowed a program to make by itself.
You hold ${view.holdings.length} of at most ${view.keysMost}.</p>
${view.made !== undefined && madeKey(view.made)}
${view.madeBefore !== undefined && keyMadeBefore(view.madeBefore)}
${newKeyForm(seen, view)}
<h2>Keys</h2>
${keys.length === 0 ? html`<p class="empty">You have no keys.</p>` : list(seen, keys)}
<h2>Connections</h2>
${connections.length === 0 ? html`<p class="empty">No program is connected.</p>` : list(seen, connections)}`,
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

function newKeyForm({ token }: Seen, { name = "", cap = "", checked = scopes, fault }: KeysView): Markup {
  return html`<section class="card"><h2>A new key</h2>
${notice(fault?.sentence ?? null)}
<form method="post" action="/settings/keys">
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

function list({ token }: Seen, holdings: readonly Holding[]): Markup {
  return html`<ul class="holdings">${holdings.map(
    (holding) => html`<li class="card"><h3><bdi>${holding.name}</bdi></h3>
<dl>
<div><dt>May</dt><dd>${holding.scopes.length === 0 ? "nothing" : scopeList(holding.scopes)}</dd></div>
<div><dt>This month</dt><dd>${formatNumber(holding.usedThisMonth)} credits${holding.cap === null ? ", no cap" : ` of at most ${formatNumber(holding.cap)}`}</dd></div>
<div><dt>Made</dt><dd>${formatTime(holding.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${holding.lastUsedAt === null ? "never" : formatTime(holding.lastUsedAt)}</dd></div>
</dl>
<form method="post" action="/settings/keys/${holding.id}/revoke">${hidden(token)}<button class="danger" aria-label="${
      holding.kind === "key" ? "Revoke" : "Disconnect"
    } ${holding.name}">${holding.kind === "key" ? "Revoke" : "Disconnect"}</button></form></li>`,
  )}</ul>`;
}
