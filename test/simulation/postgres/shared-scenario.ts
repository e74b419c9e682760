import type { Chance } from "../chance.ts";
import { drawScenario, type Scenario } from "../scenario.ts";
import { soundDisk } from "../world/process-files.ts";
import { type DatabaseFaults, soundDatabase } from "./database.ts";
import { messageFaults } from "./link.ts";

/** The further faults of a history with a database and several computers. */
export interface SharedScenario {
  readonly scenario: Scenario;
  readonly computers: number;
  readonly faults: DatabaseFaults;
  readonly shares: SharedShares;
  /** A suspension happens within this many calls of an intention. */
  readonly freezeWithin: number;
  /** How long it may last. Shorter than a confirmation lasts, too: whoever wakes within that time may still send. */
  readonly freezeForMs: readonly number[];
}

/** The rates of faults during and between runs. */
export interface SharedShares {
  /** Other computers start runs at the same time. */
  readonly others: number;
  /** A run that finds the ledger held ends the holder's session. */
  readonly takeover: number;
  /** The server restarts. */
  readonly restart: number;
  /** A computer is suspended soon after an intention was recorded. */
  readonly freeze: number;
  /** A backup is restored. */
  readonly restore: number;
  /** A user at another computer takes the ledger over from a run, and settles what it has left open. */
  readonly settle: number;
}

export function drawSharedScenario(chance: Chance): SharedScenario {
  const some = (share: number, least: number, most: number): number =>
    chance.hits(share) ? least + chance.next() * (most - least) : 0;
  const restore = some(0.25, 0.3, 0.8);
  return {
    // No faults of the computers' own disks, which other histories cover.
    scenario: { ...drawScenario(chance), disk: soundDisk },
    computers: chance.between(2, 3),
    faults: chance.hits(0.6) ? drawFaults(chance) : soundDatabase,
    shares: {
      // A restored ledger is detected by a computer that remembers newer events.
      others: restore > 0 ? 0 : some(0.7, 0.3, 0.9),
      takeover: some(0.7, 0.4, 1),
      restart: some(0.25, 0.2, 0.6),
      freeze: some(0.4, 0.3, 0.9),
      restore,
      settle: restore > 0 ? 0 : some(0.3, 0.2, 0.6),
    },
    freezeWithin: 25,
    freezeForMs: [300, 1_500, 3_000, 20_000, 50_000, 100_000, 3_600_000],
  };
}

function drawFaults(chance: Chance): DatabaseFaults {
  const kinds = messageFaults.filter(() => chance.hits(0.5));
  return {
    message: kinds.length > 0 ? chance.pick([0.005, 0.02, 0.05]) : 0,
    kinds,
    connect: chance.hits(0.3) ? chance.pick([0.1, 0.4]) : 0,
    latencyMs: chance.pick([0, 0, 50, 1_000]),
  };
}
