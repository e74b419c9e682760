import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { nextIn, rig, type Served, smallCourse } from "./fixtures/served.ts";

/** The words of a command line as a shell takes them apart. */
function wordsOf(served: Served, line: string): string[] {
  const bin = join(served.folder, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync("/usr/bin/printf", join(bin, "coursebinder"));
  const { stdout } = spawnSync("/bin/sh", ["-c", line.replace("coursebinder", "coursebinder '%s\\n'")], {
    cwd: served.folder,
    env: { PATH: bin },
    encoding: "utf8",
  });
  return stdout.split("\n").filter((word) => word !== "");
}

it("The command that plan suggests buys exactly what plan showed", async () => {
  await using served = await rig({ plan: smallCourse(["t1", "t11", "t12", "other"]) });
  const chosen = ["--only", "t1*", "--first", "2", "--max-credits", "60", "--order", "stream"];
  const planned = await served.begin("plan", ...chosen, "--save", "the bill.json").finished;
  const words = wordsOf(served, nextIn(planned));
  expect(words).toEqual([
    // The saved bill has the selection.
    "run",
    "course.yaml",
    "--approved",
    "the bill.json",
    "--order",
    "stream",
    "--poll",
    "100ms",
  ]);
  expect(documentOf(await served.command([...words, "--json"]))).toMatchObject({ exitCode: 0 });
  expect(served.stories().map(({ topic }) => topic)).toEqual(["t1", "t11"]);
});
