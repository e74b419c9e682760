import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  it("makes the parents that are missing, with its mode, and leaves those that are there as they are", async () => {
    await mkdir(join(folder, "old"), { mode: 0o755 });
    await makeFolder(join(folder, "old", "a", "b"), 0o700);
    expect(await modeOf(join(folder, "old"))).toBe(0o755);
    expect(await modeOf(join(folder, "old", "a"))).toBe(0o700);
    expect(await modeOf(join(folder, "old", "a", "b"))).toBe(0o700);
  });

  it("through the port makes the name of every folder that it made durable, up to the first that was there", async () => {
    const synced = vi.spyOn(realFiles, "syncFolder");
    await realFiles.makeFolder(join(folder, "new", "course", "stories"));
    expect(synced.mock.calls.flat()).toEqual([folder, join(folder, "new"), join(folder, "new", "course")]);
    synced.mockClear();
    await realFiles.makeFolder(join(folder, "new", "course"));
    expect(synced).not.toHaveBeenCalled();
    synced.mockRestore();
  });

  it("on this thread makes the parents too, and gives up at once where the system lets nobody make one", async () => {
    makeFolderNow(join(folder, "now", "a", "b"));
    makeFolderNow(join(folder, "now", "a", "b"));
    expect(existsSync(join(folder, "now", "a", "b"))).toBe(true);
    expect(() => makeFolderNow("/proc/nothing")).toThrow(/ENOENT/);
    expect(() => makeFolderNow("/proc/nothing/below")).toThrow(/ENOENT/);
  });

  it("is never left to Node's own recursive mkdir, which tries for ever where nothing can be made", async () => {
    const source = join(import.meta.dirname, "..", "..", "src");
    const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".ts"));
    expect(files.length).toBeGreaterThan(300);
    const found = files.filter((name) =>
      /mkdir(Sync)?\([^;]*recursive/.test(readFileSync(join(source, name), "utf8")),
    );
    expect(found).toEqual([]);
  });

  it("is content with a folder that is there, by whatever path", async () => {
    await symlink(folder, join(folder, "link"));
    for (const path of ["/", ".", folder, join(folder, "link"), `${folder}/new/../new/`])
      await makeFolder(path);
    expect(existsSync(join(folder, "new"))).toBe(true);
  });

  it("says so where a file is in the way, or a link leads nowhere", async () => {
    await writeFile(join(folder, "file"), "");
    await symlink(join(folder, "nowhere"), join(folder, "astray"));
    await expect(makeFolder(join(folder, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeFolder(join(folder, "file", "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
    await expect(makeFolder(join(folder, "astray"))).rejects.toMatchObject({ code: "EEXIST" });
  });

  it.runIf(existsSync("/proc/self"))("ends where nothing can be made, as in /proc", async () => {
    await expect(makeFolder("/proc/x/y/z")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a command whose folder can't be made", () => {
  it.runIf(existsSync("/proc/self")).for([
    ["serve", "--port", "0", "--data", "/proc/x"],
    ["check", "course.yaml", "--log-file", "/proc/x/log"],
    ["init", "/proc/x"],
  ])("ends with exit 7: %j", { timeout: 30_000 }, async (args) => {
    expect((await coursebinder(args, { cwd: folder })).code).toBe(7);
  });

  it("ends with exit 7 in a working folder that was removed", { timeout: 30_000 }, async () => {
    const gone = join(folder, "gone");
    await mkdir(gone);
    const cli = join(import.meta.dirname, "..", "..", "dist", "cli.js");
    const script = `rmdir '${gone}' && exec '${process.execPath}' '${cli}' serve --port 0`;
    const running = promisify(execFile)("/bin/sh", ["-c", script], { cwd: gone });
    await expect(running).rejects.toMatchObject({ code: 7 });
  });
});
