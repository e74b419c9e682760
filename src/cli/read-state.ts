import { readFileLedger } from "../ledger/file-store.ts";
import { fold, type LedgerState } from "../ledger/fold.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/real-files.ts";

/** What a ledger says, or an empty state where there is none yet. Holds nothing. Throws a Failure where it is damaged or another course's. */
export async function readState(path: string, course: string): Promise<LedgerState> {
  if ((await realFiles.read(path)) === null) return fold([]);
  const reading = await readFileLedger(path, realFiles);
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
  return state;
}
