import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { Served, smallCourse } from "./fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

const nextOf = (stdout: string): string => /^next {5}(.*)$/m.exec(stdout)?.[1] ?? "";

/** The words of a command line as a shell takes them apart. */
function wordsOf(line: string): string[] {
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
  served = await Served.start();
  served.plan(smallCourse(["t1", "t11", "t12", "other"]));
  const chosen = ["--only", "t1*", "--first", "2", "--max-credits", "60", "--order", "stream"];
  const { stdout } = await served.begin("plan", ...chosen, "--save", "the bill.json").finished;
  const words = wordsOf(nextOf(stdout));
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

it("A requested replacement is in the next command until it is bought, and never after", async () => {
  served = await Served.start({ writingTime: "1s" });
  served.plan(smallCourse(["t1"]));
  await served.runHere();
  const replace = served.has("t1.es.2");
  await served.stopService();
  const unreached = await served.run("--replace", replace);
  expect(documentOf(unreached)).toMatchObject({
    exitCode: 7,
    next: expect.stringMatching(new RegExp(`^coursebinder run .* --replace ${replace}$`)),
  });
  await served.restartService();
  expect(served.proxy.creations).toBe(1);
  const bought = served.begin("run", "--replace", replace);
  await bought.lineMatching(/created {4}t1/);
  bought.process.kill("SIGINT");
  const { stdout } = await bought.finished;
  expect(nextOf(stdout)).toMatch(/^coursebinder run course\.yaml --poll/);
  expect(served.proxy.creations).toBe(2);
});
