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

/** A rescue file with a whole ledger: its lines are verified, and the last of them is its head. */
export interface RescuedFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly events: readonly LedgerEvent[];
}

/** Durably renames a restored rescue file, so that it is not found again. */
export async function setDone(path: string, files: Pick<Files, "rename" | "syncFolder">): Promise<void> {
  await files.rename(path, `${path}.done`);
  await files.syncFolder(dirname(path));
}

export type RescueResult = { readonly ok: true; readonly file: RescuedFile } | { readonly ok: false };

/** Reads a rescue file with a whole ledger. Not ok: it is missing, incomplete or something else. */
export async function readRescued(path: string, files: Pick<Files, "read">): Promise<RescueResult> {
  const bytes = await files.read(path);
  if (bytes === null) return { ok: false };
  const { events, tail, damage } = readLog(bytes);
  if (damage !== null || tail.kind !== "clean" || events.length === 0) return { ok: false };
  return { ok: true, file: { path, bytes, events } };
}

/** Whether a file name is that of a rescue file with a whole ledger. */
export function isRescuedLedger(name: string): boolean {
  return name.includes(rescuedInfix) && name.endsWith(".jsonl");
}

export interface RescueSearch {
  readonly folders: readonly string[];
  readonly files: Pick<Files, "list" | "read">;
}

/** The folders where rescue files with whole ledgers are written and searched for, the best first. */
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
 * The rescue files of a course at a service that have not been restored, the longest first; `service: null`: at any service. Unreadable
 * files are left out.
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
  /** Its events; empty if it has not begun. */
  readonly events: readonly LedgerEvent[];
}

/**
 * Throws `ledger_rescued` if an earlier run had to abandon this ledger and its rescue file has events that it lacks; or if this ledger is
 * empty and one of the same course and service was abandoned, since it would then buy the same lessons again.
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

/** Whether a ledger contains an event of another copy, at the same place or joined. */
function contains(events: readonly LedgerEvent[], { seq, hash }: LedgerEvent): boolean {
  return events[seq - 1]?.hash === hash || events.some((event) => joinedHashesOf(event).includes(hash));
}

function ledgerIdIn([first]: readonly LedgerEvent[]): string | null {
  return first?.type === "ledger.opened" ? first.ledger : null;
}
