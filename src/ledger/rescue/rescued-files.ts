import { dirname, join } from "node:path";
import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import { readLog } from "../file/read-log.ts";
import type { LedgerEvent } from "../format/event.ts";
import { identityIn } from "../format/identity.ts";
import { joinedHashesOf } from "../format/joined-event.ts";
import type { LedgerProblem } from "../problem.ts";
import type { LedgerIdentity } from "../store.ts";
import { rescuedInfix } from "./rescued-ledger.ts";

/** A whole ledger in a rescue file: its lines are good, and the last of them is its head. */
export interface RescuedFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly events: readonly LedgerEvent[];
}

/** Gives a rescue file that was put back a name under which it is not looked for again, durably. */
export async function setDone(path: string, files: Pick<Files, "rename" | "syncFolder">): Promise<void> {
  await files.rename(path, `${path}.done`);
  await files.syncFolder(dirname(path));
}

export type RescueResult = { readonly ok: true; readonly file: RescuedFile } | { readonly ok: false };

/** Reads a rescue file of a whole ledger. Not ok: there is none, or it is not one, or not whole. */
export async function readRescued(path: string, files: Pick<Files, "read">): Promise<RescueResult> {
  const bytes = await files.read(path);
  if (bytes === null) return { ok: false };
  const { events, tail, damage } = readLog(bytes);
  if (damage !== null || tail.kind !== "clean" || events.length === 0) return { ok: false };
  return { ok: true, file: { path, bytes, events } };
}

/** Whether a file is a rescue file of a whole ledger, by its name. */
export function isRescuedLedger(name: string): boolean {
  return name.includes(rescuedInfix) && name.endsWith(".jsonl");
}

export interface RescueSearch {
  readonly folders: readonly string[];
  readonly files: Pick<Files, "list" | "read">;
}

/** Where rescue files of whole ledgers are put, the best place first, and so looked for. */
export function rescueSearch({
  stateFolder,
  spareFolder,
  files,
}: {
  readonly stateFolder?: string;
  readonly spareFolder?: string;
  readonly files: RescueSearch["files"];
}): RescueSearch {
  return { folders: [stateFolder, spareFolder].filter((folder) => folder !== undefined), files };
}

/**
 * The rescue files of a course at a service that nobody has put back, the longest first; `service: null`: at any. What can't be read is no
 * rescue file of ours.
 */
export async function findRescued(
  { course, service }: { readonly course: string; readonly service: string | null },
  { folders, files }: RescueSearch,
): Promise<RescuedFile[]> {
  const found: RescuedFile[] = [];
  for (const folder of new Set(folders)) {
    const names = await files.list(folder).catch(() => []);
    for (const name of names) {
      if (!isRescuedLedger(name)) continue;
      const result = await readRescued(join(folder, name), files).catch(() => ({ ok: false }) as const);
      if (!result.ok) continue;
      const of = identityIn(result.file.events);
      if (of?.course === course && (service === null || of.service === service)) found.push(result.file);
    }
  }
  return found.sort((one, other) => other.events.length - one.events.length);
}

export interface OpenedLedger {
  readonly path: string;
  readonly identity: LedgerIdentity;
  /** What it holds; nothing where it has not begun. */
  readonly events: readonly LedgerEvent[];
}

/**
 * Throws `ledger_rescued` where an earlier run had to leave this ledger and its rescue file holds events that it lacks; or where there is
 * nothing in this one yet, and one of the same course and service was left: it would buy again what that one has bought.
 */
export async function refuseRescued(
  { path, identity, events }: OpenedLedger,
  search: RescueSearch,
): Promise<void> {
  for (const rescued of await findRescued(identity, search)) {
    const last = rescued.events.at(-1);
    const isIn = last !== undefined && contains(events, last);
    const isOfIt = events.length === 0 || ledgerIdIn(events) === ledgerIdIn(rescued.events);
    if (isIn || !isOfIt) continue;
    throw new Failure<LedgerProblem>({ code: "ledger_rescued", path, rescue: rescued.path });
  }
}

/** Whether an event of another copy is in a ledger, where it stood there or joined. */
function contains(events: readonly LedgerEvent[], { seq, hash }: LedgerEvent): boolean {
  return events[seq - 1]?.hash === hash || events.some((event) => joinedHashesOf(event).includes(hash));
}

function ledgerIdIn([first]: readonly LedgerEvent[]): string | null {
  return first?.type === "ledger.opened" ? first.ledger : null;
}
