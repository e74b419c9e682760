import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { unzip } from "../package/fixtures.ts";
import { rig, smallCourse } from "./fixtures/served.ts";

type Packaged = { package: { path: string; sha256: string } };

it("a platform is asked for once by a flag or a variable, and the next package is as it was before", async () => {
  await using served = await rig({ plan: smallCourse(["A market"]) });
  const first = documentOf(await served.runHere()) as Packaged;
  const packaged = async (flags: readonly string[], env: Record<string, string> = {}) => {
    const made = documentOf(
      await served.commandHere(["package", "course.yaml", ...flags, "--json"], env),
    ) as Packaged;
    const files = await unzip(readFileSync(join(served.folder, made.package.path)));
    return { sha256: made.package.sha256, lms: [...files.keys()].filter((path) => path.includes("/lms/")) };
  };
  expect(await packaged(["--for", "canvas"])).toMatchObject({ lms: ["es-2/lms/es-2.imscc"] });
  expect(await packaged([], { COURSEBINDER_FOR: "moodle" })).toMatchObject({ lms: ["es-2/lms/es-2.mbz"] });
  expect(await packaged([])).toEqual({ sha256: first.package.sha256, lms: [] });
  for (const platform of ["blackbord", ""]) {
    const refused = await served.commandHere(["run", "course.yaml", "--for", platform], {});
    expect(refused).toMatchObject({ code: 2, stdout: "" });
  }
  expect(served.proxy.creations).toBe(1);
});
