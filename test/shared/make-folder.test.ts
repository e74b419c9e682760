import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeFolder, makeFolderNow } from "../../src/shared/files/make-folder.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { coursebinder } from "../fixtures.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "make-folder-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe("making a folder", () => {
  it("creates missing parents with the given mode, and leaves existing ones unchanged", async () => {
    await mkdir(join(folder, "old"), { mode: 0o755 });
    await makeFolder(join(folder, "old", "a", "b"), 0o700);
    expect(await modeOf(join(folder, "old"))).toBe(0o755);
    expect(await modeOf(join(folder, "old", "a"))).toBe(0o700);
    expect(await modeOf(join(folder, "old", "a", "b"))).toBe(0o700);
  });

  it("through the port syncs the entry of every folder that it created, up to the first existing one", async () => {
    const synced = vi.spyOn(realFiles, "syncFolder");
    await realFiles.makeFolder(join(folder, "new", "course", "stories"));
    expect(synced.mock.calls.flat()).toEqual([folder, join(folder, "new"), join(folder, "new", "course")]);
    synced.mockClear();
    await realFiles.makeFolder(join(folder, "new", "course"));
    expect(synced).not.toHaveBeenCalled();
    synced.mockRestore();
  });

  it("also creates parents synchronously, and fails at once where the system allows no folder", async () => {
    makeFolderNow(join(folder, "now", "a", "b"));
    makeFolderNow(join(folder, "now", "a", "b"));
    expect(existsSync(join(folder, "now", "a", "b"))).toBe(true);
    expect(() => makeFolderNow("/proc/nothing")).toThrow(/ENOENT/);
    expect(() => makeFolderNow("/proc/nothing/below")).toThrow(/ENOENT/);
  });

  it("shares a folder that several processes make at once", async () => {
    const source = join(import.meta.dirname, "..", "..", "src", "shared", "files", "make-folder.ts");
    const rounds = 40;
    // All processes make the same folders, at the same instants.
    const script = `
      import { join } from "node:path";
      import { makeFolderNow } from ${JSON.stringify(pathToFileURL(source).href)};
      const from = Number(process.argv[2]);
      for (let round = 0; round < ${rounds}; round++) {
        while (Date.now() < from + round * 20);
        const path = join(process.argv[1], String(round), ..."abcdefgh");
        makeFolderNow(path);
      }`;
    const from = String(Date.now() + 2_000);
    const args = ["--import", "tsx", "--input-type=module", "-e", script, join(folder, "shared"), from];
    await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
    expect(await readdir(join(folder, "shared"))).toHaveLength(rounds);
  });

  it("accepts an existing folder, by any path", async () => {
    await symlink(folder, join(folder, "link"));
    for (const path of ["/", ".", folder, join(folder, "link"), `${folder}/new/../new/`])
      await makeFolder(path);
    expect(existsSync(join(folder, "new"))).toBe(true);
  });

  it("fails if a file is in the way, or a link is broken", async () => {
    await writeFile(join(folder, "file"), "");
    await symlink(join(folder, "nowhere"), join(folder, "astray"));
    await expect(makeFolder(join(folder, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeFolder(join(folder, "file", "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
    await expect(makeFolder(join(folder, "astray"))).rejects.toMatchObject({ code: "EEXIST" });
  });

  it.runIf(existsSync("/proc/self"))("fails where no folder can be created, as in /proc", async () => {
    await expect(makeFolder("/proc/x/y/z")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a command whose folder can't be created", () => {
  it.runIf(existsSync("/proc/self")).for([
    ["serve", "--port", "0", "--data", "/proc/x"],
    ["check", "course.yaml", "--log-file", "/proc/x/log"],
    ["init", "/proc/x"],
  ])("ends with exit 7: %j", async (args) => {
    expect((await coursebinder(args, { cwd: folder })).code).toBe(7);
  });

  it("ends with exit 7 in a working folder that was removed", async () => {
    const gone = join(folder, "gone");
    await mkdir(gone);
    const cli = join(import.meta.dirname, "..", "..", "dist", "cli.js");
    const script = `rmdir '${gone}' && exec '${process.execPath}' '${cli}' serve --port 0`;
    const running = promisify(execFile)("/bin/sh", ["-c", script], { cwd: gone });
    await expect(running).rejects.toMatchObject({ code: 7 });
  });
});
