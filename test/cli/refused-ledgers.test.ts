import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { fileFolder } from "../fixtures.ts";
import { linesOf } from "../ledger/fixtures.ts";
import { intended, opened } from "../ledger/format/histories.ts";

const folder = fileFolder();

const plan = join(folder, "course.yaml");
const out = join(folder, "out");
const ledger = join(out, "readers", "ledger.jsonl");

writeFileSync(
  plan,
  "course: readers\ntitle: Readers\nbudget: { credits: 100 }\nlanguages: [es]\ndifficulties: [2]\ntopics: [A market]\n",
);

/** A command in this process, at a service that nobody answers for. */
function exitCodeOf(...args: readonly string[]): Promise<number> {
  const env = {
    STORY_API_URL: "http://127.0.0.1:9/api/v1",
    STORY_API_KEY: "storyteller-nobody",
    COURSEBINDER_STATE: join(folder, "state"),
  };
  return main([...args, "--out", out, "--quiet"], env, new AbortController().signal);
}

test("another course's ledger in this one's place is refused, and stays unchanged", async () => {
  mkdirSync(join(out, "readers"), { recursive: true });
  for (const events of [[opened], [opened, intended()]]) {
    writeFileSync(ledger, Buffer.concat(linesOf(events)));
    const before = readFileSync(ledger, "utf8");
    expect(await exitCodeOf("ledger", "create", plan)).toBe(8);
    expect(readFileSync(ledger, "utf8")).toBe(before);
  }
});

test("a ledger is not joined with itself", async () => {
  const other = join(folder, "again.jsonl");
  const own = { course: "readers", service: "http://127.0.0.1:9/api/v1" };
  writeFileSync(other, Buffer.concat(linesOf([{ ...opened, ...own }])));
  expect(await exitCodeOf("ledger", "join", plan, other, "--ledger", other)).toBe(2);
});

test("nothing is bought where a mirror has no place", async () => {
  const env = {
    STORY_API_URL: "http://127.0.0.1:9/api/v1",
    STORY_API_KEY: "storyteller-nobody",
    // A file, in which no folder can be made.
    COURSEBINDER_STATE: join(plan, "state"),
  };
  const args = ["run", plan, "--out", join(folder, "elsewhere"), "--quiet"];
  // Who wants to stop at once is not kept waiting for a service that nobody answers for.
  expect(await main(args, env, AbortSignal.abort())).toBe(8);
});

test("a plan's ledger that is another course's is refused by ledger verify, as by every run", async () => {
  const other = join(folder, "other.jsonl");
  writeFileSync(other, Buffer.concat(linesOf([opened])));
  expect(await exitCodeOf("ledger", "verify", other)).toBe(0);
  expect(await exitCodeOf("ledger", "verify", plan, "--ledger", other)).toBe(8);
});
