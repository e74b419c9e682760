import type { LedgerState } from "../../ledger/format/state.ts";
import { ledgersThatBought } from "../../ledger/memory/last-seen-head.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { knownServiceOf } from "../service/connection.ts";
import { stateFolderOf } from "./state-folder.ts";

/**
 * The service at which a course's lessons were bought, for commands that don't talk to it: what is given, else the ledger's, else that of a ledger
 * of the course which this machine remembers; null where none is known.
 */
export async function serviceOfCourse(
  course: string,
  { opened }: LedgerState,
  context: Context,
): Promise<string | null> {
  const named = knownServiceOf(context) ?? opened?.service ?? null;
  const folder = stateFolderOf(context);
  if (named !== null || folder === null) return named;
  // A state folder that can't be read remembers nothing.
  const remembered = await ledgersThatBought({ folder, files: realFiles }).catch(() => []);
  return remembered.find((one) => one.course === course)?.service ?? null;
}
