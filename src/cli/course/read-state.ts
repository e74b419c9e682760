import { foldFileLedger, type LedgerFolding } from "../../ledger/file/fold-file.ts";
import type { LedgerEvent } from "../../ledger/format/event.ts";
import { fold } from "../../ledger/format/fold.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { judgeByLastSeenHead, type LastSeenLedger } from "../../ledger/memory/last-seen-head.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { stateFolderOf } from "./course-place.ts";
import type { LedgerPlace } from "./ledger-place.ts";
import { readLedger } from "./open-ledger.ts";

/**
 * What a ledger says, or an empty state where there is none yet. Holds nothing. Warns of an older copy, which only a run must refuse.
 * Throws a Failure where the ledger is damaged or another course's. `see` is given every event, in order.
 */
export async function readState(
  place: LedgerPlace,
  course: string,
  context: Context,
  see: (event: LedgerEvent) => void = () => {},
): Promise<LedgerState> {
  const path = place.location;
  const folding = await foldLedger(place, see);
  if (folding === null) return fold([]);
  const { state, head, hashOf, damage } = folding;
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  if (state.opened === null) return state;
  if (state.opened.course !== course) {
    throw new Failure<LedgerProblem>({
      code: "ledger_of_other_course",
      path,
      found: state.opened.course,
      expected: course,
    });
  }
  await warnOfOlderCopy({ path, ledger: state.opened.ledger, head, hashOf, joined: state.joined }, context);
  return state;
}

/** As `readState`, of a ledger as it is, damaged or another's; null where there is none. */
export async function foldLedger(
  place: LedgerPlace,
  see: (event: LedgerEvent) => void = () => {},
): Promise<LedgerFolding | null> {
  if (place.kind === "file") return foldFileLedger(place.location, realFiles, see);
  const result = await readLedger(place);
  if (result === null) return null;
  const { events, ...end } = result;
  for (const event of events) see(event);
  return { ...end, state: fold(events), hashOf: (seq) => events[seq - 1]?.hash };
}

/** Warns where this machine has seen more of a ledger, or something else, than stands in it: whole as it may be, a run refuses it. */
export async function warnOfOlderCopy(ledger: LastSeenLedger, context: Context): Promise<void> {
  const folder = stateFolderOf(context);
  if (folder === null) return;
  // A state folder that can't be read tells nothing; the next run says so.
  const problem = await judgeByLastSeenHead(ledger, { folder, files: realFiles }).catch(() => null);
  if (problem !== null) context.io.warn(describeRunProblem(problem));
}
