import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayMount, underReadOnly } from "../../crash/small-disk.ts";
import { coursebinder, type Finished, start } from "../../fixtures.ts";
import { handWorld, keyOfAnn, startRig, tempFolder, undo } from "../fixtures.ts";

async function serve(cwd: string, ...args: string[]): Promise<Finished> {
  return coursebinder(["serve", "--port", "0", ...args], { cwd });
}

function says({ code, stderr, stdout }: Finished, ...parts: readonly string[]): void {
  for (const part of parts) expect(stderr).toContain(part);
  expect(stderr).not.toContain("bug");
  expect(stdout).toBe("");
  expect(code).toBe(7);
}

/** A file of Linux that not even root may read, if there is one. */
const buses = existsSync("/sys/bus") ? readdirSync("/sys/bus") : [];
const unreadable = buses.map((bus) => `/sys/bus/${bus}/drivers_probe`).find(existsSync);

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** A folder on which a service has run, with keys in its database. */
async function usedFolder(): Promise<string> {
  const fixture = await startRig();
  await fixture.service.close();
  return fixture.dataFolder;
}

describe("coursebinder serve does not start, and says what to do,", () => {
  it("with a folder whose database is not one", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "service.db"), "no database at all ".repeat(500));
    says(await serve(folder, "--data", "."), "service.db isn't a database", "backup", "--data");
  });

  it("with a file", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "file"), "");
    says(await serve(folder, "--data", "file"), "in file: it isn't a folder", "--data");
    says(await serve(folder, "--data", "file/below"), "in file/below: a part of its path", "--data");
  });

  it.runIf(existsSync("/sys/kernel"))("with a folder that it may not write to", async () => {
    says(await serve(await tempFolder(), "--data", "/sys/kernel"), "in /sys/kernel: ", "--data");
  });

  it("with a file or a broken link where its recordings would go, in a new folder and in one that has served", async () => {
    for (const folder of [await tempFolder(), await usedFolder()]) {
      await rm(join(folder, "audio"), { recursive: true, force: true });
      await writeFile(join(folder, "audio"), "");
      const refused = await serve(folder, "--data", ".");
      says(refused, "no recording can be kept in its folder audio: it isn't a folder (");
      await rm(join(folder, "audio"));
      await symlink("not-there", join(folder, "audio"));
      says(
        await serve(folder, "--data", "."),
        "no recording can be kept in its folder audio: it isn't a folder (",
      );
    }
  });

  it.runIf(mayMount())("with a database or a folder that is read-only, and neither do commands", async () => {
    const folder = await usedFolder();
    const why = [
      "service.db is on a disk that is read-only (EROFS); mount that disk so that it can be written to",
    ];
    const under = underReadOnly(join(folder, "service.db"));
    says(await coursebinder(["serve", "--port", "0", "--data", folder], { under }), folder, ...why);
    for (const one of [under, underReadOnly(folder)]) {
      const refused = await coursebinder(["serve", "admin", "accounts", "add", "eve", "--data", folder], {
        under: one,
      });
      says(refused, folder, ...why, "Nothing was changed.");
      expect(refused.stderr).not.toContain("backup");
    }
    const onFolder = await coursebinder(["serve", "--port", "0", "--data", folder], {
      under: underReadOnly(folder),
    });
    says(onFolder, `in ${folder}: it is on a disk that is read-only (EROFS); mount that disk`);
    const onRecordings = await coursebinder(["serve", "--port", "0", "--data", folder], {
      under: underReadOnly(join(folder, "audio")),
    });
    says(onRecordings, "no recording can be kept in its folder ", "(EROFS); mount that disk");
  });

  it("with a folder that another service holds, for which --out is no help", async () => {
    const { dataFolder } = await startRig();
    const refused = await serve(await tempFolder(), "--data", dataFolder);
    says(refused, dataFolder, "another folder with --data");
    expect(refused.stderr).not.toContain("--out");
  });

  it("with a port in use, which it names", async () => {
    const { service } = await startRig();
    const { port } = new URL(service.url);
    says(
      await coursebinder(["serve", "--port", port], { cwd: await tempFolder() }),
      `port ${port} on 127.0.0.1`,
    );
  });

  it.for([0, 31])("if %i bytes are left of its pepper", async (bytes) => {
    const folder = await usedFolder();
    await truncate(join(folder, "pepper"), bytes);
    says(await serve(folder, "--data", "."), `pepper has ${bytes} bytes instead of 32`, "backup");
    const keys = await coursebinder(["serve", "keys", "add", "x", "--data", folder, "--account", "ann"]);
    says(keys, "pepper has", "Nothing was changed.");
  });

  it("if a folder is in the place of its pepper, and neither do the operator's commands", async () => {
    const folder = await usedFolder();
    await rm(join(folder, "pepper"));
    await mkdir(join(folder, "pepper"));
    const why = ["pepper is a folder (EISDIR), and without it", "put the file there instead"];
    says(await serve(folder, "--data", "."), "could not start in .: pepper is", ...why);
    for (const args of [
      ["admin", "accounts", "list"],
      ["keys", "list"],
      ["backup", "--output", `${folder}-copy`],
    ])
      says(await coursebinder(["serve", ...args, "--data", folder]), ...why, "Nothing was changed.");
  });

  it.runIf(unreadable !== undefined)("if its user may not read its pepper", async () => {
    const folder = await usedFolder();
    await rm(join(folder, "pepper"));
    await symlink(unreadable ?? "", join(folder, "pepper"));
    const why = [
      "pepper can't be read or written by this user (EACCES)",
      "let this user read and write it (chown, chmod)",
    ];
    says(await serve(folder, "--data", "."), ...why);
    says(await coursebinder(["serve", "admin", "health", "--data", folder]), ...why, "Nothing was changed.");
  });

  it("if its pepper is gone and keys depend on it; with the pepper restored they work", {}, async () => {
    const folder = await usedFolder();
    const pepper = await readFile(join(folder, "pepper"));
    await rm(join(folder, "pepper"));
    says(await serve(folder, "--data", "."), "pepper is missing", "backup");
    expect(existsSync(join(folder, "pepper"))).toBe(false);
    await writeFile(join(folder, "pepper"), pepper);
    const again = await startRig({ dataFolder: folder, world: handWorld() });
    expect((await again.get("/balance", keyOfAnn)).status).toBe(200);
  });

  it("if its pepper is not the one that its keys were made with", async () => {
    const folder = await usedFolder();
    await writeFile(join(folder, "pepper"), Buffer.alloc(32, 7));
    says(await serve(folder, "--data", "."), "were made with a file other than pepper", "--data");
  });
});

