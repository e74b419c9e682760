import { limits } from "../../contract/limits.ts";
import { type Scope, scopes } from "../../contract/operations.ts";
import { html, type Markup } from "../../shared/html.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Account } from "../accounts/accounts.ts";
import {
  type ListedCredential,
  listCredentials,
  mintKey,
  revokeCredential,
} from "../accounts/credentials.ts";
import { monthOf } from "../clock.ts";
import { capUse } from "../money/movements.ts";
import { refusalOf } from "../refusal.ts";
import { notFound } from "../stories/read-story.ts";
import { formatNumber, formatTime, hidden, notice, type Page } from "./page.ts";
import type { Site, Visit } from "./site.ts";

const nameCharactersMost = 100;
const keysPath = "/settings/keys";

/** The key settings (interface 5.1): an account's keys and connections. A new key's secret is shown once, on the page that follows. */
export function serveKeys(site: Site<Account>): void {
  site.ownPage(keysPath, (visit, { id }) => keysPage(visit, id));
  site.ownForm(keysPath, (visit, { id }) => makeKey(visit, id));
  site.ownForm(`${keysPath}/:key/revoke`, async ({ parts, request }, { id: accountId }) => {
    const { key: id } = request.params as { key: string };
    if (!(await revokeCredential(parts.store, { accountId, id, now: parts.clock() }, "owner")))
      throw notFound();
    return { redirect: keysPath };
  });
}

