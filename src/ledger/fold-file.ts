import { createHash } from "node:crypto";
import { piecesOf, type ReadFiles } from "../shared/file-pieces.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { type CheckpointPlace, findCheckpoint, keepCheckpoint } from "./checkpoint-file.ts";
import type { LedgerEvent } from "./event.ts";
import { firstEventAt } from "./file-pieces.ts";
import { extend, fold } from "./fold.ts";
import { HashList } from "./hash-list.ts";
import { emptyHead } from "./line.ts";
import { PackedRecords } from "./packed-records.ts";
import { type LogEnd, LogReader } from "./read-log.ts";
import type { LedgerState } from "./state.ts";

/** What a ledger's events add up to, and where it ends. */
export interface LedgerFolding extends LogEnd {
  readonly state: LedgerState;
  /** The hash of the event with this number, from 1. */
  readonly hashOf: (seq: number) => string | undefined;
}

/** A folding by way of checkpoints. */
export interface KeepableFolding extends LedgerFolding {
  /**
   * Keeps what it came to for the next reader, where that one will be spared much by it. Never fails. The state must not have been changed by
   * then, and the ledger may have been.
   */
  readonly keep: () => Promise<void>;
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
  const state = fold([], new PackedRecords());
  const reader = new LogReader((event) => {
    extend(state, event);
    see(event);
  });
  for await (const piece of pieces) reader.push(piece);
  return { state, ...reader.end(), hashOf: (seq) => reader.hashes.of(seq) };
}

/**
 * As `foldFileLedger`, for those who only look and need no single event: what an earlier reader came to is taken up, where the bytes that it
 * read are still the very same, and only what follows them is read line by line. The answer is the same with and without it. The file must be
 * one that can be read again.
 */
export async function foldByCheckpoint(
  path: string,
  place: CheckpointPlace,
  fewestEvents = worthEvents,
): Promise<KeepableFolding | null> {
  const ledger = await ledgerAt(path, place.files);
  const found = ledger === null ? null : await findCheckpoint(ledger, place);
  const folding = found === null ? null : await foldOn(found, { path, place, fewestEvents });
  return folding ?? foldOn(beginning(), { path, place, fewestEvents });
}

// A shorter ledger is read sooner than one could notice.
const worthEvents = 20_000;
// Writing a checkpoint takes a fraction of the time in which so many events were read.
const worthShare = 0.1;

function beginning(): Checkpoint {
  const state = { ...fold([]), jobs: new PackedRecords() };
  const digest = createHash("sha256").digest("hex");
  return { bytes: 0, sha256: digest, head: emptyHead, hashes: new HashList(), state };
}

interface Keeping {
  readonly path: string;
  readonly place: CheckpointPlace;
  readonly fewestEvents: number;
}

/** The fold of a ledger that begins with what a checkpoint covers. Null where there is none, or it begins otherwise. */
async function foldOn(
  before: Checkpoint,
  { path, place, fewestEvents }: Keeping,
): Promise<KeepableFolding | null> {
  const pieces = await piecesOf(path, place.files);
  if (pieces === null) return null;
  const { state, hashes } = before;
  const reader = new LogReader((event) => extend(state, event), before);
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    const covered = piece.subarray(0, Math.max(0, before.bytes - bytes));
    const rest = piece.subarray(covered.length);
    digest.update(covered);
    bytes += covered.length;
    const isAll = covered.length > 0 && bytes === before.bytes;
    if (isAll && digest.copy().digest("hex") !== before.sha256) return null;
    digest.update(rest);
    bytes += rest.length;
    if (rest.length > 0) reader.push(rest);
  }
  if (bytes < before.bytes) return null;
  const end = reader.end();
  const { head, tail, damage } = end;
  const added = head.seq - before.head.seq;
  const isWhole = damage === null && tail.kind === "clean";
  const isWorth = head.seq >= fewestEvents && added >= before.head.seq * worthShare;
  return {
    ...{ state, ...end, hashOf: (seq) => hashes.of(seq) },
    async keep() {
      if (!isWhole || !isWorth) return;
      await keepCheckpoint({ bytes, sha256: digest.copy().digest("hex"), head, hashes, state }, place);
    },
  };
}

/** The id of the ledger at a path, as its first line says it; null where there is none. */
async function ledgerAt(path: string, files: ReadFiles): Promise<string | null> {
  const first = await firstEventAt(path, files);
  return first?.type === "ledger.opened" ? first.ledger : null;
}
