import { hostname, tmpdir } from "node:os";
import type { CopySource, CopyTarget, LineTarget, WholeLedger } from "../../ledger/copy-ledger.ts";
import { openFileLedger, readFileLedger } from "../../ledger/file/file-store.ts";
import type { LogResult } from "../../ledger/file/read-log.ts";
import { ledgerName } from "../../ledger/postgres/ledger-name.ts";
import type { LedgerIdentity, LedgerStore } from "../../ledger/store.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { World } from "../../shared/world.ts";
import { fileLedger, type LedgerPlace, type NamedLedger } from "./ledger-place.ts";
import { atLedger } from "./unreadable-ledger.ts";

/** Reads and verifies a ledger without locking it; null if there is none. */
export async function readLedger(place: LedgerPlace): Promise<LogResult | null> {
  if (place.kind === "postgres") {
    // Loads the database client only when it is needed.
    const { readPostgresLedger } = await import("../../ledger/postgres/read.ts");
    return readPostgresLedger(place.address, place.name);
  }
  const path = place.location;
  return atLedger(place, async () =>
    (await realFiles.read(path)) === null ? null : readFileLedger(path, realFiles),
  );
}

export interface OpenOptions {
  readonly identity: LedgerIdentity;
  readonly mustExist: boolean;
  readonly rescuePath: string;
  readonly stateFolder: string | null;
  /** Identifies this process to others that find the ledger locked. */
  readonly processId: number | null;
  readonly world: World;
}

/** Opens a ledger for writing, and locks it. */
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
  if (place.kind === "file") {
    return atLedger(place, () => openFileLedger({ ...shared, path: place.location, holder }));
  }
  const { openPostgresLedger } = await import("../../ledger/postgres/store.ts");
  // Name the host too, since other machines may find the lock.
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

/** Opens a ledger as the source of a copy. */
export async function openCopySource(
  place: LedgerPlace,
  { processId, world }: CopyMeans,
): Promise<CopySource> {
  const holder = `a copy by ${holderAt(processId, world)}`;
  if (place.kind === "file") {
    const { openFileSource } = await import("../../ledger/file/copy-file.ts");
    return atLedger(place, () => openFileSource({ path: place.location, holder, files: realFiles }));
  }
  const { openPostgresSource } = await import("../../ledger/postgres/copy.ts");
  return openPostgresSource({ ...place, holder, world });
}

/** Opens a ledger, existing or new, for raw lines. */
export async function openForLines(place: LedgerPlace, { processId, world }: CopyMeans): Promise<LineTarget> {
  const holder = holderAt(processId, world);
  if (place.kind === "file") {
    const { openFileForLines } = await import("../../ledger/file/line-target-file.ts");
    return atLedger(place, () => openFileForLines({ path: place.location, holder, files: realFiles }));
  }
  const { openPostgresForLines } = await import("../../ledger/postgres/copy.ts");
  return openPostgresForLines({ ...place, holder, world });
}

/** Opens the target of a copy. In a database, it gets the name that its course's runs look for, unless the address gives another. */
export async function openCopyTarget(
  named: NamedLedger,
  { events }: WholeLedger,
  { processId, world }: CopyMeans,
): Promise<CopyTarget> {
  const holder = `a copy by ${holderAt(processId, world)}`;
  if (typeof named === "string") {
    const { openFileTarget } = await import("../../ledger/file/copy-file.ts");
    return atLedger(fileLedger(named), () => openFileTarget({ path: named, holder, files: realFiles }));
  }
  const { openPostgresTarget } = await import("../../ledger/postgres/copy.ts");
  const [first] = events;
  if (first?.type !== "ledger.opened") throw new Error("a whole ledger begins with its opening");
  return openPostgresTarget({ address: named, name: named.ledger ?? ledgerName(first), holder, world });
}

function holderAt(processId: number | null, world: Pick<World, "now">): string {
  return `${processId === null ? "a program" : `process ${processId}`} since ${new Date(world.now()).toISOString()}`;
}
