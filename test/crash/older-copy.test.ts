import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Served } from "../e2e/fixtures/served.ts";
import { documentOf } from "../fixtures.ts";
import { CrashedCourse } from "./crashed-course.ts";
import { WatchingProxy } from "./watching-proxy.ts";

let served: Served;
let proxy: WatchingProxy;
let course: CrashedCourse;

beforeEach(async () => {
  served = await Served.start({ writingTime: "30ms" });
  proxy = await WatchingProxy.listen(served.proxy.target);
  course = await CrashedCourse.begin(served, { name: "restored", topics: 2, audiobook: false, proxy });
});

afterEach(async () => {
  await proxy.close();
  await served.dispose();
});

it("a restored backup of the ledger buys nothing: the run exits 8 and says what to do, and status warns", async () => {
  expect((await course.runHere({ flags: ["--first", "1"] })).code).toBe(0);
  const backup = course.copyLedger("backup.jsonl");
  const newest = course.finish(await course.runHere());
  expect(newest.exitCode).toBe(0);
  const kept = course.copyLedger("kept.jsonl");
  copyFileSync(backup, course.ledger);

  const refused = documentOf(await course.run().finished);
  expect(refused).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_older_copy" }] });
  expect(refused.problems[0]?.message).toMatch(/coursebinder ledger restore/);
  expect(proxy.creations).toBe(2);
  const status = await course.begin("status", []).finished;
  expect(status.code).toBe(0);
  expect(status.stderr).toMatch(/is an older copy, or its end was lost/);
  const seen = { COURSEBINDER_STATE: course.stateFolder };
  const verified = await served.command(["ledger", "verify", course.ledger], seen);
  expect(verified).toMatchObject({ code: 8, stdout: expect.stringContaining("whole") });
  expect(verified.stderr).toMatch(/is an older copy, or its end was lost/);

  expect((await course.begin("ledger restore", []).finished).code).toBe(0);
  expect(readFileSync(course.ledger)).toEqual(readFileSync(kept));
  course.finish(await course.runHere());
  expect(proxy.creations).toBe(2);
});

it("of two copies that diverged, only the one that this machine has seen last is used", async () => {
  expect((await course.runHere({ flags: ["--first", "1"] })).code).toBe(0);
  const copy = course.copyLedger("copy.jsonl");
  course.finish(await course.runHere());
  const elsewhere = { env: { COURSEBINDER_STATE: `${course.stateFolder}-elsewhere` } };
  // Another machine with its own memory accepts the copy, because it knows nothing newer.
  const flags = ["--ledger", copy, "--first", "1", "--out", join(course.folder, "elsewhere")];
  expect((await course.runHere({ ...elsewhere, flags })).code).toBe(0);
  expect((await course.runHere({ ...elsewhere, flags })).code).toBe(0);
  const here = documentOf(await course.runHere({ flags: ["--ledger", copy] }));
  expect(here).toMatchObject({
    exitCode: 8,
    problems: [{ code: expect.stringMatching(/ledger_(forked|older_copy)/) }],
  });
  expect(proxy.creations).toBe(2);
});

it("a machine whose mirrors were removed copies the ledger, and refuses an older one from then on", async () => {
  expect((await course.runHere({ flags: ["--first", "1"] })).code).toBe(0);
  const backup = course.copyLedger("backup.jsonl");
  rmSync(course.stateFolder, { recursive: true });
  course.finish(await course.runHere());
  copyFileSync(backup, course.ledger);
  expect(documentOf(await course.runHere())).toMatchObject({ exitCode: 8 });
  expect(proxy.creations).toBe(2);
});
