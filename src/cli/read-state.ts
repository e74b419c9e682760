import { judgeByAnchor } from "../ledger/anchor.ts";
import { fold, type LedgerState } from "../ledger/fold.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { LogReading } from "../ledger/read-log.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/real-files.ts";
import type { Context } from "./context.ts";
import { stateFolderOf } from "./course-place.ts";
import type { LedgerPlace } from "./ledger-place.ts";
import { readLedger } from "./open-ledger.ts";
import { sayRunProblem } from "./say/run-words.ts";

/**
 * What a ledger says, or an empty state where there is none yet. Holds nothing. Warns of an older copy, which only a run must refuse.
 * Throws a Failure where the ledger is damaged or another course's.
 */
export async function readState(place: LedgerPlace, course: string, context: Context): Promise<LedgerState> {
  const path = place.location;
  const reading = await readLedger(place);
  if (reading === null) return fold([]);
  if (reading.damage !== null) {
    throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage: reading.damage });
  }
  const state = fold(reading.events);
  if (state.opened !== null && state.opened.course !== course) {
    throw new Failure<LedgerProblem>({
      code: "ledger_of_other_course",
      path,
      found: state.opened.course,
      expected: course,
    });
  }
  if (state.opened !== null)
    await warnOfOlderCopy({ path, ledger: state.opened.ledger, ...reading }, context);
  return state;
}

async function warnOfOlderCopy(
  { path, ledger, head, events }: LogReading & { readonly path: string; readonly ledger: string },
  context: Context,
): Promise<void> {
  const folder = stateFolderOf(context);
  if (folder === null) return;
  const hashOf = (seq: number): string | undefined => events[seq - 1]?.hash;
  // A state folder that can't be read tells nothing; the next run says so.
  const problem = await judgeByAnchor({ path, ledger, head, hashOf }, { folder, files: realFiles }).catch(
    () => null,
  );
  if (problem !== null) context.io.warn(sayRunProblem(problem));
}
