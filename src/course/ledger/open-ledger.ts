import { hostname, tmpdir } from "node:os";
import { openFileLedger } from "../../ledger/file/file-ledger.ts";
import { readFileLedger } from "../../ledger/file/read-file.ts";
import type { LogResult } from "../../ledger/file/read-log.ts";
import { identityIn } from "../../ledger/format/identity.ts";
import type { Expected, LockedLines, WholeLedger } from "../../ledger/locked-lines.ts";
import { ledgerName } from "../../ledger/postgres/ledger-name.ts";
import type { LedgerIdentity, LedgerStore } from "../../ledger/store.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { World } from "../../shared/world.ts";
import { fileLedger, type LedgerPlace, type NamedLedger, postgresLedger } from "./ledger-place.ts";
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

export interface LinesMeans {
  readonly processId: number;
  readonly world: World;
  readonly expected?: Expected;
}

/** Opens a ledger, existing or new, for whole lines, and locks it. */
export async function openLines(
  place: LedgerPlace,
  { processId, world, expected = "either" }: LinesMeans,
): Promise<LockedLines> {
  const holder = `${expected === "either" ? "" : "a copy by "}${holderAt(processId, world)}`;
  if (place.kind === "file") {
    const { openFileLines } = await import("../../ledger/file/file-lines.ts");
    return atLedger(place, () => openFileLines({ path: place.location, holder, expected, files: realFiles }));
  }
  const { openPostgresLines } = await import("../../ledger/postgres/postgres-lines.ts");
  return openPostgresLines({ ...place, holder, expected, world });
}

/** Opens the target of a copy. In a database, it gets the name that its course's runs look for, unless the address gives another. */
export async function openCopyTarget(
  named: NamedLedger,
  { events }: WholeLedger,
  means: LinesMeans,
): Promise<LockedLines> {
  const target = { ...means, expected: "nothing" } as const;
  if (typeof named === "string") return openLines(fileLedger(named), target);
  const identity = identityIn(events);
  if (identity === null) throw new Error("a whole ledger begins with its opening");
  return openLines(postgresLedger(named, named.ledger ?? ledgerName(identity)), target);
}

function holderAt(processId: number | null, world: Pick<World, "now">): string {
  return `${processId === null ? "a program" : `process ${processId}`} since ${new Date(world.now()).toISOString()}`;
}
