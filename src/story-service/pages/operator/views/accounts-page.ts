import { html, type Markup } from "../../../../shared/html.ts";
import type { ListedAccount } from "../../../operator/manage-accounts.ts";
import { describeState } from "../../../operator/result-words.ts";
import type { Page } from "../../page.ts";
import { formatNumber } from "../../views/format-credits.ts";
import { accountPath, deskPath } from "./desk-frame.ts";

export interface AccountsView {
  readonly accounts: readonly ListedAccount[];
  /** What was searched for; may be empty. */
  readonly search: string;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The accounts whose names have what was searched for. */
export function accountsPage({ accounts, search, next }: AccountsView): Page {
  const more = next === null ? null : new URLSearchParams({ search, after: next }).toString();
  return {
    status: 200,
    title: "Accounts",
    content: html`<h1>Accounts</h1>
<form class="search" method="get" action="${deskPath}/accounts" role="search">
<p class="field"><label for="search">Name, or a part of it</label>
<input id="search" name="search" type="text" value="${search}" maxlength="64" autocapitalize="none" spellcheck="false"></p>
<p class="buttons"><button>Search</button> <a class="button quiet" href="${deskPath}/new-account">New account</a></p>
</form>
${accounts.length === 0 && html`<p class="empty">${search === "" ? "There are none yet." : "No account has that in its name."}</p>`}
<ul class="books">${accounts.map(entry)}</ul>
${more !== null && html`<p class="pages"><a href="${deskPath}/accounts?${more}">More accounts</a></p>`}`,
  };
}

function entry(account: ListedAccount): Markup {
  const { id, plan, unlimited, available, reserved, stories } = account;
  const state = describeState(account);
  return html`<li class="card"><h2><a href="${accountPath(id)}"><bdi>${id}</bdi></a></h2>
<span class="soft">${unlimited ? "unlimited credits" : `${formatNumber(available)} credits`}${reserved > 0 && `, ${formatNumber(reserved)} reserved`}</span>
<span class="soft">${plan}</span>
<span class="soft">${stories === 1 ? "1 story" : `${formatNumber(stories)} stories`}</span>
${state === "open" ? html`<span class="soft">open</span>` : html`<strong class="state">${state}</strong>`}</li>`;
}
