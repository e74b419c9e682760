import type { LedgerEvent } from "../../src/ledger/event.ts";
import type { Files } from "../../src/shared/files.ts";
import type { SimDisk } from "./disk.ts";
import type { Actor, Judge } from "./judge.ts";
import type { Kernel, SimProcess } from "./kernel.ts";
import type { DiskHealth, ProcessFiles } from "./process-files.ts";
import type { Wire } from "./process-remote.ts";
import type { SimService } from "./sim-service.ts";

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
  /** Told when a process has opened its ledger. */
  readonly opened: (actor: Actor, events: readonly LedgerEvent[]) => void;
  /** How a process reaches the disk: planted bugs lie in between. */
  readonly filesOf: (files: ProcessFiles, process: SimProcess) => Files;
}
