import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { fileFolder } from "../fixtures.ts";
import { linesOf } from "../ledger/fixtures.ts";
import { attemptId, intended, opened, storyId } from "../ledger/format/histories.ts";

const folder = fileFolder();

const plan = join(folder, "course.yaml");
const out = join(folder, "out");
const ledger = join(out, "readers", "ledger.jsonl");

writeFileSync(
  plan,
  "course: readers\ntitle: Readers\nbudget: { credits: 100 }\nlanguages: [es]\ndifficulties: [2]\ntopics: [A market]\n",
);

const env = {
  STORY_API_URL: "http://127.0.0.1:9/api/v1",
  STORY_API_KEY: "storyteller-nobody",
  COURSEBINDER_STATE: join(folder, "state"),
};

/** A command in this process, at a service that nobody answers for. */
function exitCodeOf(...args: readonly string[]): Promise<number> {
  return main([...args, "--out", out, "--quiet"], { ...env }, new AbortController().signal);
}

test("another course's ledger, or another service's, in this one's place is refused, and stays unchanged", async () => {
  mkdirSync(join(out, "readers"), { recursive: true });
  for (const events of [
    [opened, intended()],
    [{ ...opened, course: "readers" }, intended()],
  ]) {
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

const bought = join(folder, "bought");
const boughtLedger = join(bought, "readers", "ledger.jsonl");
const mirror = join(folder, "state", `${opened.ledger}.jsonl`);
const ofLesson = { edition: "1", job: "a-market.es.2" };
const lines = linesOf([
  { ...opened, course: "readers", service: env.STORY_API_URL },
  intended(ofLesson),
  { type: "creation.accepted", ...ofLesson, attempt: attemptId, id: storyId, status: 202, warnings: [] },
]);

mkdirSync(join(bought, "readers"), { recursive: true });
mkdirSync(join(folder, "state"));

/** Commands at a ledger that a run refuses. The service is not called: the user wants to stop at once. */
async function exitCodesOf(
  commands: readonly string[],
  { state = env.COURSEBINDER_STATE, at = bought } = {},
) {
  const codes: Record<string, number> = {};
  for (const typed of commands) {
    const args = typed.replace("<plan>", plan).replace("<file>", join(folder, "new.file")).split(" ");
    const stopped = typed.startsWith("doctor") ? new AbortController().signal : AbortSignal.abort();
    const set = { ...env, COURSEBINDER_STATE: state };
    codes[typed] = await main([...args, "--out", at, "--quiet"], set, stopped);
  }
  return codes;
}

const each = (commands: readonly string[], code: number) =>
  Object.fromEntries(commands.map((one) => [one, code]));

const foretelling = ["run <plan>", "plan <plan>", "doctor <plan>"];
const acting = [
  ...foretelling,
  "plan <plan> --next 2",
  "package <plan> --allow-partial",
  "check-lessons <plan>",
  "align <plan>",
  "resolve <plan>",
  "cost <plan>",
  "cost",
  "review <plan> --export <file>",
  "ledger verify <plan>",
  "ledger copy <plan> <file>",
];
const looking = ["status <plan>", "ledger show <plan>"];

test("no command acts on a ledger that lacks what this machine has seen in it, and each exits as a run", async () => {
  writeFileSync(boughtLedger, Buffer.concat(lines.slice(0, 2)));
  for (const strike of [
    () => writeFileSync(mirror, Buffer.concat(lines)),
    () => writeFileSync(mirror, "damaged\n"),
    () => {
      rmSync(mirror);
      mkdirSync(mirror);
    },
  ]) {
    strike();
    expect(await exitCodesOf(acting)).toEqual(each(acting, 8));
    expect(await exitCodesOf(looking)).toEqual(each(looking, 0));
  }
  rmSync(mirror, { recursive: true });
  expect(await exitCodesOf(["cost <plan>", ...looking])).toEqual(each(["cost <plan>", ...looking], 0));
  expect(readdirSync(join(folder, "state")).filter((name) => name.endsWith(".jsonl"))).toEqual([]);
});

test("a ledger that a run could not create or mirror is foretold", async () => {
  // A file, in which no folder can be made; and a folder in which not even root can make one.
  const fresh = join(folder, "fresh");
  for (const nowhere of [join(plan, "state"), "/proc/nosuch"]) {
    expect(await exitCodesOf(foretelling, { state: nowhere, at: fresh })).toEqual(each(foretelling, 8));
    expect(await exitCodesOf(foretelling, { at: nowhere })).toEqual(each(foretelling, 8));
  }
});

test("a plan's ledger that is another course's is refused by ledger verify, as by every run", async () => {
  const other = join(folder, "other.jsonl");
  writeFileSync(other, Buffer.concat(linesOf([opened])));
  expect(await exitCodeOf("ledger", "verify", other)).toBe(0);
  expect(await exitCodeOf("ledger", "verify", plan, "--ledger", other)).toBe(8);
});