/** Makes the key that a form asks for, and shows its secret, or why it was not made. */
async function makeKey(visit: Visit, accountId: string): Promise<Page> {
  const { parts, form } = visit;
  const name = cleanLine(form.get("name") ?? "");
  const checked = scopesField(form);
  const cap = capField(form);
  const refuse = (sentence: string, status = 400): Promise<Page> =>
    keysPage(visit, accountId, { fault: { status, sentence } });
  if (name === "" || name.length > nameCharactersMost)
    return refuse("Give the key a name of up to 100 characters.");
  if (checked.length === 0) return refuse("Choose at least one thing that the key may do.");
  if (cap === "wrong") return refuse(capFault);
  try {
    const wish = { accountId, name, scopes: checked, cap };
    const secret = await mintKey({ ...parts, now: parts.clock() }, wish, "owner");
    return keysPage(visit, accountId, { made: { name, secret } });
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

/** The field for a cap. `more`: what the text below it adds, about an empty cap or about months. */
export function capInput(
  cap: string,
  { isNeeded, more }: { readonly isNeeded: boolean; readonly more: string },
): Markup {
  return html`<p class="field"><label for="cap">Credits that it may spend in a month</label>
<input id="cap" name="cap" type="number" min="0" max="${limits.monthlyCapMost}" step="1" value="${cap}"${isNeeded && html` required`} aria-describedby="cap-help">
<small id="cap-help">A ceiling, not a purchase. 0 to ${formatNumber(limits.monthlyCapMost)}; ${more}.</small></p>`;
}

interface Holding extends ListedCredential {
  /** Credits reserved and spent this month. */
  readonly usedThisMonth: number;
}

/** What became of a form that asks for a key. */
interface Outcome {
  /** A newly made key: shown only this once. */
  readonly made?: { readonly name: string; readonly secret: string };
  readonly fault?: { readonly status: number; readonly sentence: string };
}

async function keysPage(
  { token, form, parts: { store, clock, config } }: Visit,
  accountId: string,
  { made, fault }: Outcome = {},
): Promise<Page> {
  const now = clock();
  // The newest first: that of a key just made is what its owner looks for.
  const held = (await listCredentials(store, accountId, now)).reverse();
  const holdings = await Promise.all(
    held.map(
      async (one): Promise<Holding> => ({ ...one, usedThisMonth: await capUse(store, one.id, monthOf(now)) }),
    ),
  );
  const of = (kind: Holding["kind"]) => holdings.filter((holding) => holding.kind === kind);
  // What was refused is asked for again.
  const [name, cap] = fault === undefined ? ["", ""] : [form.get("name"), form.get("cap") ?? ""];
  const checked = fault === undefined ? scopes : scopesField(form);
  return {
    status: fault?.status ?? 200,
    title: "Keys",
    content: html`<h1>Keys and connections</h1>
<p>A key lets one of your programs use the service; a connection is access that you allowed a program to set up by itself.
You have ${holdings.length} of at most ${config.limits.keys} keys and connections.</p>
${
  made !== undefined &&
  html`<section class="card made" role="status"><h2>The key <bdi>${made.name}</bdi></h2>
<p>Copy it now: it is shown this once, not when the page is loaded again, and the service keeps only a hash of it.</p>
<p><code class="secret">${made.secret}</code></p>
<p><small>Keep it on a server of yours or in a file that only you can read, never in a page, an app or an address.</small></p></section>`
}
<section class="card"><h2>A new key</h2>
${notice(fault?.sentence ?? null)}
<form method="post" action="${keysPath}">
${hidden(token)}
<p class="field"><label for="name">Name</label>
<input id="name" name="name" type="text" value="${name}" maxlength="100" required autocomplete="off"></p>
${scopeBoxes(scopes, checked)}
${capInput(cap, { isNeeded: false, more: "empty: no cap" })}
<p><button>Create the key</button></p>
</form></section>
<h2>Keys</h2>
${list(token, of("key"), "There are no keys.")}
<h2>Connections</h2>
${list(token, of("connection"), "No program is connected.")}`,
  };
}

function list(token: string, holdings: readonly Holding[], none: string): Markup {
  if (holdings.length === 0) return html`<p class="empty">${none}</p>`;
  return html`<ul class="holdings">${holdings.map(({ id, kind, name, scopes: granted, ...holding }) => {
    const verb = kind === "key" ? "Revoke" : "Disconnect";
    const may = granted.map((scope) => scopeWords[scope][0].toLowerCase()).join(", ");
    return html`<li class="card"><h3><bdi>${name}</bdi></h3>
<dl>
<div><dt>May</dt><dd>${may || "nothing"}</dd></div>
<div><dt>This month</dt><dd>${formatNumber(holding.usedThisMonth)} credits${holding.cap === null ? ", no cap" : ` of at most ${formatNumber(holding.cap)}`}</dd></div>
<div><dt>Made</dt><dd>${formatTime(holding.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${holding.lastUsedAt === null ? "never" : formatTime(holding.lastUsedAt)}</dd></div>
</dl>
<form method="post" action="${keysPath}/${id}/revoke">${hidden(token)}<button class="danger" aria-label="${verb} ${name}">${verb}</button></form></li>`;
  })}</ul>`;
}

/** What a scope allows a program to do, and what that means, for the person who grants it (interface 5.2). */
const scopeWords: Readonly<Record<Scope, readonly [name: string, detail: string]>> = {
  "books:read": [
    "Read your books",
    "list and export them, and follow stories; following a story can start an audiobook that was asked for",
  ],
  "account:read": ["Read your balance", "and ask what a story would cost"],
  "levels:read": [
    "Read your language levels",
    "and which languages are native, but not your reading history",
  ],
  "stories:write": ["Create stories and audiobooks", "this spends credits"],
};

/** A checkbox for each scope. */
export function scopeBoxes(offered: readonly Scope[], checked: readonly Scope[]): Markup {
  return html`<fieldset><legend>Permissions</legend>${offered.map(
    (
      scope,
    ) => html`<p class="choice"><input type="checkbox" id="${scope}" name="scope" value="${scope}"${checked.includes(scope) && html` checked`}>
<label for="${scope}"><strong>${scopeWords[scope][0]}</strong> <span>${scopeWords[scope][1]}</span></label></p>`,
  )}</fieldset>`;
}
