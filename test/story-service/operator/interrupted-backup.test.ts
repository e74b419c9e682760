import { execFile } from "node:child_process";
import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { coursebinder, start } from "../../fixtures.ts";
import { databaseOf } from "../engine.ts";
import { type Fixture, tempFolder, undo } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { makeAudiobook } from "../recordings/s3-fixtures.ts";
import { appears } from "./operator-fixtures.ts";

/** The command line of `serve backup` and `serve restore` for a data folder. */
async function lineFor(dataFolder: string, ...args: readonly string[]) {
  const database = await databaseOf(dataFolder);
  const env = database === null ? {} : { COURSEBINDER_DATABASE: database.reveal() };
  return { args: ["serve", ...args, "--data", dataFolder], env, cwd: await tempFolder() };
}

async function backup({ dataFolder }: Fixture, output: string, ...more: readonly string[]) {
  const { args, ...rest } = await lineFor(dataFolder, "backup", "--output", output, ...more);
  return coursebinder(args, rest);
}

it.skipIf(process.platform === "win32")(
  "a backup with a fixed name goes on after one that was killed, and not beside one that is being written",
  async () => {
    const fixture = await startOAuthFixture();
    const { bookId } = await makeAudiobook(fixture);
    const bk = join(await tempFolder(), "bk");
    await mkdir(bk);
    const audio = join(fixture.dataFolder, "audio");
    const [name = ""] = await readdir(audio);
    expect(name).toContain(bookId);
    // A recording that nobody finishes to hand over keeps the backup in its middle.
    await rename(join(audio, name), join(audio, "aside"));
    await promisify(execFile)("mkfifo", [join(audio, name)]);
    const output = join(bk, "fri");
    const hanging = start(await lineFor(fixture.dataFolder, "backup", "--output", output));
    undo.push(async () => void hanging.process.kill("SIGKILL"));
    await appears(join(`${output}.coursebinder.part`, "pepper"));
    const beside = await backup(fixture, output);
    expect([beside.code, beside.stdout]).toEqual([7, ""]);
    expect(beside.stderr).toContain("Another backup is being written to");
    expect(await readdir(bk)).toContain("fri.coursebinder.part");
    hanging.process.kill("SIGKILL");
    await hanging.finished;
    await rename(join(audio, "aside"), join(audio, name));
    const again = await backup(fixture, output);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("1 recording and the pepper")]);
    expect(await readdir(bk)).toEqual(["fri"]);
  },
);

it("a backup without a recording that should be there says whose it is, and restoring it says so again", async () => {
  const fixture = await startOAuthFixture();
  const { bookId } = await makeAudiobook(fixture);
  const audio = join(fixture.dataFolder, "audio");
  await rename(audio, `${audio}-gone`);
  const copy = join(await tempFolder(), "fri");
  const made = await backup(fixture, copy, "--json");
  const told = { ok: false, exitCode: 4, recordings: 0, missingRecordings: [bookId] };
  expect([made.code, JSON.parse(made.stdout)]).toEqual([4, expect.objectContaining(told)]);
  expect(made.stderr).toContain(`Books: ${bookId}`);
  const { args, ...rest } = await lineFor(join(await tempFolder(), "new"), "restore", copy, "--json");
  const restored = await coursebinder(args, rest);
  expect([restored.code, JSON.parse(restored.stdout)]).toEqual([4, expect.objectContaining(told)]);
  expect(restored.stderr).toContain(`Books: ${bookId}`);
});

it.skipIf(process.platform !== "linux")(
  "a place that nothing can be written to is named, and what to do",
  async () => {
    const refused = await backup(await startOAuthFixture(), "/proc/x");
    expect([refused.code, refused.stdout]).toEqual([7, ""]);
    expect(refused.stderr).toContain("/proc/x can't be written");
    expect(refused.stderr).toContain("--output");
    expect(refused.stderr).not.toContain("ledger");
  },
);
