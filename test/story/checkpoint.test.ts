import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { checkpointPath } from "../../src/ledger/checkpoint-file.ts";
import { foldByCheckpoint } from "../../src/ledger/fold-file.ts";
import { realFiles } from "../../src/shared/real-files.ts";
import { writeLongLedger } from "../bench/long-ledger.ts";
import { forgetLessons, isMarked, mark } from "../ledger/checkpoint-rig.ts";
import { id, intended } from "../ledger/histories.ts";
import { open } from "../ledger/rig.ts";
import { coursebinder, documentOf, type Finished, start, temporaryFolder } from "../rig.ts";
import { Served, smallCourse } from "./served.ts";

const disposals: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose();
});

const lesson = "the-night-train-that-never-arrived";

// The first edition's lessons, and one that nobody made.
const longCourse = `course: weekly
title: A weekly course
budget: { credits: 500 }
edition: "2026-1"
languages: [es]
difficulties: [3]
topics:
${Array.from({ length: 25 }, (_, topic) => `  - { id: ${lesson}-${topic}, topic: A story ${topic} }`).join("\n")}
`;

/** A course whose ledger has so many events that a reader keeps a checkpoint. */
async function longLedger() {
  const { path: folder, dispose } = temporaryFolder();
  disposals.push(dispose);
  mkdirSync(join(folder, "out", "weekly"), { recursive: true });
  const ledger = join(folder, "out", "weekly", "ledger.jsonl");
  writeLongLedger(ledger, { events: 24_000, density: "dense" });
  writeFileSync(join(folder, "course.yaml"), longCourse);
  const status = (state: string, ...flags: readonly string[]): Promise<Finished> =>
    coursebinder(["status", "course.yaml", ...flags], {
      cwd: folder,
      env: { COURSEBINDER_STATE: join(folder, state) },
    });
  return { ledger, status, checkpoint: checkpointPath(join(folder, "state"), id(0)) };
}

it("a second status prints the same bytes, and reads no line again that the first one has read", async () => {
  const { ledger, status, checkpoint } = await longLedger();
  const first = await status("state");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toContain("24 done, 0 failed, 0 uncertain, 0 still being made, 1 not started");
  const kept = statSync(checkpoint).ino;
  expect((await status("state")).stdout).toBe(first.stdout);
  expect(statSync(checkpoint).ino).toBe(kept);
  await mark(checkpoint);
  expect(isMarked(documentOf(await status("state", "--json")).service)).toBe(true);
  expect(isMarked(documentOf(await status("elsewhere", "--json")).service)).toBe(false);

  const bytes = readFileSync(ledger);
  const flipped = Buffer.from(bytes);
  flipped[1_000_000] = (flipped[1_000_000] ?? 0) ^ 1;
  writeFileSync(ledger, flipped);
  const damaged = await status("state");
  expect(damaged.code).toBe(8);
  expect(damaged).toEqual(await status("nowhere"));
});

it("after more events status says what a reader without a checkpoint says", async () => {
  const { ledger, status, checkpoint } = await longLedger();
  const before = await status("state");
  const service = "https://stories.example/api/v1";
  const run = await open(ledger, { identity: { course: "weekly", service } });
  const job = `${lesson}-24.es.3`;
  const names = { edition: "2026-1", attempt: id(7), job };
  await run.append(intended(names));
  await run.append({ type: "creation.accepted", ...names, id: id(8), status: 202, warnings: [] });
  const replaced = { edition: "2026-1", attempt: id(9), job: `${lesson}-0.es.3` };
  await run.append(intended({ ...replaced, replaces: true }));
  await run.close();
  const kept = readFileSync(checkpoint);
  const after = await status("state");
  expect(after.stdout).toContain("23 done, 0 failed, 1 uncertain, 1 still being made, 0 not started");
  expect(after.stdout).not.toBe(before.stdout);
  expect(after).toEqual(await status("nowhere"));
  expect(readFileSync(checkpoint).equals(kept)).toBe(true);
});

it("a ledger out of a pipe, which can be read only once, is read as one out of a file", async () => {
  const { ledger, status } = await longLedger();
  const first = await status("state", "--json");
  const bash = ["bash", "-c", `exec "$@" --ledger <(cat '${ledger}')`, "bash"];
  const folder = dirname(dirname(dirname(ledger)));
  const env = { COURSEBINDER_STATE: join(folder, "state") };
  const piped = await start({ args: ["status", "course.yaml", "--json"], cwd: folder, env, under: bash })
    .finished;
  const { ledger: _path, ...said } = documentOf(piped);
  const { ledger: _file, ...expected } = documentOf(first);
  expect(said).toEqual(expected);
});

it("a checkpoint that knows of no lesson makes a run buy nothing twice, and neither verify nor resolve reads it", async () => {
  const served = await Served.start();
  disposals.push(() => served.dispose());
  served.plan(smallCourse(["First", "Second [[lose-reply]]"]));
  expect(documentOf(await served.run())).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1 } });
  const ledger = join(served.folder, "out", "course", "ledger.jsonl");
  const place = { folder: join(served.folder, ".state"), files: realFiles };
  const folding = await foldByCheckpoint(ledger, place, 1);
  await folding?.keep();
  const checkpoint = checkpointPath(place.folder, folding?.state.opened?.ledger ?? "");
  await forgetLessons(checkpoint);
  const status = () => served.command(["status", "course.yaml", "--json"]);
  expect(documentOf(await status())).toMatchObject({ jobs: { pending: 2 } });

  const verified = await served.command(["ledger", "verify", "course.yaml"]);
  expect(verified.stdout).toMatch(/whole; \d+ events, 2 jobs/);
  const resolved = await served.command(["resolve", "course.yaml", "--json"]);
  expect(documentOf(resolved)).toMatchObject({ uncertain: [{ job: "second-lose-reply.es.2" }] });
  const again = documentOf(await served.run());
  expect(again).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1 } });
  expect(served.proxy.creations).toBe(2);
});
