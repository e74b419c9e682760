import type { LedgerEvent } from "../../../src/ledger/format/event.ts";
import type { LineTarget } from "../../../src/ledger/rescue/rejoin.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import type { Files } from "../../../src/shared/files/files.ts";
import type { World } from "../../../src/shared/world.ts";
import type { Actor, Judge } from "../judge.ts";
import type { SimDisk } from "./disk.ts";
import type { Kernel, SimProcess } from "./kernel.ts";
import type { DiskHealth, ProcessFiles } from "./process-files.ts";
import type { Wire } from "./process-remote.ts";
import type { SimService } from "./sim-service.ts";

/** How a process opens a ledger. */
export interface Opening {
  readonly actor: Actor;
  readonly folder: string;
  readonly mustExist: boolean;
  readonly files: Files;
  readonly world: World;
  /** Null: the program remembers nothing on this machine. */
  readonly stateFolder: string | null;
}

/** Where the ledgers of a history are. */
export interface LedgerHome {
  open(opening: Opening): Promise<LedgerStore>;
  openForLines(opening: Opening): Promise<LineTarget>;
}

/** One computer with its disk, and the service at the other end of the wire. */
export interface Machine {
  readonly kernel: Kernel;
  readonly disk: SimDisk;
  readonly health: DiskHealth;
  readonly service: SimService;
  readonly judge: Judge;
  readonly wire: Wire;
  /** Whether the program remembers heads of ledgers outside the course's folder. */
  readonly anchored: boolean;
  readonly name: string;
  readonly home: LedgerHome;
  /** Told when a process has opened its ledger. */
  readonly opened: (actor: Actor, events: readonly LedgerEvent[]) => void;
  /** Told when an event is durable by the program's word, while its process lives. */
  readonly recorded: (actor: Actor, event: LedgerEvent) => void;
  /** How a process reaches the disk: planted bugs lie in between. */
  readonly filesOf: (files: ProcessFiles, process: SimProcess) => Files;
}
