import type { LedgerState } from "../../ledger/format/state.ts";
import { ledgersSeen } from "../../ledger/seen-purchases.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { knownServiceOf } from "../service/connection.ts";
import { stateFolderOf } from "./state-folder.ts";

/**
 * The service where a course's lessons were bought, for commands that don't call it: the one given, else the ledger's, else that of a
 * ledger of the course remembered by this machine; null if none is known.
 */
export async function serviceOfCourse(
  course: string,
  { opened }: LedgerState,
  context: Context,
): Promise<string | null> {
  const named = knownServiceOf(context) ?? opened?.service ?? null;
  const folder = stateFolderOf(context);
  if (named !== null || folder === null) return named;
  // An unreadable state folder counts as empty.
  const seen = await ledgersSeen({ folder, files: realFiles }).catch(() => []);
  return seen.find((one) => one.course === course)?.service ?? null;
}
