import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { bindPackage } from "../../src/run/bind.ts";
import { matchLessons } from "../../src/run/match.ts";
import { Failure } from "../../src/shared/failure.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { fileFolder } from "../fixtures.ts";
import { jobNamed, planOf, stateOf } from "./histories.ts";

const bind = (folder: string): Promise<unknown> =>
  bindPackage(
    matchLessons(planOf([jobNamed("market.es.2")]), stateOf()),
    { files: realFiles, folder, state: stateOf() },
    { soundIn: null, printer: null, signal: null },
  ).catch((thrown: unknown) => thrown);

test("another program's file with the package's name stays unchanged", async () => {
  const folder = fileFolder();
  const path = join(folder, "course-1.zip");
  await writeFile(path, "holiday pictures");
  const error = await bind(folder);
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ problem: { code: "package_of_others", path } });
  expect(await readFile(path, "utf8")).toBe("holiday pictures");
});

test("a package that can't be read, since another program has it open, is not taken for a foreign file", async () => {
  const folder = fileFolder();
  const path = join(folder, "course-1.zip");
  await writeFile(path, "an earlier package");
  const held = Object.assign(new Error("EBUSY"), { code: "EBUSY", syscall: "open", path });
  vi.doMock("yauzl", () => ({ default: { openPromise: () => Promise.reject(held) } }));
  onTestFinished(() => void vi.doUnmock("yauzl"));
  expect(await bind(folder)).toMatchObject({
    problem: { code: "disk_failed", cause: "EBUSY", path, whilePackaging: true },
  });
});
