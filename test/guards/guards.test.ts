import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures.ts";
import { startServer } from "../ledger/postgres/database/server.ts";
import { guards } from "./guards.ts";
import { type Verdict, whole } from "./verdicts.ts";

const folder = temporaryFolder();
let verdicts: Readonly<Record<string, Verdict>> = {};

beforeAll(async () => {
  const server = await startServer();
  try {
    const path = join(folder.path, "verdicts.json");
    await runAll({ GUARDS_VERDICTS: path, TEST_POSTGRES: server.url });
    verdicts = JSON.parse(readFileSync(path, "utf8")) as typeof verdicts;
  } finally {
    await server.stop();
  }
});

afterAll(() => folder.dispose());

/** Runs each guard's tests without the guard, in a separate process. */
async function runAll(env: Record<string, string>): Promise<void> {
  const vitest = join(import.meta.dirname, "..", "..", "node_modules", "vitest", "vitest.mjs");
  const config = join(import.meta.dirname, "vitest.config.ts");
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const child = spawn(process.execPath, [vitest, "run", "--config", config], {
    env: { ...Object.fromEntries(outside), ...env },
    stdio: "ignore",
  });
  await once(child, "exit");
}

test("with every guard in its place the same tests pass", () => {
  const [files, titles] = [verdicts[whole], verdicts[`${whole} by title`]];
  for (const verdict of [files, titles]) expect(verdict).toMatchObject({ failed: [], broken: [] });
  for (const { name, test: file, title } of guards) {
    const passed = (title === undefined ? files : titles)?.passed ?? [];
    const ofGuard = passed.filter((one) => one.startsWith(`${file} `) && one.includes(title ?? ""));
    expect(ofGuard, name).not.toEqual([]);
  }
});

test.each(guards)("without its guard a test fails: $name", ({ name }) => {
  expect(verdicts[name]?.broken).toEqual([]);
  expect(verdicts[name]?.failed).not.toEqual([]);
});
