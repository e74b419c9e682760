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

  it("and the page for editors have commands that cmd.exe, PowerShell and sh read in the same way", () => {
    const pages = [readme, readFileSync(join(root, "src", "review", "README.md"), "utf8")];
    const lines = pages.flatMap((page) =>
      [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.trim().split("\n")),
    );
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(line).toMatch(/^[\w .:/-]+$/);
  });

  it("lists every exit code", () => {
    const listed = [...readme.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(listed).toEqual([...Object.values(exitCodes), changesExitCode].sort((a, b) => a - b));
  });

  it("names the fault markers that the local service knows, and no others", () => {
    const source = readFileSync(join(root, "src", "story-service", "sentinels.ts"), "utf8");
    const table = /const sentinels = \{([\s\S]*?)\} as const/.exec(source)?.[1] ?? "";
    const known = [...table.matchAll(/^\s+"?([a-z-]+)"?:/gm)].map(([, name]) => name);
    const page = readFileSync(join(root, "src", "story-service", "README.md"), "utf8");
    const named = [...page.matchAll(/`\[\[([a-z-]+)\]\]`/g)].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(15);
    expect([...named].sort()).toEqual([...known].sort());
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
