import { exitCodes } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { type Audit, auditBooks } from "../../story-service/audit-books.ts";
import type { Context } from "../context.ts";
import type { CommandResult, Io } from "../io.ts";
import { orStartProblem } from "../service/start-problems.ts";
import { placeIn } from "./admin/on-service.ts";

/** `serve audit`: adds up the credits of a local service, running or not, as its start does. */
export async function auditService({ raw, io, world }: Context): Promise<CommandResult> {
  const place = placeIn(raw);
  const audit = await orStartProblem(auditBooks(place, world), (why) => ({
    code: "books_unreadable",
    folder: place.dataFolder,
    why,
  }));
  return reportAudit(audit, io);
}

/** Says whether the books balance; exit code 4 if they don't. `facts`: further members of the document. */
export function reportAudit({ imbalances, ...counted }: Audit, io: Io, facts: object = {}): CommandResult {
  for (const { accountId, what } of imbalances) io.say(`${showText(accountId)}: ${showText(what)}`);
  if (imbalances.length === 0)
    io.say(
      `The books balance: ${pluralize(counted.movements, "movement")} of ${pluralize(counted.accounts, "account")}.`,
    );
  const exitCode = imbalances.length === 0 ? exitCodes.done : exitCodes.failed;
  return { exitCode, json: { ok: imbalances.length === 0, exitCode, ...facts, ...counted, imbalances } };
}
