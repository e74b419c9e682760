import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { cleanEnvironment, command, fileFolder, withoutAligning } from "../fixtures.ts";
import { smallCourse } from "./fixtures/served.ts";

const cwd = fileFolder();

beforeAll(() => writeFile(join(cwd, "course.yaml"), smallCourse(["A walk"])));

/** Starts the command with its stdout on a device that is always full, or with a reader that leaves at once. */
async function printing(
  args: readonly string[],
  { to, env = {} }: { to: "full" | "closed pipe"; env?: Record<string, string> },
): Promise<{ code: number | null; stderr: string }> {
  const stdout = to === "full" ? openSync("/dev/full", "w") : "pipe";
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { ...cleanEnvironment(), ...withoutAligning, COURSEBINDER_STATE: join(cwd, ".state"), ...env },
    stdio: ["ignore", stdout, "pipe"],
  });
  child.stdout?.destroy();
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stderr };
}

it
  .skipIf(!existsSync("/dev/full"))
  .for([
    ["check", "course.yaml", "--json"],
    ["plan", "course.yaml", "--local", "--format", "html"],
    ["completion", "bash"],
    ["--help"],
  ])("what could not be printed, as on a full disk, is said and is no success: %j", async (args) => {
  const { code, stderr } = await printing(args, { to: "full" });
  expect(stderr).toContain("could not be written");
  expect(code).toBe(7);
});

it("a command that failed keeps its exit code where its document can't be printed", async () => {
  const { code, stderr } = await printing(["check", "none.yaml", "--json"], { to: "full" });
  expect(stderr).toContain("could not be written");
  expect(code).toBe(2);
});

it("a run whose document can't be printed does all its work, and CI is told the same exit code", async () => {
  const outputs = join(cwd, "outputs.txt");
  const args = ["run", "course.yaml", "--local", "--json", "--outputs", outputs];
  const { code, stderr } = await printing(args, { to: "full" });
  expect(stderr).toContain("could not be written");
  expect(code).toBe(7);
  expect(existsSync(join(cwd, "out", "local", "course", "course-1.zip"))).toBe(true);
  expect(await readFile(outputs, "utf8")).toContain("exit-code=7");
});

it.for([["check", "course.yaml", "--json"], ["languages"]])(
  "a reader that leaves, as head does, is no failure: %j",
  async (args) => {
    const { code, stderr } = await printing(args, { to: "closed pipe" });
    expect(stderr).toBe("");
    expect(code).toBe(0);
  },
);
