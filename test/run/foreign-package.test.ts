import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { bindPackage } from "../../src/run/bind.ts";
import { matchLessons } from "../../src/run/match.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { fileFolder } from "../fixtures.ts";
import { jobNamed, planOf, stateOf } from "./histories.ts";

test("a package that can't be read, since another program has it open, is not taken for a foreign file", async () => {
  const folder = fileFolder();
  const path = join(folder, "course-1.zip");
  await writeFile(path, "an earlier package");
  const held = Object.assign(new Error("EBUSY"), { code: "EBUSY", syscall: "open", path });
  vi.doMock("yauzl", () => ({ default: { openPromise: () => Promise.reject(held) } }));
  onTestFinished(() => void vi.doUnmock("yauzl"));
  const plan = matchLessons(planOf([jobNamed("market.es.2")]), stateOf());
  const place = { files: realFiles, folder, state: stateOf(), gaps: [] };
  await expect(
    bindPackage(plan, place, { soundIn: null, printer: null, signal: null }),
  ).rejects.toMatchObject({
    problem: { code: "disk_failed", cause: "EBUSY", path, whilePackaging: true },
  });
});
