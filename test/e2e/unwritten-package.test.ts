import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { BoughtOnce } from "./fixtures/bought-once.ts";
import { type Served, smallCourse } from "./fixtures/served.ts";

let served: Served;
const courses = new BoughtOnce({ writingTime: "20ms" });
const course = smallCourse(["The market", "The train"]).replace("audiobook: false", "audiobook: true");

const inCourse = (...names: string[]): string => join(served.folder, "out", "course", ...names);
const zip = (): Buffer => readFileSync(inCourse("course-1.zip"));
const packaged = () => served.commandHere(["package", "course.yaml"], {});

beforeEach(async () => {
  served = await courses.course(course);
});

it.each([
  ["story", "missing", "story.saved", (path: string) => rmSync(path)],
  ["story", "changed", "story.saved", (path: string) => writeFileSync(path, "{}")],
  ["audiobook", "missing", "book.exported", (path: string) => rmSync(path)],
  ["audiobook", "changed", "book.exported", (path: string) => writeFileSync(path, "no sound")],
] as const)(
  "If a saved %s is %s, package says that a run fetches it again, and the run does so without paying",
  async (_, __, type, spoil) => {
    const before = zip();
    const { creations } = served.proxy;
    const file = String(served.events().find((event) => event.type === type)?.file);
    spoil(inCourse(file));
    const refused = await packaged();
    expect(refused.code).toBe(7);
    expect(refused.stderr).toContain(file);
    expect(refused.stderr).toMatch(
      /The package was not written; a run \w+ \w+(?: \w+)? again, free of charge\./,
    );
    expect(refused.stdout).toContain("next     coursebinder run course.yaml");
    expect((await served.runHere()).code).toBe(0);
    expect(served.proxy.creations).toBe(creations);
    expect(zip().equals(before)).toBe(true);
  },
);

it("Everything that was saved is fetched again for the same bytes, although a recording could not be aligned", async () => {
  const env = { ...served.environment, COURSEBINDER_NO_ALIGN: "false" };
  const run = async () =>
    documentOf(await served.commandHere(["run", "course.yaml", "--poll", "100ms", "--json"], env));
  const first = await run();
  expect(first).toMatchObject({ exitCode: 0, times: [{ level: "none" }, { level: "none" }] });
  for (const folder of ["stories", "books", "times", "words"])
    rmSync(inCourse(folder), { recursive: true, force: true });
  expect(await run()).toMatchObject({ exitCode: 0, package: first.package });
  expect(served.proxy.creations).toBe(2);
});

it("If the package can't be written, package and run name the path and say that it was not written", async () => {
  const before = zip();
  // For whoever runs the tests as root, no folder is read-only.
  mkdirSync(inCourse("course-1.zip.coursebinder.part"));
  for (const { code, stderr, stdout } of [await packaged(), await served.here("run")]) {
    expect(code).toBe(7);
    expect(stdout + stderr).toMatch(/course-1\.zip\S* could not be read or written \(.*EISDIR\)/);
    expect(stdout + stderr).toContain(
      "The package was not written. Everything that was paid for is in the ledger.",
    );
  }
  expect(zip().equals(before)).toBe(true);
});
