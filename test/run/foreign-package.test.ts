import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bindPackage } from "../../src/run/bind/bind.ts";
import { Failure } from "../../src/shared/failure.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { jobNamed, planOf, stateOf } from "./histories.ts";

test("another program's file with the package's name stays unchanged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-package-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "course-1.zip");
  await writeFile(path, "holiday pictures");
  const courseFolder = { files: realFiles, folder, state: stateOf(), service: "local" };
  const error = await bindPackage(planOf([jobNamed("market.es.2")]), courseFolder, {
    soundIn: null,
    printer: null,
    signal: null,
  }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ problem: { code: "package_of_others", path } });
  expect(await readFile(path, "utf8")).toBe("holiday pictures");
});
