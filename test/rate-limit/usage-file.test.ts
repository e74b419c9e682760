import { appendFileSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { mergedUse, UsageFile, usagePath } from "../../src/rate-limit/usage-file.ts";
import type { PastUse, Use } from "../../src/rate-limit/usage-log.ts";
import { newFolder } from "../fixtures.ts";
import { interfaceLimits as limits } from "./interface-limits.ts";

let path: string;
let now: number;

beforeEach(() => {
  path = usagePath(join(newFolder(), "state"), {
    service: "https://stories.example/api/v1",
    account: "a key",
  });
  now = Date.UTC(2026, 10, 22);
});

test("The calls of one command are known to the next one, as long as they count", () => {
  const run = usage();
  for (const use of ["call", "creation"] as const) run.note(use);
  now += 90_000;
  for (const use of ["call", "narration"] as const) run.note(use);
  now += 5_000;
  expect(usage().recent(limits)).toEqual([
    ...uses("creation", 95_000),
    ...uses("call", 5_000),
    ...uses("narration", 5_000),
  ]);
});

test("A run's starts are known to the next one even after another command has shortened the file", () => {
  const run = usage();
  run.note("creation");
  appendFileSync(path, `${now - 3_600_000} c\n`.repeat(70_000));
  now += 1_000;
  usage().note("creation");
  expect(statSync(path).size).toBeLessThan(300_000);
  now += 1_000;
  run.note("narration");
  run.note("creation");
  expect(usage().recent(limits)).toEqual([
    ...uses("creation", 1_000),
    ...uses("narration", 0),
    ...uses("creation", 0),
  ]);
});

test("A run continues in a new file if the old one was removed", () => {
  const run = usage();
  run.note("creation");
  rmSync(path);
  run.note("narration");
  expect(readFileSync(path, "utf8")).toBe(`${now} n\n`);
});

test.each([
  ["Starts on two machines are counted together, oldest first", [90, 50], [70, 30], [90, 70, 50, 30]],
  ["A start in both records counts once, at the time recorded here", [90, 50], [88, 51.9], [88, 51.9]],
  ["Records too far apart are of two starts", [90], [87.999], [90, 87.999]],
  ["Of two in the ledger beside one here, the other counts too", [90, 89], [89.5], [89.5, 89]],
  ["Of two here beside one in the ledger, both count", [89.5], [90, 89], [90, 89]],
  ["As many as possible are matched, from the left", [90, 88], [89, 87], [89, 87]],
  ["As many as possible are matched, from the right", [90, 88], [91.5, 89.5], [91.5, 89.5]],
])("%s", (_, inLedger, here, merged) => {
  for (const use of ["creation", "narration", "call"] as const) {
    const [there, own, all] = [inLedger, here, merged].map((ages) =>
      uses(use, ...ages.map((seconds) => seconds * 1_000)),
    );
    expect(mergedUse(there ?? [], own ?? [])).toEqual(all);
  }
});

test("An audiobook's start is never matched to a story's", () => {
  const [creation, narration] = [uses("creation", 90_000), uses("narration", 90_100)];
  expect(mergedUse(creation, narration)).toEqual([...narration, ...creation]);
});

test("Everything recorded here is counted, in order, and never fewer nor more than both records have", () => {
  const some = fc
    .array(fc.nat({ max: 20_000 }), { maxLength: 12 })
    .map((ages) => uses("call", ...ages.sort((a, b) => b - a)));
  fc.assert(
    fc.property(some, some, (told, noted) => {
      const merged = mergedUse(told, noted);
      expect(merged).toEqual([...merged].sort((a, b) => b.agoMs - a.agoMs));
      expect(merged.length).toBeGreaterThanOrEqual(Math.max(told.length, noted.length));
      expect(merged.length).toBeLessThanOrEqual(told.length + noted.length);
      expect(mergedUse([], noted)).toEqual(noted);
      expect(mergedUse(told, told)).toEqual(told);
    }),
  );
});

/** What a command of its own writes and reads. */
function usage(): UsageFile {
  return new UsageFile(path, { now: () => now });
}

function uses(use: Use, ...ages: readonly number[]): PastUse[] {
  return ages.map((agoMs) => ({ agoMs, use }));
}
