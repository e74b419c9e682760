import { constants, type Stats } from "node:fs";
import { access, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { openFileLedger, readFileLedger, unreadable } from "../ledger/file/file-ledger.ts";
import { fileHolder } from "../ledger/file/lock.ts";
import { type LogResult, refuseDamage } from "../ledger/file/read-log.ts";
import { fold } from "../ledger/format/fold.ts";
import { ledgerName, refuseUnfit } from "../ledger/format/identity.ts";
import { emptyHead } from "../ledger/format/line.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { Expected, LockedLines } from "../ledger/locked-lines.ts";
import { compareWithSeen } from "../ledger/mirror.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { type Buying, PurchasesElsewhere } from "../run/purchases-elsewhere.ts";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import { roomIn } from "../shared/files/make-folder.ts";
import { danglingLink, realFiles } from "../shared/files/real-files.ts";
import type { World } from "../shared/world.ts";
import {
  fileLedger,
  type LedgerPlace,
  type LocatedCourse,
  type NamedLedger,
  postgresLedger,
} from "./course-place.ts";

/** Reads and folds a ledger without locking it, even if it is damaged or belongs to another course; null if there is none. */
export async function readLedger(place: LedgerPlace): Promise<LogResult | null> {
  if (place.kind === "file") return atLedger(place, () => readFileLedger(place.location, realFiles));
  // Loads the database client only when it is needed.
  const { readPostgresLedger } = await import("../ledger/postgres/postgres-ledger.ts");
  return readPostgresLedger(place.address, place.name);
}

/** Changes with each event of a ledger, and is found without reading any. Empty if there is no ledger. */
export async function ledgerVersion(place: LedgerPlace): Promise<string> {
  if (place.kind === "file") return stat(place.location).then(fileVersion, () => "");
  const { countPostgresEvents } = await import("../ledger/postgres/postgres-ledger.ts");
  return String(await countPostgresEvents(place.address, place.name));
}

/** A file's version: its time of change, size and inode. */
export function fileVersion({ mtimeMs, size, ino }: Pick<Stats, "mtimeMs" | "size" | "ino">): string {
  return `${mtimeMs} ${size} ${ino}`;
}

/** Opens and locks a course's ledger. */
export async function openLedger(
  { course, place: { ledger }, stateFolder, world }: LocatedCourse,
  { service, mustExist, processId }: { service: string; mustExist: boolean; processId: number | null },
): Promise<LedgerStore> {
  const holder = holderAt(processId, world);
  const mirrored = { ...(stateFolder !== null && { stateFolder }), files: realFiles };
  const opening = { identity: { course, service }, mustExist, world, ...mirrored };
  if (ledger.kind === "file")
    return atLedger(ledger, () => openFileLedger({ ...opening, path: ledger.location, holder }));
  const { openPostgresLedger } = await import("../ledger/postgres/postgres-ledger.ts");
  // Name the host too, since other machines may find the lock.
  return openPostgresLedger({ ...opening, ...ledger, holder: `${holder} on ${hostname()}` });
}

interface LinesOptions {
  readonly processId: number;
  readonly world: World;
  readonly expected?: Expected;
}

/** Opens and locks a ledger, to read or write whole lines. */
export async function openLines(
  place: LedgerPlace,
  { processId, world, expected = "either" }: LinesOptions,
): Promise<LockedLines> {
  const holder = `${expected === "either" ? "" : "a copy by "}${holderAt(processId, world)}`;
  if (place.kind === "file") {
    const { openFileLines } = await import("../ledger/file/file-ledger.ts");
    return atLedger(place, () => openFileLines({ path: place.location, holder, expected, files: realFiles }));
  }
  const { openPostgresLines } = await import("../ledger/postgres/postgres-ledger.ts");
  return openPostgresLines({ ...place, holder, expected, world });
}

/** Who holds a ledger's lock, such as a run; null if it is free. See `fileHolder`. */
export async function holderOf(place: LedgerPlace): Promise<string | null> {
  if (place.kind === "file") return atLedger(place, () => fileHolder(place.location, realFiles));
  const { postgresHolder } = await import("../ledger/postgres/postgres-ledger.ts");
  return postgresHolder(place.address, place.name);
}

/** Opens the place for a ledger's copy. In a database, a copy gets the name that its course's runs look for, unless the address itself gives a name. */
export async function openCopyTarget(
  named: NamedLedger,
  { opened }: Pick<LedgerState, "opened">,
  options: LinesOptions,
): Promise<LockedLines> {
  const target = { ...options, expected: "nothing" } as const;
  if (typeof named === "string") return openLines(fileLedger(named), target);
  if (opened === null) throw new Error("a complete ledger must begin with its opening event");
  return openLines(postgresLedger(named, named.ledger ?? ledgerName(opened)), target);
}

function holderAt(processId: number | null, world: Pick<World, "now">): string {
  return `${processId === null ? "a program" : `process ${processId}`} since ${new Date(world.now()).toISOString()}`;
}

export interface CourseLedger extends Pick<LogResult, "state" | "head"> {
  readonly isThere: boolean;
  /** Whether its last record was cut off. */
  readonly isTorn: boolean;
  /** Why a run would refuse the ledger although it is undamaged: this machine has seen later or different events in it. */
  readonly older: LedgerProblem | null;
}

/**
 * Reads and folds a course's ledger without locking it. Throws a Failure with a LedgerProblem if the ledger can't be read, is damaged or does not
 * belong to the course.
 */
export async function readLedgerState(
  place: LedgerPlace,
  { course, stateFolder }: { readonly course: string; readonly stateFolder: string | null },
): Promise<CourseLedger> {
  const path = place.location;
  const read = await readLedger(place);
  if (read === null) {
    return { state: fold([]), head: emptyHead, isThere: false, isTorn: false, older: null };
  }
  const { state, head } = read;
  refuseDamage(read, path);
  const found = state.opened?.course ?? course;
  if (found !== course)
    throw new Failure<LedgerProblem>({ code: "ledger_of_other_course", path, found, expected: course });
  const isTorn = read.torn !== null;
  return { state, head, isThere: true, isTorn, older: await olderCopy(read, place, stateFolder) };
}

/** Throws the problem that `olderCopy` finds as a Failure. */
export async function refuseOlderCopy(...found: Parameters<typeof olderCopy>): Promise<void> {
  const older = await olderCopy(...found);
  if (older !== null) throw new Failure<LedgerProblem>(older);
}

/** The problem if this machine has seen later or different events in a ledger, or can't tell; otherwise null. `folder`: null if there are no mirrors. */
async function olderCopy(
  read: LogResult,
  place: LedgerPlace,
  folder: string | null,
): Promise<LedgerProblem | null> {
  const { head, state, lines } = read;
  const { opened } = state;
  if (folder === null || opened === null) return null;
  const ledger = { location: place.location, id: opened.ledger, lines, head, state };
  const problem = await compareWithSeen(ledger, { folder, files: realFiles }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failure) return error.problem as LedgerProblem;
      throw error;
    },
  );
  if (problem?.code !== "ledger_older_copy") return problem;
  // A run under way may have recorded an event after the ledger was read and before this machine's copy was, so the ledger is read again.
  const now = await readLedger(place);
  return now === null || now.head.seq <= head.seq ? problem : olderCopy(now, place, folder);
}

