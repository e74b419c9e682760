import { resolve } from "node:path";
import { errorCode, errorPath, Failure } from "../../shared/failure.ts";
import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import type { Files } from "../../shared/files/files.ts";
import type { LedgerEvent } from "../format/event.ts";
import { extend, fold } from "../format/fold.ts";
import type { LedgerState } from "../format/state.ts";
import type { LedgerProblem } from "../problem.ts";
import { type LogEnd, LogReader, type LogResult, readLog } from "./read-log.ts";

/** Reads a ledger without locking it. A torn end is reported in the result, not repaired. Throws a Failure with a LedgerProblem. */
export async function readFileLedger(path: string, files: Pick<Files, "read">): Promise<LogResult> {
  const bytes = await files.read(path);
  if (bytes === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  return readLog(bytes);
}

/** The folded state of a ledger's events, and where the ledger ends. */
export interface LedgerFolding extends LogEnd {
  readonly state: LedgerState;
  /** The hash of event number `seq`, counted from 1. */
  readonly hashOf: (seq: number) => string | undefined;
}

/**
 * Verifies and folds a ledger without locking it and without keeping its events in memory. Null if there is none. `see` is called with each
 * verified event.
 */
export async function foldFileLedger(
  path: string,
  files: ReadFiles,
  see: (event: LedgerEvent) => void = () => {},
): Promise<LedgerFolding | null> {
  const pieces = await piecesOf(path, files);
  if (pieces === null) return null;
  const state = fold([]);
  const reader = new LogReader((event) => {
    extend(state, event);
    see(event);
  });
  for await (const piece of pieces) reader.push(piece);
  return { state, ...reader.end(), hashOf: (seq) => reader.hashes[seq - 1] };
}

/** Texts that ledger lines contain and other files rarely do: even a ledger with a damaged or missing first line has one of them. */
const signs = ['"seq":', '"ledger.opened"'];

/** Well over the length of a first line. */
const startBytes = 4_096;

/**
 * Throws a Failure with `ledger_of_nobody` if the file is not a ledger at all, neither whole nor damaged nor torn. Call it before taking
 * the lock, which would leave a lock file beside another program's file.
 */
export async function refuseOtherFile(path: string, files: ReadFiles): Promise<void> {
  let start = "";
  for await (const piece of (await piecesOf(path, files, { from: 0, to: startBytes })) ?? []) {
    start += piece.toString("latin1");
    if (start.length >= startBytes) break;
  }
  if (start === "" || start.startsWith("\0")) return;
  if (signs.some((sign) => start.includes(sign)) || '{"seq":1'.startsWith(start)) return;
  throw new Failure<LedgerProblem>({ code: "ledger_of_nobody", path });
}

/** The failure for a ledger file, or its lock file, that can't be opened. */
export function unreadable(error: unknown, path: string): Failure<LedgerProblem> {
  const at = errorPath(error);
  // On Windows the system's error has the whole path.
  const isItself = at === null || resolve(at) === resolve(path);
  return new Failure<LedgerProblem>(
    { code: "ledger_unreadable", path, at: isItself ? null : at, cause: errorCode(error) },
    { cause: error },
  );
}
