import { html } from "../../../../shared/html.ts";
import type { LogLine } from "../../../accounts/audit-log.ts";
import type { Page } from "../../page.ts";
import { deskPath } from "./desk-frame.ts";
import { logList } from "./log-list.ts";

export interface LogView {
  /** The newest first. */
  readonly lines: readonly LogLine[];
  /** Whose lines alone; empty: everyone's. */
  readonly account: string;
  /** The cursor of the next page; null on the last one. */
  readonly next: number | null;
}

/** Who did what to which account. */
export function logPage({ lines, account, next }: LogView): Page {
  const more = next === null ? null : new URLSearchParams({ account, before: String(next) }).toString();
  return {
    status: 200,
    title: "Log",
    content: html`<h1>Log</h1>
<form class="search" method="get" action="${deskPath}/log" role="search">
<p class="field"><label for="account">Of this account alone</label>
<input id="account" name="account" type="text" value="${account}" maxlength="64" autocapitalize="none" spellcheck="false"></p>
<p class="buttons"><button>Show</button></p>
</form>
${logList(lines, true)}
${more !== null && html`<p class="pages"><a href="${deskPath}/log?${more}">Older</a></p>`}`,
  };
}
