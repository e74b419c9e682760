import { html, type Markup } from "../../../../shared/html.ts";
import { cleanLine } from "../../../../shared/text.ts";
import type { LogLine } from "../../../accounts/audit-log.ts";
import { creditsMost } from "../../../config/config-schema.ts";
import {
  type PlainMovement,
  reasonCharactersMost,
  referenceCharactersMost,
} from "../../../operator/add-credits.ts";
import type { ListedAccount } from "../../../operator/manage-accounts.ts";
import { describeState } from "../../../operator/result-words.ts";
import { hidden, notice, type Page } from "../../page.ts";
import { formatNumber } from "../../views/format-credits.ts";
import { formatTime } from "../../views/format-time.ts";
import { accountPath, deskPath } from "./desk-frame.ts";
import { logList } from "./log-list.ts";

/** The form for credits, as it was sent, and what came of it. */
export interface CreditsForm {
  readonly status?: number;
  readonly done?: string;
  readonly fault?: string;
  readonly credits?: string;
  readonly reason?: string;
  readonly reference?: string;
}

export interface AccountDetails {
  readonly account: ListedAccount;
  /** What was no story's, the newest first. */
  readonly movements: readonly PlainMovement[];
  /** The newest first. */
  readonly log: readonly LogLine[];
  readonly form: CreditsForm;
}

/** An account, for its operator. */
export function accountPage(token: string, { account, movements, log, form }: AccountDetails): Page {
  const { id, unlimited, available, reserved, spent, plan, stories, createdAt, deleted } = account;
  const figure = (value: string, words: string) => html`<p><strong>${value}</strong> ${words}</p>`;
  return {
    status: form.status ?? 200,
    title: id,
    content: html`<h1><bdi>${id}</bdi></h1>
${form.done !== undefined && html`<p class="card made" role="status">${form.done}</p>`}
${notice(form.fault ?? null)}
<section class="card figures" aria-label="Credits">
${figure(unlimited ? "unlimited" : formatNumber(available), "credits available")}
${figure(formatNumber(reserved), "reserved")}
${figure(formatNumber(spent), "spent")}
</section>
<section class="card" aria-label="Settings"><dl class="wide-list">
<div><dt>State</dt><dd>${describeState(account)}</dd></div>
<div><dt>Plan</dt><dd>${plan}</dd></div>
<div><dt>Stories</dt><dd>${formatNumber(stories)}</dd></div>
<div><dt>Made</dt><dd>${formatTime(createdAt)}</dd></div>
</dl>
${!deleted && settingsForms(token, account)}</section>
${!deleted && creditsForm(token, id, form)}
<h2>Movements that are no story’s</h2>
${movements.length === 0 ? html`<p class="empty">There are none.</p>` : movementList(movements)}
<h2>Log</h2>
${logList(log, false)}
<p class="pages"><a href="${deskPath}/log?${new URLSearchParams({ account: id }).toString()}">All of its log</a></p>`,
  };
}

function settingsForms(token: string, { id, banned, plan, emailConfirmed }: ListedAccount): Markup {
  const path = accountPath(id);
  const other = plan === "paid" ? "free" : "paid";
  const act = (action: string, words: string) =>
    html`<form method="post" action="${path}/${action}">${hidden(token)}<button class="quiet">${words}</button></form>`;
  return html`<div class="buttons">
<a class="button quiet" href="${path}/keys">Keys</a>
${act(`plan-${other}`, `Change to the ${other} plan`)}
${!emailConfirmed && act("confirm", "Confirm its email address")}
<a class="button quiet" href="${path}/secret">New sign-in secret</a>
${banned ? act("unban", "Lift the ban") : html`<a class="button danger" href="${path}/ban">Ban</a>`}
</div>`;
}

function creditsForm(
  token: string,
  id: string,
  { credits = "", reason = "", reference = "" }: CreditsForm,
): Markup {
  return html`<section class="card"><h2>Add or take away credits</h2>
<form method="post" action="${accountPath(id)}/credits">
${hidden(token)}
<p class="field"><label for="credits">How many</label>
<input id="credits" name="credits" type="number" min="1" max="${creditsMost}" step="1" value="${credits}" required></p>
<p class="field"><label for="reason">Reason</label>
<input id="reason" name="reason" type="text" value="${reason}" maxlength="${reasonCharactersMost}" autocomplete="off" required aria-describedby="reason-help">
<small id="reason-help">It stays in the account’s books, and its owner sees it.</small></p>
<p class="field"><label for="reference">Reference</label>
<input id="reference" name="reference" type="text" value="${reference}" maxlength="${referenceCharactersMost}" autocomplete="off" required aria-describedby="reference-help">
<small id="reference-help">What was done under a reference is not done again: keep this one, or put an invoice’s number here.</small></p>
<p class="buttons"><button name="change" value="add">Add</button> <button class="danger" name="change" value="take">Take away</button></p>
</form></section>`;
}

const movementWords: Readonly<Record<string, string>> = {
  opening: "Opening balance",
  "top-up": "Added by the operator",
  correction: "Taken away by the operator",
};

function movementList(movements: readonly PlainMovement[]): Markup {
  return html`<ol class="card log">${movements.map(
    ({
      at,
      reason,
      credits,
      note,
      reference,
    }) => html`<li><strong>${movementWords[reason] ?? reason}: ${credits > 0 ? "+" : "−"}${formatNumber(Math.abs(credits))}</strong>
<span class="soft">${formatTime(at)}</span>
${note !== null && html`<span><bdi>${cleanLine(note)}</bdi></span>`}
${reference !== null && html`<span class="facts">reference: <bdi>${cleanLine(reference)}</bdi></span>`}</li>`,
  )}</ol>`;
}
