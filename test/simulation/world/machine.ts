import type { LedgerEvent } from "../../../src/ledger/format/event.ts";
import type { LockedLines } from "../../../src/ledger/locked-lines.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import type { Files } from "../../../src/shared/files/files.ts";
import type { World } from "../../../src/shared/world.ts";
import type { Actor, Judge } from "../judge.ts";
import type { SimDisk } from "./disk.ts";
import type { Kernel } from "./kernel.ts";
import type { DiskHealth } from "./process-files.ts";
import type { Wire } from "./process-remote.ts";
import type { SimService } from "./sim-service.ts";

/** How a process opens a ledger. */
export interface Opening {
  readonly actor: Actor;
  readonly folder: string;
  readonly mustExist: boolean;
  readonly files: Files;
  readonly world: World;
  /** Null if the program has no mirrors on this machine. */
  readonly stateFolder: string | null;
}

/** The store of a history's ledgers. */
export interface LedgerHome {
  open(opening: Opening): Promise<LedgerStore>;
  openLines(opening: Opening): Promise<LockedLines>;
}

/** One computer with its disk, and the service. */
export interface Machine {
  readonly kernel: Kernel;
  readonly disk: SimDisk;
  readonly health: DiskHealth;
  readonly service: SimService;
  readonly judge: Judge;
  readonly wire: Wire;
  /** Whether the program mirrors its ledgers outside the course's folder. */
  readonly isMirrored: boolean;
  readonly name: string;
  readonly home: LedgerHome;
  /** Called when a process has opened its ledger. */
  readonly opened: (actor: Actor, events: readonly LedgerEvent[]) => void;
  /** Called when the program considers an event durable, while its process lives. */
  readonly recorded: (actor: Actor, event: LedgerEvent) => void;
}
