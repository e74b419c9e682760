import { readLog } from "../../accounts/audit-log.ts";
import { healthOf } from "../../operator/health.ts";
import { describeHealth, findingsOf } from "../../operator/health-words.ts";
import type { Desk } from "./desk.ts";
import { numberIn, textIn } from "./query.ts";
import { healthPage } from "./views/health-page.ts";
import { logPage } from "./views/log-page.ts";

const linesPerPage = 100;

/** How the service is, and who did what. */
export function serveOverview(desk: Desk): void {
  desk.page("/health", async ({ operator }) => {
    const health = await healthOf(operator);
    return healthPage({ lines: describeHealth(health), findings: findingsOf(health) });
  });
  desk.page("/log", async ({ parts, request }) => {
    const account = textIn(request, "account").trim();
    const before = numberIn(request, "before");
    const accountId = account === "" ? null : account;
    const newest = await readLog(parts.store, { accountId, before, limit: linesPerPage + 1 });
    // The oldest one more says that there are others.
    const lines = newest.reverse().slice(0, linesPerPage);
    const next = newest.length > lines.length ? (lines.at(-1)?.seq ?? null) : null;
    return logPage({ lines, account, next });
  });
}
