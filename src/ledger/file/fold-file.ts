import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import type { LedgerEvent } from "../format/event.ts";
import { extend, fold } from "../format/fold.ts";
import type { LedgerState } from "../format/state.ts";
import { type LogEnd, LogReader } from "./read-log.ts";

/** What a ledger's events add up to, and where it ends. */
export interface LedgerFolding extends LogEnd {
  readonly state: LedgerState;
  /** The hash of the event with this number, from 1. */
  readonly hashOf: (seq: number) => string | undefined;
}

/**
 * Verifies and folds a ledger without holding it, and without keeping its events: only what they add up to. Null where there is none. `see` is
 * given each event once it is verified.
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
