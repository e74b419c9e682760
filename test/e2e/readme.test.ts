import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changesExitCode, exitCodes } from "../../src/shared/exit-codes.ts";
import { coursebinder, fileFolder } from "../fixtures.ts";

const root = join(import.meta.dirname, "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const folder = fileFolder();

describe("the README", () => {
  it("shows a first plan that is valid", async () => {
    const plan = /```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    expect(plan).toContain("course: first-steps");
    writeFileSync(join(folder, "course.yaml"), plan);
    const finished = await coursebinder(["check", "course.yaml"], { cwd: folder });
    expect(finished).toMatchObject({ code: 0, stderr: "" });
    expect(finished.stdout).toContain("2 jobs");
  });

  it("lists every exit code", () => {
    const listed = [...readme.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(listed).toEqual([...Object.values(exitCodes), changesExitCode].sort((a, b) => a - b));
  });

  it("points to sample plans that are valid", async () => {
    for (const name of ["weekly-spanish", "graded-readers"]) {
      const finished = await coursebinder(["check", join(root, "courses", name, "course.yaml")], {
        cwd: folder,
      });
      expect(finished).toMatchObject({ code: 0, stderr: "" });
    }
  });
});
