import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coursebinder, type Finished, start, temporaryFolder } from "../fixtures.ts";
import { smallCourse } from "./fixtures/served.ts";

const folder = temporaryFolder();
const cwd = folder.path;

beforeAll(() => writeFile(join(cwd, "course.yaml"), smallCourse(["A walk", "A night"])));
afterAll(() => folder.dispose());

function refuses({ code, stderr }: Finished, name: string): void {
  expect(stderr).toContain(`${name} is`);
  expect(stderr).toContain("empty");
  expect(code).toBe(2);
}

describe("an empty value, as an unset variable gives it,", () => {
  it.for([
    "--max-credits",
    "--deadline",
    "--only",
    "--first",
    "--limit-calls",
    "--limit-starts",
    "--approved",
    "--edition",
    "--out",
    "--replace",
  ])("of %s stops a run that would spend or do more than was meant", async (flag) => {
    refuses(await coursebinder(["run", "course.yaml", "--local", flag, ""], { cwd }), flag);
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  it.for([
    "COURSEBINDER_MAX_CREDITS",
    "COURSEBINDER_DEADLINE",
    "COURSEBINDER_LIMIT_CALLS",
    "COURSEBINDER_LIMIT_STARTS",
    "COURSEBINDER_OUT",
    "COURSEBINDER_STATE",
    "COURSEBINDER_EVENTS",
    "COURSEBINDER_SUMMARY",
    "COURSEBINDER_OUTPUTS",
    "COURSEBINDER_LOG_FILE",
  ])("of the variable %s does the same", async (name) => {
    refuses(await coursebinder(["run", "course.yaml", "--local"], { cwd, env: { [name]: "" } }), name);
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  it("of a variable that restricts nothing counts as unset", async () => {
    const env = { COURSEBINDER_ORDER: "", COURSEBINDER_POLL: "" };
    expect((await coursebinder(["plan", "course.yaml", "--local"], { cwd, env })).code).toBe(0);
  });

  it.for(["--scopes", "--cap", "--account", "--data"])("of %s makes no key", async (flag) => {
    const data = join(cwd, "data");
    await mkdir(data, { recursive: true });
    const serving = start({ args: ["serve", "--json", "--port", "0", "--data", data], cwd });
    await serving.lineMatching(/^\{"url"/);
    refuses(
      await coursebinder(["serve", "keys", "add", "weekly-runs", "--data", data, flag, ""], { cwd }),
      flag,
    );
    const listed = await coursebinder(["serve", "keys", "list", "--data", data], { cwd });
    expect(listed.stdout).not.toContain("weekly-runs");
    serving.process.kill("SIGTERM");
    await serving.finished;
  });
});
