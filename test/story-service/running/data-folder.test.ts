import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayMount, underReadOnly } from "../../crash/small-disk.ts";
import { coursebinderHere } from "../../e2e/fixtures/in-this-process.ts";
import { coursebinder, type Finished } from "../../fixtures.ts";
import { keyOfAnn, query, startRig, tempFolder } from "../fixtures.ts";

async function serve(cwd: string, ...args: string[]): Promise<Finished> {
  return coursebinderHere(["serve", "--port", "0", ...args], { cwd });
}

function says({ code, stderr, stdout }: Finished, ...parts: readonly string[]): void {
  for (const part of parts) expect(stderr).toContain(part);
  expect(stderr).not.toContain("bug");
  expect(stdout).toBe("");
  expect(code).toBe(7);
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** A folder on which a service has run, with keys in its database. */
async function usedFolder(): Promise<string> {
  const fixture = await startRig();
  await fixture.service.close();
  return fixture.dataFolder;
}

const pepperIn = (folder: string): string => join(folder, "pepper");

/** A file of Linux that not even root may read, if there is one. */
const buses = existsSync("/sys/bus") ? readdirSync("/sys/bus") : [];
const unreadable = buses
  .map((bus) => `/sys/bus/${bus}/drivers_probe`)
  .filter(existsSync)
  .slice(0, 1);

/** What is wrong with a folder on which a service has run, and what is said of it. Its operator's commands refuse it, too, where it is the pepper. */
const spoilt: [string, (folder: string) => Promise<unknown>, string[]][] = [
  [
    "with a folder whose database is not one",
    (folder) => writeFile(join(folder, "service.db"), "no database at all ".repeat(500)),
    ["service.db isn't a database", "backup", "--data"],
  ],
  ...[0, 31].map((bytes): (typeof spoilt)[number] => [
    `if ${bytes} bytes are left of its pepper`,
    (folder) => truncate(pepperIn(folder), bytes),
    [`pepper has ${bytes} bytes instead of 32`, "backup"],
  ]),
  [
    "if a folder is in the place of its pepper",
    (folder) => rm(pepperIn(folder)).then(() => mkdir(pepperIn(folder))),
    ["pepper is a folder (EISDIR), and without it", "put the file there instead"],
  ],
  ...unreadable.map((path): (typeof spoilt)[number] => [
    "if its user may not read its pepper",
    (folder) => rm(pepperIn(folder)).then(() => symlink(path, pepperIn(folder))),
    [
      "pepper can't be read or written by this user (EACCES)",
      "let this user read and write it (chown, chmod)",
    ],
  ]),
  [
    "if its pepper is gone and keys depend on it",
    (folder) => rm(pepperIn(folder)),
    ["pepper is missing", "backup"],
  ],
  [
    "if its pepper is not the one that its keys were made with",
    (folder) => writeFile(pepperIn(folder), Buffer.alloc(32, 7)),
    ["were made with a file other than "],
  ],
];

describe("coursebinder serve does not start, and says what to do,", () => {
  it.each(spoilt)("%s", async (what, spoil, said) => {
    const folder = await usedFolder();
    const pepper = await readFile(pepperIn(folder));
    await spoil(folder);
    const before = existsSync(pepperIn(folder));
    says(await serve(folder, "--data", "."), ...said);
    if (!what.includes("pepper")) return;
    for (const args of [
      ["keys", "list"],
      ["backup", "--output", `${folder}-copy`],
    ])
      says(
        await coursebinderHere(["serve", ...args, "--data", folder], { cwd: folder }),
        said[0] ?? "",
        "Nothing was changed.",
      );
    expect(existsSync(pepperIn(folder))).toBe(before);
    await rm(pepperIn(folder), { recursive: true, force: true });
    await writeFile(pepperIn(folder), pepper);
    expect((await (await startRig({ dataFolder: folder })).get("/balance")).status).toBe(200);
  });

  it("with a file", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "file"), "");
    says(await serve(folder, "--data", "file"), "in file: file isn't a folder", "--data");
    says(
      await serve(folder, "--data", "file/below"),
      "in file/below: file/below isn't a folder, or is inside",
      "--data",
    );
  });

  it.runIf(existsSync("/sys/kernel"))("with a folder that it may not write to", async () => {
    says(await serve(await tempFolder(), "--data", "/sys/kernel"), "in /sys/kernel: ", "--data");
  });

  it("with a file or a broken link where its recordings would go, in a new folder and in one that has served", async () => {
    const why = "in .: audio isn't a folder";
    for (const folder of [await tempFolder(), await usedFolder()]) {
      const audio = join(folder, "audio");
      for (const put of [() => writeFile(audio, ""), () => symlink("not-there", audio)]) {
        await rm(audio, { recursive: true, force: true });
        await put();
        says(await serve(folder, "--data", "."), why);
      }
    }
  });

  it.runIf(mayMount())("with a database or a folder that is read-only, and neither do commands", async () => {
    const folder = await usedFolder();
    const isReadOnly = "is on a read-only disk (EROFS); remount that disk";
    const unusable = "service.db can't be ";
    for (const [path, said] of [
      [join(folder, "service.db"), unusable],
      [folder, `service.lock ${isReadOnly}`],
      [join(folder, "audio"), `audio ${isReadOnly}`],
    ] as const) {
      const under = underReadOnly(path);
      says(
        await coursebinder(["serve", "--port", "0", "--data", folder], { under }),
        folder,
        said,
        "read-only",
      );
      if (path.endsWith("audio")) continue;
      const add = ["serve", "admin", "accounts", "add", "eve", "--data", folder];
      const refused = await coursebinder(add, { under });
      says(refused, folder, unusable, "read-only", "Nothing was changed.");
      expect(refused.stderr).not.toContain("backup");
    }
  });

  it("with a folder that another service holds, for which --out is no help", async () => {
    const { dataFolder } = await startRig();
    const refused = await serve(await tempFolder(), "--data", dataFolder);
    says(refused, dataFolder, "another folder with --data");
    expect(refused.stderr).not.toContain("--out");
  });
});

describe("a data folder", () => {
  it("gets a new pepper while nothing depends on one", async () => {
    const { service, dataFolder } = await startRig({ config: "" });
    await service.close();
    await rm(pepperIn(dataFolder));
    await startRig({ config: "", dataFolder });
    expect((await stat(pepperIn(dataFolder))).size).toBe(32);
  });

  it("contains secrets as keyed hashes only, in a folder and files that only their owner can read, even those of an earlier version", async () => {
    const { service, get, dataFolder } = await startRig({ dataFolder: join(await tempFolder(), "data") });
    await get("/balance");
    const names = ["service.db", "service.db-wal", "service.db-shm", "pepper"].map((name) =>
      join(dataFolder, name),
    );
    for (const name of names) expect([name, await modeOf(name)]).toEqual([name, 0o600]);
    expect(await modeOf(dataFolder)).toBe(0o700);
    await service.close();
    for (const name of ["service.db", "pepper"])
      expect((await readFile(join(dataFolder, name))).includes(keyOfAnn), name).toBe(false);
    const [bearer] = await query<{ hash: string }>(dataFolder, "SELECT hash FROM bearers");
    expect(bearer?.hash).toMatch(/^[0-9a-f]{64}$/);
    await chmod(join(dataFolder, "service.db"), 0o644);
    await startRig({ dataFolder });
    for (const name of names) expect([name, await modeOf(name)]).toEqual([name, 0o600]);
  });
});
