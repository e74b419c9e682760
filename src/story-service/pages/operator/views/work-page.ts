import { html, type Markup } from "../../../../shared/html.ts";
import { pluralize } from "../../../../shared/pluralize.ts";
import { cleanLine } from "../../../../shared/text.ts";
import type { ListedWork } from "../../../operator/work.ts";
import { hidden, notice, type Page } from "../../page.ts";
import { formatTime } from "../../views/format-time.ts";
import { accountPath, deskPath } from "./desk-frame.ts";

export interface WorkNotes {
  readonly status?: number;
  readonly done?: string;
  readonly fault?: string;
}

export interface WorkView {
  readonly work: readonly ListedWork[];
  /** How many more of these there are. */
  readonly more: number;
  /** How many others there are, which `showsAll` shows. */
  readonly others: number;
  readonly showsAll: boolean;
  readonly notes: WorkNotes;
}

const stateWords: Readonly<Record<ListedWork["state"], string>> = {
  dead: "given up",
  stuck: "stuck",
  waiting: "waiting",
  "under way": "under way",
};

/** Work that is not done. */
export function workPage(token: string, { work, more, others, showsAll, notes }: WorkView): Page {
  return {
    status: notes.status ?? 200,
    title: "Work",
    content: html`<h1>Work</h1>
<p>What was given up has had its credits returned: ordering it again charges its account again, as a new story would.</p>
${notes.done !== undefined && html`<p class="card made" role="status">${notes.done}</p>`}
${notice(notes.fault ?? null)}
${work.length === 0 && html`<p class="empty">${showsAll ? "There is no work." : "No work is stuck or was given up."}</p>`}
<ul class="holdings">${work.map((one) => entry(token, one))}</ul>
${more > 0 && html`<p class="soft">and ${pluralize(more, "more")}, which the command shows: coursebinder serve admin work list</p>`}
${others > 0 && html`<p class="pages"><a href="${deskPath}/work?show=all">${pluralize(others, "other job")} waiting or under way</a></p>`}`,
  };
}

function entry(
  token: string,
  { id, kind, state, accountId, storyId, attempts, dueAt, reason }: ListedWork,
): Markup {
  const fact = (name: string, value: Markup) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<li class="card"><h2>${kind === "writing" ? "Writing" : "Narration"} ${id}: ${stateWords[state]}</h2>
<dl>
${fact("Account", html`<a href="${accountPath(accountId)}"><bdi>${accountId}</bdi></a>`)}
${fact("Story", html`<code class="id">${storyId}</code>`)}
${fact("Begun", html`${pluralize(attempts, "time")}`)}
${fact("Due", formatTime(dueAt))}
${reason !== null && fact("Reason", html`<bdi>${cleanLine(reason)}</bdi>`)}
</dl>
${
  state === "dead" &&
  html`<div class="buttons"><form method="post" action="${deskPath}/work/${id}/retry">${hidden(token)}<button aria-label="Order again: the work ${id}">Order again</button></form>
<a class="button danger" href="${deskPath}/work/${id}/dismiss" aria-label="Dismiss the work ${id}">Dismiss</a></div>`
}</li>`;
}
