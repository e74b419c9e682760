import { settingOf } from "../../ledger/format/fold.ts";
import { type EvidenceResult, gatherEvidence } from "../../run/settle/evidence.ts";
import type { OpenCreation } from "../../run/settle/open-creations.ts";
import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import { readCallOptions } from "../parser/options.ts";
import { openConnection } from "./connection.ts";
import { openCallContext } from "./single-calls.ts";

/** Queries the service for evidence. Null: nothing is open, or no service or key is set, and the ledger's own evidence must suffice. */
export async function askEvidence(
  [first]: readonly OpenCreation[],
  context: Context,
): Promise<EvidenceResult | null> {
  if (first === undefined) return null;
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  if (connection === null) return null;
  return closing(connection, async () => {
    const setting = settingOf(first.attempt.intended.request);
    return await gatherEvidence(setting, openCallContext(connection, { calls, state: null }, context));
  });
}

/** How long a creation may take, if it may still be in flight; null in a rehearsal, whose service ends with its run. */
export function creationTimeoutOf({ raw, shared }: Pick<Context, "raw" | "shared">): number | null {
  return shared.local ? null : readCallOptions(raw, shared.local).creationTimeoutMs;
}
