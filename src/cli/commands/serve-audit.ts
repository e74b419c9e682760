import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { auditBooks } from "../../story-service/audit-books.ts";
import { startProblemOf } from "../../story-service/data-folder.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { databaseIn } from "../parser/database-option.ts";
import { text } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";

/** `serve audit`: adds up the credits of a local service, running or not, as its start does. */
export async function auditService({ raw, io, world }: Context): Promise<CommandResult> {
  const dataFolder = text(raw, "data") ?? "out/local/.service";
  const place = { dataFolder, database: databaseIn(raw) };
  const { imbalances, ...counted } = await auditBooks(place, world).catch((error: unknown) => {
    const why = startProblemOf(error);
    if (why === null) throw error;
    throw new Failure<CommandProblem>(
      { code: "books_unreadable", folder: dataFolder, why },
      { cause: error },
    );
  });
  for (const { accountId, what } of imbalances) io.say(`${showText(accountId)}: ${showText(what)}`);
  if (imbalances.length === 0)
    io.say(
      `The books balance: ${pluralize(counted.movements, "movement")} of ${pluralize(counted.accounts, "account")}.`,
    );
  const exitCode = imbalances.length === 0 ? exitCodes.done : exitCodes.failed;
  return { exitCode, json: { ok: imbalances.length === 0, exitCode, ...counted, imbalances } };
}
