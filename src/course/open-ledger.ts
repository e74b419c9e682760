import { hostname, tmpdir } from "node:os";
import type { CopySource, CopyTarget, WholeLedger } from "../ledger/copy-ledger.ts";
import { openFileLedger, readFileLedger } from "../ledger/file/file-store.ts";
import type { LogResult } from "../ledger/file/read-log.ts";
import { ledgerName } from "../ledger/postgres/address.ts";
import type { LineTarget } from "../ledger/rescue/rejoin.ts";
import type { LedgerIdentity, LedgerStore } from "../ledger/store.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { World } from "../shared/world.ts";
import type { LedgerPlace, NamedLedger } from "./ledger-place.ts";

/** Reads and verifies a ledger without holding it; null where there is none. */
export async function readLedger(place: LedgerPlace): Promise<LogResult | null> {
  if (place.kind === "postgres") {
    // The client for the database is loaded only where there is one.
    const { readPostgresLedger } = await import("../ledger/postgres/read.ts");
    return readPostgresLedger(place.address, place.name);
  }
  if ((await realFiles.read(place.location)) === null) return null;
  return readFileLedger(place.location, realFiles);
}

export interface OpenOptions {
  readonly identity: LedgerIdentity;
  readonly mustExist: boolean;
  readonly rescuePath: string;
  readonly stateFolder: string | null;
  /** Names this process to others that find the ledger held. */
  readonly processId: number | null;
  readonly world: World;
}

/** Opens a ledger for writing, alone. */
export async function openLedger(place: LedgerPlace, options: OpenOptions): Promise<LedgerStore> {
  const { identity, mustExist, rescuePath, stateFolder, processId, world } = options;
  const shared = {
    identity,
    mustExist,
    ...(stateFolder === null ? {} : { stateFolder }),
    spareFolder: tmpdir(),
    files: realFiles,
    world,
  };
  const holder = holderAt(processId, world);
  if (place.kind === "file") return openFileLedger({ ...shared, path: place.location, holder });
  const { openPostgresLedger } = await import("../ledger/postgres/store.ts");
  // Other machines ask too.
  const named = `${holder} on ${hostname()}`;
  return openPostgresLedger({
    ...shared,
    address: place.address,
    name: place.name,
    rescuePath,
    holder: named,
  });
}

export interface CopyMeans {
  readonly processId: number;
  readonly world: World;
}

/** Opens a ledger to be copied. */
export async function openCopySource(
  place: LedgerPlace,
  { processId, world }: CopyMeans,
): Promise<CopySource> {
  const holder = `a copy by ${holderAt(processId, world)}`;
  if (place.kind === "file") {
    const { openFileSource } = await import("../ledger/file/copy-file.ts");
    return openFileSource({ path: place.location, holder, files: realFiles });
  }
  const { openPostgresSource } = await import("../ledger/postgres/copy.ts");
  return openPostgresSource({ ...place, holder, world });
}

/** Opens a ledger, or the place of one, for lines as they are. */
export async function openForLines(place: LedgerPlace, { processId, world }: CopyMeans): Promise<LineTarget> {
  const holder = holderAt(processId, world);
  if (place.kind === "file") {
    const { openFileForLines } = await import("../ledger/file/line-target-file.ts");
    return openFileForLines({ path: place.location, holder, files: realFiles });
  }
  const { openPostgresForLines } = await import("../ledger/postgres/copy.ts");
  return openPostgresForLines({ ...place, holder, world });
}

/** Opens the place for a copy. A database keeps it under the name that runs of its course look for, unless the address says another. */
export async function openCopyTarget(
  named: NamedLedger,
  { events }: WholeLedger,
  { processId, world }: CopyMeans,
): Promise<CopyTarget> {
  const holder = `a copy by ${holderAt(processId, world)}`;
  if (typeof named === "string") {
    const { openFileTarget } = await import("../ledger/file/copy-file.ts");
    return openFileTarget({ path: named, holder, files: realFiles });
  }
  const { openPostgresTarget } = await import("../ledger/postgres/copy.ts");
  const [first] = events;
  if (first?.type !== "ledger.opened") throw new Error("a whole ledger begins with its opening");
  return openPostgresTarget({ address: named, name: named.ledger ?? ledgerName(first), holder, world });
}

function holderAt(processId: number | null, world: Pick<World, "now">): string {
  return `${processId === null ? "a program" : `process ${processId}`} since ${new Date(world.now()).toISOString()}`;
}
