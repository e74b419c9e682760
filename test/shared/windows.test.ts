import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replaceFile } from "../../src/shared/files/atomic-file.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { filesOn, grantsOthers, identityIn, whenFree } from "../../src/shared/files/windows.ts";
import { fileFolder } from "../fixtures.ts";

const folder = fileFolder();

const windows = { isWindows: true };
const linux = { isWindows: false };

/** A sleep that takes no time. */
function sleeping() {
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => void slept.push(ms);
  return { sleep, sleptMs: () => slept.reduce((sum, ms) => sum + ms, 0) };
}

const refused = (code: string, path = "a.zip"): Error =>
  Object.assign(new Error(`${code}: ${path}`), { code, syscall: "rename", path });

describe("a file that another program holds on Windows", () => {
  it.each(["EBUSY", "EPERM", "EACCES"])(
    "is tried again for two seconds, then fails with its %s",
    async (code) => {
      const { sleep, sleptMs } = sleeping();
      const held = (): Promise<never> => Promise.reject(refused(code));
      await expect(whenFree(held, linux, sleep)).rejects.toMatchObject({ code });
      expect(sleptMs()).toBe(0);
      await expect(whenFree(held, windows, sleep)).rejects.toMatchObject({ code });
      expect(sleptMs()).toBe(2_000);
    },
  );

  it("is not waited for if something else is wrong", async () => {
    const { sleep, sleptMs } = sleeping();
    const full = whenFree(() => Promise.reject(refused("ENOSPC")), windows, sleep);
    await expect(full).rejects.toMatchObject({ code: "ENOSPC" });
    expect(sleptMs()).toBe(0);
  });

  it("is replaced once a scanner lets go of it, and no folder is synced", async () => {
    const path = join(folder, "report.html");
    await writeFile(path, "old");
    let looks = 10;
    const scanned: Files = {
      ...realFiles,
      rename: (from, to) =>
        looks-- > 0 ? Promise.reject(refused("EPERM", from)) : realFiles.rename(from, to),
      syncFolder: () => Promise.reject(refused("EPERM", folder)),
    };
    const { sleep, sleptMs } = sleeping();
    await replaceFile(filesOn(windows, scanned, sleep), path, "new");
    expect(await readFile(path, "utf8")).toBe("new");
    expect(sleptMs()).toBe(500);
  });
});

it("on Windows a file's mode grants nobody anything, and its inode alone tells it from others", async () => {
  expect(grantsOthers(0o100666, 0o077, windows)).toBe(false);
  expect(grantsOthers(0o100666, 0o077, linux)).toBe(true);
  const stats = await stat(folder, { bigint: true });
  const elsewhere = Object.assign(Object.create(stats), { dev: 0n });
  expect(identityIn(stats, windows)).toBe(identityIn(elsewhere, windows));
  expect(identityIn(stats, linux)).not.toBe(identityIn(elsewhere, linux));
});

it("a file is cut off by another descriptor, and not if it was replaced meanwhile", async () => {
  const path = join(folder, "lock");
  const file = await realFiles.openAppend(path);
  await file.write(Buffer.from("a holder\n"));
  await file.truncate(0);
  await file.write(Buffer.from("b\n"));
  expect(await readFile(path, "utf8")).toBe("b\n");
  await replaceFile(realFiles, path, "another");
  await expect(file.truncate(0)).rejects.toMatchObject({ code: "ESTALE", path });
  expect(await readFile(path, "utf8")).toBe("another");
  await file.close();
});
