import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { coursebinder, documentOf, temporaryFolder } from "../rig.ts";

let folder = temporaryFolder();

afterEach(async () => {
  await folder.dispose();
  folder = temporaryFolder();
});

it("init writes a course that is valid as it is, and what git must know of a ledger", async () => {
  const made = await coursebinder(["init", "school", "--json"], { cwd: folder.path });
  expect(documentOf(made)).toMatchObject({ ok: true, kept: [] });
  const checked = await coursebinder(["check", "school/course.yaml"], { cwd: folder.path });
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(folder.path, "school", ".gitattributes"), "utf8")).toContain(
    "*.jsonl -text merge=binary",
  );
  expect(existsSync(join(folder.path, "school", ".github", "workflows", "course.yml"))).toBe(true);
});

it("init overwrites nothing", async () => {
  writeFileSync(join(folder.path, "course.yaml"), "mine");
  const made = await coursebinder(["init", "--json"], { cwd: folder.path });
  expect(documentOf(made)).toMatchObject({ ok: true, kept: ["course.yaml"] });
  expect(readFileSync(join(folder.path, "course.yaml"), "utf8")).toBe("mine");
});
