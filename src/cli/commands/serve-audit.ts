import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { type Audit, auditBooks } from "../../story-service/money/audit.ts";
import type { Context } from "../context.ts";
import type { CommandResult, Io } from "../io.ts";
import { onService } from "./admin/on-service.ts";

/** `serve audit`: adds up the credits of a local service, whether or not it is running, in the same way as the service does when it starts. */
export function auditService(context: Context): Promise<CommandResult> {
  return onService(context, async ({ store }) => {
    const audit = await auditBooks(store);
    return { ...audit, exitCode: reportAudit(audit, context.io) };
  });
}

/** Says whether the books balance; exit code 4 if they don't. */
export function reportAudit({ imbalances, movements, accounts }: Audit, io: Io): ExitCode {
  for (const { accountId, what } of imbalances) io.say(`${showText(accountId)}: ${showText(what)}`);
  if (imbalances.length > 0) return exitCodes.failed;
  io.say(`The credits add up: ${pluralize(movements, "movement")} in ${pluralize(accounts, "account")}.`);
  return exitCodes.done;
}
