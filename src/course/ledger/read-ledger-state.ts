import { tmpdir } from "node:os";
import { foldFileLedger, type LedgerFolding } from "../../ledger/file/read-file.ts";
import type { LedgerEvent } from "../../ledger/format/event.ts";
import { fold } from "../../ledger/format/fold.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { judgeByMirror, type SeenLedger } from "../../ledger/mirror.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { LedgerPlace } from "./ledger-place.ts";
import { readLedger } from "./open-ledger.ts";
import { atLedger } from "./unreadable-ledger.ts";

export interface ReadLedger {
  /** Empty if there is no ledger yet. */
  readonly state: LedgerState;
  /** Why a run would refuse the ledger although it is undamaged: this machine has seen later or different events in it. */
  readonly older: LedgerProblem | null;
}

export interface ReadLedgerOptions {
  /** The course that the ledger must belong to. */
  readonly course: string;
  readonly stateFolder: string | null;
  /** Called with every event, in order. */
  readonly see?: (event: LedgerEvent) => void;
}

/** A ledger's folded state. Takes no lock. Throws a Failure with a LedgerProblem if it can't be read, is damaged or another course's. */
export async function readLedgerState(
  place: LedgerPlace,
  { course, stateFolder, see }: ReadLedgerOptions,
): Promise<ReadLedger> {
  const path = place.location;
  const folding = await foldLedger(place, see);
  if (folding === null) return { state: fold([]), older: null };
  const { state, head, hashOf, damage } = folding;
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  if (state.opened === null) return { state, older: null };
  if (state.opened.course !== course) {
    const found = state.opened.course;
    throw new Failure<LedgerProblem>({ code: "ledger_of_other_course", path, found, expected: course });
  }
  const ledger = { location: path, id: state.opened.ledger, head, hashOf, joined: state.joined };
  return { state, older: await olderCopy(ledger, { folder: stateFolder, place }) };
}

/** A ledger's folded state even if damaged or another course's; null if there is none. Throws a Failure if it can't be read. */
export async function foldLedger(
  place: LedgerPlace,
  see: (event: LedgerEvent) => void = () => {},
): Promise<LedgerFolding | null> {
  if (place.kind === "file") {
    return atLedger(place, () => foldFileLedger(place.location, realFiles, see));
  }
  const result = await readLedger(place);
  if (result === null) return null;
  const { events, ...end } = result;
  for (const event of events) see(event);
  return { ...end, state: fold(events), hashOf: (seq) => events[seq - 1]?.hash };
}

/** The problem if this machine has seen later or different events in a ledger, or can't tell; null if not. `folder`: null if there are no mirrors. */
export async function olderCopy(
  ledger: SeenLedger,
  { folder, place }: { readonly folder: string | null; readonly place: LedgerPlace },
): Promise<LedgerProblem | null> {
  if (folder === null) return null;
  const problem = await judgeByMirror(ledger, { folder, spareFolder: tmpdir(), files: realFiles }).catch(
    problemIn,
  );
  if (problem?.code !== "ledger_older_copy") return problem;
  // A run that goes on may have recorded an event between the reading of its ledger and that of what this machine has seen.
  const now = await foldLedger(place);
  if (now === null || now.head.seq <= ledger.head.seq) return problem;
  return olderCopy({ ...ledger, head: now.head, hashOf: now.hashOf }, { folder, place });
}

function problemIn(error: unknown): LedgerProblem {
  if (error instanceof Failure) return error.problem as LedgerProblem;
  throw error;
}
