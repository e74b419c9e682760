import { showText } from "../../../shared/text.ts";
import { type LogLine, readLog } from "../../../story-service/accounts/audit-log.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { formatTable } from "../../messages/table.ts";
import { text, wholeNumber } from "../../parser/options.ts";
import { onService } from "./on-service.ts";

const standardLines = 100;
const linesMost = 100_000;

/** `serve admin log`: who did what to which account, the newest last. */
export function log(context: Context): Promise<CommandResult> {
  const limit = wholeNumber(context.raw, "lines", { flag: "--lines", least: 1, most: linesMost });
  return onService(context, async ({ store }) => {
    const accountId = text(context.raw, "account");
    const lines = await readLog(store, { accountId, limit: limit ?? standardLines });
    for (const line of formatTable(lines.map(rowOf))) context.io.say(line);
    if (lines.length === 0) context.io.say("Nothing has been logged.");
    return { log: lines.map(({ at, ...line }) => ({ at: new Date(at).toISOString(), ...line })) };
  });
}

function rowOf({ at, actor, what, accountId, details }: LogLine): string[] {
  const facts = Object.entries(details).map(([name, value]) => `${name}=${showText(factOf(value))}`);
  return [new Date(at).toISOString(), showText(actor), what, showText(accountId ?? ""), facts.join("  ")];
}

function factOf(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}
