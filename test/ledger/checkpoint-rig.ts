import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Checkpoint, readCheckpoint, writeCheckpoint } from "../../src/ledger/checkpoint.ts";
import { checkpointPath } from "../../src/ledger/checkpoint-file.ts";
import type { EventBody, LedgerEvent } from "../../src/ledger/event.ts";
import { foldByCheckpoint, foldFileLedger, type LedgerFolding } from "../../src/ledger/fold-file.ts";
import { emptyHead, writeLine } from "../../src/ledger/line.ts";
import { PackedRecords } from "../../src/ledger/packed-records.ts";
import { realFiles } from "../../src/shared/real-files.ts";
import { opened } from "./histories.ts";
import { bodyOf, quickFolder } from "./rig.ts";

/** A ledger, and a machine's state folder. */
export interface Desk {
  readonly path: string;
  readonly folder: string;
  readonly checkpoint: string;
}

export async function desk(): Promise<Desk> {
  const folder = await quickFolder();
  const state = join(folder, "state");
  return {
    path: join(folder, "ledger.jsonl"),
    folder: state,
    checkpoint: checkpointPath(state, opened.ledger),
  };
}

/** Folds a ledger as a reader does that keeps checkpoints of ledgers as short as these. */
export function look({ path, folder }: Desk, fewestEvents = 1): ReturnType<typeof foldByCheckpoint> {
  return foldByCheckpoint(path, { folder, files: realFiles }, fewestEvents);
}

/** Lets a reader look at these bytes of a ledger, and keep a checkpoint if that is worth it. */
export async function seenBy(place: Desk, bytes: Uint8Array): Promise<void> {
  await writeFile(place.path, bytes);
  await (await look(place))?.keep();
}

/** As the first reader on a machine does. */
export async function keptOf(place: Desk, bytes: Uint8Array): Promise<void> {
  await rm(place.checkpoint, { force: true });
  await seenBy(place, bytes);
}

/** Everything that a folding says, in plain values and with the order of every list. */
export function plain(folding: LedgerFolding | null) {
  if (folding === null) return null;
  const { state, head, tail, damage, hashOf } = folding;
  const { jobs, quotes, packages, ...rest } = state;
  return {
    state: { ...rest, quotes: [...quotes], packages: [...packages] },
    jobs: [...jobs.keys()].map((key) => [key, jobs.get(key)]),
    end: { head, tail, damage },
    hashes: Array.from({ length: head.seq + 2 }, (_, seq) => hashOf(seq)),
  };
}

/** What the ledger comes to where no checkpoint is looked at. */
export async function truth({ path }: Desk) {
  return plain(await foldFileLedger(path, realFiles));
}

const told = "https://a-checkpoint-said-so.example/api/v1";

/** Makes the checkpoint that is kept tell another service, so that whoever uses it is found out. */
export async function mark(path: string): Promise<void> {
  await rewrite(path, ({ opened, ...state }) => ({
    ...state,
    opened: opened === null ? null : { ...opened, service: told },
  }));
}

/** Makes the checkpoint that is kept know of no lesson. */
export async function forgetLessons(path: string): Promise<void> {
  await rewrite(path, (state) => ({ ...state, jobs: new PackedRecords() }));
}

type State = Checkpoint["state"];

async function rewrite(path: string, change: (state: State) => State): Promise<void> {
  const checkpoint = readCheckpoint(await readFile(path));
  if (checkpoint === null) throw new Error("no checkpoint to change");
  const pieces = writeCheckpoint({ ...checkpoint, state: change(checkpoint.state) });
  await writeFile(path, bytesOf(pieces));
}

/** Whether an answer came out of a checkpoint that was marked. */
export function isMarked(service: string | null | undefined): boolean {
  return service === told;
}

/** Pieces of which each is good only until the next one is asked for, as one. */
export function bytesOf(pieces: Iterable<Buffer>): Buffer {
  return Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));
}

/** The lines of a ledger of these events, with their times. */
export function linesOfEvents(events: readonly LedgerEvent[]): Buffer[] {
  let head = emptyHead;
  return events.map((one) => {
    const { line, event } = writeLine(head, one.at, bodyOf(one) as EventBody);
    head = { seq: event.seq, hash: event.hash };
    return Buffer.from(line);
  });
}