/** What a run is asked to do with a ledger. */
interface RunUse {
  /** Null if unknown: then any will do. */
  readonly service: string | null;
  readonly ledgerMustExist?: boolean | undefined;
  readonly newLedger?: boolean | undefined;
}

/** Why a run would refuse a ledger that was read, as far as that shows without opening it; null if it would not. Changes nothing. */
export async function refusalOf(
  { state, head, older }: CourseLedger,
  { course, place: { ledger }, stateFolder }: LocatedCourse,
  { service, ...use }: RunUse,
): Promise<LedgerProblem | null> {
  const { ledgerMustExist: mustExist = false } = use;
  const identity = { course, service: service ?? state.opened?.service ?? "" };
  try {
    refuseUnfit({ state, head }, { identity, mustExist }, ledger.location);
    if (older === null && ledger.kind === "file") await refuseUnwritable(ledger.location);
  } catch (error) {
    if (error instanceof Failure) return error.problem as LedgerProblem;
    throw error;
  }
  return older ?? (await refusalOfStateFolder(stateFolder, use));
}

async function refuseUnwritable(path: string): Promise<void> {
  const room = await roomIn(dirname(path));
  if (!room.ok) {
    const { at, cause } = room;
    throw new Failure<LedgerProblem>({ code: "ledger_unreadable", path, at, cause });
  }
  await access(path, constants.W_OK).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw unreadable(error, path);
  });
}

async function refusalOfStateFolder(
  folder: string | null,
  use: Omit<RunUse, "service">,
): Promise<LedgerProblem | null> {
  if (folder === null) return refusalWithoutMirror(folder, use);
  const room = await roomIn(folder);
  if (room.ok) return null;
  return room.isThere
    ? { code: "mirror_unusable", path: folder, cause: room.cause }
    : refusalWithoutMirror(folder, use);
}

/**
 * Why nothing may be bought if there is no place for a mirror; null if it may. Without a mirror, a lost ledger would be bought again. A user who requires
 * the ledger keeps it safe by other means; one who consents to a new one buys without a mirror this once.
 */
export function refusalWithoutMirror(
  folder: string | null,
  { ledgerMustExist = false, newLedger = false }: Omit<RunUse, "service">,
): LedgerProblem | null {
  return ledgerMustExist || newLedger ? null : { code: "nothing_remembered", folder };
}

/**
 * A system error about a ledger's file, or a link that leads nowhere, means that the ledger can't be used: one whose disk is missing must not be
 * taken for one that was never begun.
 */
export async function atLedger<Value>(
  place: Pick<LedgerPlace, "kind" | "location">,
  use: () => Promise<Value>,
): Promise<Value> {
  if (place.kind !== "file") return use();
  const path = place.location;
  try {
    const link = danglingLink(path);
    if (link !== null) {
      throw new Failure<LedgerProblem>({ code: "ledger_unreadable", path, at: link, cause: "ENOENT" });
    }
    return await use();
  } catch (error) {
    throw isSystemError(error) ? unreadable(error, path) : error;
  }
}

export function purchasesElsewhere(
  { stateFolder, place: { folder, ledger } }: LocatedCourse,
  buying: Pick<Buying, "plan" | "lessons" | "state" | "service">,
): PurchasesElsewhere {
  return new PurchasesElsewhere({
    ...buying,
    stateFolder,
    folder,
    location: ledger.location,
    files: realFiles,
  });
}
