import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanEnvironment, command, coursebinder, temporaryFolder } from "../../fixtures.ts";
import { otherNodes } from "../../tools.ts";

const folder = temporaryFolder();
afterAll(() => folder.dispose());

describe.each(otherNodes())("Node %s, with its own SQLite", (_, node) => {
  it("shows no warning about it, and those of others", () => {
    const preload = join(folder.path, "warns.cjs");
    writeFileSync(preload, 'setTimeout(() => process.emitWarning("of another"))');
    const args = ["--require", preload, command, "doctor", "--local", "--out", folder.path];
    const { stderr } = spawnSync(node, args, { env: cleanEnvironment(), encoding: "utf8" });
    expect(stderr).toContain("Warning: of another");
    expect(stderr).not.toContain("SQLite");
  });
});

describe("without any SQLite", () => {
  let env: Record<string, string>;

  beforeAll(() => {
    const preload = join(folder.path, "without-sqlite.cjs");
    writeFileSync(
      preload,
      `const Module = require("node:module");
      const { _resolveFilename } = Module;
      Module._resolveFilename = (name, ...rest) => _resolveFilename(/^@libsql\\//.test(name) ? "./not-installed" : name, ...rest);
      const { getBuiltinModule } = process;
      process.getBuiltinModule = (name) => name === "node:sqlite" ? undefined : getBuiltinModule(name);`,
    );
    env = { NODE_OPTIONS: `--require ${preload}` };
  });

  it("a service does not start, and says what to install", async () => {
    const finished = await coursebinder(["serve", "--port", "0", "--data", join(folder.path, "data")], {
      env,
    });
    expect(finished.code).toBe(7);
    expect(finished.stderr).toContain("Node 22.13");
    expect(finished.stderr).toContain("--omit=optional");
  });

  it("doctor warns", async () => {
    const { stdout } = await coursebinder(["doctor", "--local", "--out", folder.path], { env });
    expect(stdout).toMatch(/^warning +sqlite /m);
  });
});
