import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import type { LedgerEvent } from "../format/event.ts";
import { extend, fold } from "../format/fold.ts";
import type { LedgerState } from "../format/state.ts";
import { type LogEnd, LogReader } from "./read-log.ts";

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
