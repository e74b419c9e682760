import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { mkdir, readdir, readFile, watch, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { chromiumPath } from "../chromium.ts";
import {
  cleanEnvironment,
  command,
  coursebinder,
  documentOf,
  fileFolder,
  start,
  withoutAligning,
} from "../fixtures.ts";
import { needTool } from "../tools.ts";
import { smallCourse } from "./fixtures/served.ts";

const folder = fileFolder();

// The browser's profile and the printed pages are there.
const scratch = join(folder, "scratch");
const out = join(folder, "out", "local", "course");
const env = { TMPDIR: scratch, COURSEBINDER_CHROMIUM: chromiumPath, COURSEBINDER_NO_ALIGN: "true" };
const inFolder = { cwd: folder, env };

/** Resolves once a page is printed and others are left. */
async function untilPrinting(): Promise<void> {
  const ended = AbortSignal.timeout(300_000);
  for await (const { filename } of watch(scratch, { recursive: true, signal: ended }))
    if (filename?.endsWith("/0.pdf") === true) return;
}

/** The programs that were started with the scratch folder in their arguments. */
async function browsers(): Promise<string[]> {
  const running = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = running.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => ""));
  return (await Promise.all(lines)).filter((line) => line.includes(scratch));
}

describe.runIf(needTool("Chromium", chromiumPath))("Ctrl-C while a package's PDF files are printed", () => {
  beforeAll(async () => {
    await mkdir(scratch);
    const topics = Array.from({ length: 8 }, (_, index) => `Topic ${index + 1}`);
    const plan = smallCourse(topics, "package: { formats: [web, print, pdf] }");
    await writeFile(join(folder, "course.yaml"), plan);
    // Without a printer, which leaves the PDF files out.
    const none = { ...env, COURSEBINDER_CHROMIUM: join(folder, "none") };
    const made = await coursebinder(["run", "course.yaml", "--local", "--yes"], { cwd: folder, env: none });
    expect(made.code, made.stderr).toBe(0);
    expect(made.stderr).toContain("es-2/print/es-2.pdf");
  });

  test("ends it with its exit code, keeps the earlier package and leaves nothing behind", async () => {
    const before = await readFile(join(out, "course-1.zip"));
    const printing = untilPrinting();
    const command = start({ args: ["run", "course.yaml", "--local", "--yes"], ...inFolder });
    await printing;
    command.process.kill("SIGINT");
    const finished = await command.finished;
    expect(finished.code, finished.stderr).toBe(7);
    expect(finished.stdout + finished.stderr).toContain("coursebinder run course.yaml --local");
    expect(await browsers()).toEqual([]);
    expect(await readdir(scratch)).toEqual([]);
    expect((await readdir(out)).filter((name) => /part|tmp/.test(name))).toEqual([]);
    expect((await readFile(join(out, "course-1.zip"))).equals(before)).toBe(true);
  });

  test("a second one ends it at once, and no browser goes on", async () => {
    const printing = untilPrinting();
    const command = start({ args: ["package", "course.yaml", "--local"], ...inFolder });
    await printing;
    command.process.kill("SIGINT");
    await command.lineMatching(/Interrupt again to stop at once/);
    command.process.kill("SIGINT");
    const { code, stderr } = await command.finished;
    expect([code, stderr]).toEqual([7, expect.stringMatching(/Stopped at once\.\n$/)]);
    await expect.poll(browsers).toEqual([]);
  });

  test("the next `package` has all PDF files", async () => {
    const finished = await coursebinder(["package", "course.yaml", "--local", "--json"], inFolder);
    expect(documentOf(finished)).toMatchObject({ ok: true, exitCode: 0 });
    expect(finished.stderr).not.toContain("left out");
    const zip = await readFile(join(out, "course-1.zip"), "latin1");
    for (const path of ["es-2/print/es-2.pdf", "es-2/print/lesson-08.pdf", "teacher/es-2/keys.pdf"])
      expect(zip).toContain(path);
  });
});

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
