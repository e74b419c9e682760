import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Served } from "../e2e/fixtures/served.ts";
import { shareOf } from "../share.ts";
import { needTool } from "../tools.ts";
import { type FaultLine, nameOf, strikeCalls } from "./system-calls.ts";

const anything = { on: "anything", forGood: false, lessons: 1 } as const;
const ledger = { on: "ledger", forGood: false, lessons: 2 } as const;
const mirrors = { on: "mirrors", forGood: false, lessons: 2, resumed: true } as const;

const lines: readonly (FaultLine & {
  /** The least number of such calls in a run. */
  readonly calls: number;
  /** The exit code of a run that survives: 8 if the ledger failed. */
  readonly exits: readonly (number | null)[];
})[] = [
  { ...ledger, call: "write", fault: "EIO", calls: 12, exits: [8] },
  { ...ledger, call: "write", fault: "ENOSPC", forGood: true, calls: 12, exits: [8] },
  { ...ledger, call: "write", fault: "KILL", calls: 12, exits: [null] },
  { ...anything, call: "fdatasync", fault: "EIO", forGood: true, calls: 18, exits: [0, 7, 8] },
  { ...anything, call: "fdatasync", fault: "KILL", calls: 18, exits: [null] },
  { ...anything, call: "fsync", fault: "EIO", calls: 8, exits: [0, 7, 8] },
  { ...anything, call: "fsync", fault: "KILL", calls: 8, exits: [null] },
  { ...anything, call: "rename", fault: "ENOSPC", calls: 3, exits: [0, 7, 8] },
  { ...anything, call: "rename", fault: "KILL", calls: 3, exits: [null] },
  { ...anything, call: "pwrite64", fault: "EIO", lessons: 2, resumed: true, calls: 1, exits: [8] },
  { ...anything, call: "ftruncate", fault: "EIO", calls: 2, exits: [0, 8] },
  { ...anything, call: "mkdir", fault: "ENOSPC", calls: 4, exits: [0, 7, 8] },
  { ...ledger, call: "openat", fault: "EIO", calls: 3, exits: [0, 7, 8] },
  { ...mirrors, call: "%file,%desc", fault: "KILL", calls: 30, exits: [null] },
  { ...mirrors, call: "%file,%desc", fault: "KILL", restores: true, calls: 15, exits: [null] },
  { ...mirrors, call: "write", fault: "ENOSPC", forGood: true, calls: 8, exits: [0, 8] },
];

describe.runIf(needTool("strace", "/usr/bin/strace"))("no lesson is lost and none is bought twice", () => {
  let served: Served;

  beforeAll(async () => {
    served = await Served.start({ credits: 1_000_000, writingTime: "30ms" });
  });

  afterAll(() => served.dispose());

  const step = shareOf(12);

  /** Every twelfth call of those that a run makes at least. The lines begin at different calls, to meet many of them together. */
  const someCalls = (least: number, index: number): readonly number[] => {
    const first = (index * 5) % Math.min(least, step);
    return Array.from({ length: least }, (_, call) => call + 1).filter((_, call) => call % step === first);
  };

  const rows = lines.map((line, index) => {
    const numbers = step === 1 ? ("every" as const) : someCalls(line.calls, index);
    const where = numbers === "every" ? "each such call" : `call ${numbers.join(" and call ")}`;
    return [nameOf(line), where, numbers, line] as const;
  });

  it.for(rows)("with %s, at %s of a run", async ([name, , numbers, { calls, exits, ...line }]) => {
    const strikes = await strikeCalls(line, served, numbers);
    if (numbers === "every") expect(strikes.length, name).toBeGreaterThanOrEqual(calls);
    else expect(strikes.map(({ number }) => number)).toEqual(numbers);
    for (const { number, code } of strikes) expect(exits, `${name}, call ${number}`).toContain(code);
  });
});
