import { strayAnswers } from "./creation-faults.ts";
import { type DatabaseFaults, soundDatabase } from "./postgres/database.ts";
import type { SharedScenario } from "./postgres/shared-scenario.ts";
import { beforeMonthEndMs, type Scenario } from "./scenario.ts";

/** The emphasis of a history: what is rare in others happens in every history with it. */
const emphases = {
  /** Stories cost more than their quotes, and runs have ceilings of their own. */
  ceilings: (scenario) => ({
    ...scenario,
    terms: { ...scenario.terms, balance: null, dearer: 10, writingMs: 0 },
    shares: { ...scenario.shares, ceiling: 1 },
  }),
  /** The month ends, clocks are set, and plans have a month's budget. */
  months: (scenario) => ({
    ...scenario,
    startsAtMs: beforeMonthEndMs,
    shares: { ...scenario.shares, month: 1, jump: 0.7, edition: 0.7 },
  }),
  /** The lock is removed during a run, and a second run begins. */
  locks: (scenario) => ({
    ...scenario,
    parkShare: 0.5,
    shares: { ...scenario.shares, names: 0.8, clock: 0, second: 0.8 },
    meddlings: ["lock removed"],
  }),
  /** The course's folder and its ledger are changed during runs. */
  names: (scenario) => ({ ...scenario, shares: { ...scenario.shares, names: 1, clock: 0 } }),
  /** Answers in odd forms are another client's. */
  strays: (scenario) => ({ ...scenario, net: { ...scenario.net, creation: 0.5, kinds: strayAnswers } }),
  /** With a database: computers are suspended between an intention and its request, while others take the ledger over. */
  takeovers: (scenario) => scenario,
  /** With a database: users settle at once what a computer has left open that is suspended for a moment. */
  settlements: (scenario) => ({ ...scenario, shares: { ...scenario.shares, suspend: 0, hasty: 1 } }),
  /** With a database: connections break after messages that were executed. */
  breaks: (scenario) => scenario,
} satisfies Record<string, (scenario: Scenario) => Scenario>;

export type Emphasis = keyof typeof emphases;

/** Parses an emphasis of the command line. Throws if the name is unknown. */
export function readEmphasis(name: string): Emphasis {
  if (name in emphases) return name as Emphasis;
  throw new Error(`no such emphasis: ${name}; there are ${Object.keys(emphases).join(", ")}`);
}

export function emphasized(scenario: Scenario, emphasis: Emphasis | null): Scenario {
  return emphasis === null ? scenario : emphases[emphasis](scenario);
}

/** The same as `emphasized`, for several computers with a ledger in a database. */
export function emphasizedShared(shared: SharedScenario, emphasis: Emphasis | null): SharedScenario {
  const scenario = emphasized(shared.scenario, emphasis);
  const shares = { ...shared.shares, restore: 0 };
  switch (emphasis) {
    case "takeovers":
      return {
        ...shared,
        scenario,
        freezeWithin: 6,
        shares: { ...shares, others: 0.9, takeover: 1, freeze: 1 },
      };
    case "settlements":
      return {
        ...shared,
        scenario,
        freezeWithin: 14,
        freezeForMs: [1_500],
        faults: soundDatabase,
        shares: { ...shares, others: 0.9, takeover: 0, freeze: 1, settle: 1 },
      };
    case "breaks":
      return { ...shared, scenario, shares, faults: breaks };
    default:
      return { ...shared, scenario };
  }
}

const breaks: DatabaseFaults = { message: 0.05, kinds: ["lost-after"], connect: 0, latencyMs: 0 };