describe("a data folder", () => {
  it("gets a new pepper while nothing depends on one", async () => {
    const fixture = await startRig({ config: "" });
    await fixture.service.close();
    await rm(join(fixture.dataFolder, "pepper"));
    const again = await startRig({ config: "", dataFolder: fixture.dataFolder });
    expect((await stat(join(again.dataFolder, "pepper"))).size).toBe(32);
  });

  it("has a pepper that only its owner can read, and a start warns of one that others can", async () => {
    const fixture = await startRig();
    const { dataFolder } = fixture;
    expect(await modeOf(join(dataFolder, "pepper"))).toBe(0o600);
    await fixture.service.close();
    for (const [mode, warnings] of [
      [0o600, []],
      [0o640, [{ path: join(dataFolder, "pepper") }]],
      [0o604, [{ path: join(dataFolder, "pepper") }]],
    ] as const) {
      await chmod(join(dataFolder, "pepper"), mode);
      const { service, world } = await startRig({ dataFolder });
      const said = world.lines.filter(({ message }) => message.includes("may read the pepper"));
      expect(said.map(({ level, fields }) => [level, fields])).toEqual(
        warnings.map((fields) => ["warn", fields]),
      );
      await service.close();
    }
  });

  it("has a database that only its owner can read, even one made by an earlier version", async () => {
    const fixture = await startRig();
    const names = ["service.db", "service.db-wal", "service.db-shm"].map((name) =>
      join(fixture.dataFolder, name),
    );
    for (const name of names) expect([name, await modeOf(name)]).toEqual([name, 0o600]);
    await fixture.service.close();
    await chmod(join(fixture.dataFolder, "service.db"), 0o644);
    await startRig({ dataFolder: fixture.dataFolder });
    for (const name of names) expect([name, await modeOf(name)]).toEqual([name, 0o600]);
  });
});

describe("a second signal", () => {
  it("stops a service with messages about a service", async () => {
    const folder = await tempFolder();
    const running = start({ args: ["serve", "--json", "--port", "0"], cwd: folder });
    undo.push(() => running.finished);
    await running.lineMatching(/^\{.*"url"/);
    // Both are waiting when it goes on, so that the second comes before the first has been followed.
    for (const signal of ["SIGSTOP", "SIGTERM", "SIGINT", "SIGCONT"] as const) running.process.kill(signal);
    const { code, stderr } = await running.finished;
    expect(code).toBe(7);
    expect(stderr).toContain("taken up at the next start");
    expect(stderr).not.toContain("coursebinder status");
  });
});
