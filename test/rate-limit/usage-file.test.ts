import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { UsageFile, usagePath } from "../../src/rate-limit/usage-file.ts";

const windows = { callsMs: 60_000, startsMs: 600_000 };
const call = { service: "https://stories.example/api/v1", account: "a key" };

let path: string;
let now: number;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "coursebinder-usage-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  path = usagePath(join(folder, "state"), call);
  now = Date.UTC(2026, 10, 22);
});

test("The calls of one command are known to the next one, as long as they count", () => {
  const run = usage();
  for (const use of ["call", "creation"] as const) run.note(use);
  now += 90_000;
  for (const use of ["call", "narration"] as const) run.note(use);
  now += 5_000;
  expect(usage().recent(windows)).toEqual({
    callsAgoMs: [5_000],
    startsAgoMs: [
      { ms: 95_000, use: "creation" },
      { ms: 5_000, use: "narration" },
    ],
  });
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
  expect(usage().recent(windows).startsAgoMs).toEqual([
    { ms: 1_000, use: "creation" },
    { ms: 0, use: "narration" },
    { ms: 0, use: "creation" },
  ]);
});

test("A run continues in a new file if the old one was removed", () => {
  const run = usage();
  run.note("creation");
  rmSync(path);
  run.note("narration");
  expect(readFileSync(path, "utf8")).toBe(`${now} n\n`);
});

/** What a command of its own writes and reads. */
function usage(): UsageFile {
  return new UsageFile(path, { now: () => now });
}
