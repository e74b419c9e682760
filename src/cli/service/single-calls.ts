import { openCallContext as open } from "../../course/call-context.ts";
import type { CallOptions } from "../../course/call-options.ts";
import type { Connection } from "../../course/connect.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { CallContext } from "../../run/run-context.ts";
import { every } from "../../shared/timer.ts";
import type { Context } from "../context.ts";
import { viewProgress } from "../messages/run/progress.ts";

/**
 * The context for single calls to the service; shows waits, and stops at Ctrl-C. `state`: the ledger of the course, if the calls concern
 * one.
 */
export function openCallContext(
  connection: Connection,
  { calls, state }: { calls: CallOptions; state: LedgerState | null },
  { io, world, interrupt }: Context,
): CallContext {
  const { tell } = viewProgress(io, 0, { now: world.now, every });
  return open(connection, { calls, state, world, interrupt, tell });
}
