import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFileLedger } from "../../../src/ledger/file/read-file.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { open, problemOf, testPath } from "../fixtures.ts";
import { intended } from "../format/histories.ts";
import { compileLedger, killed, openElsewhere, suspended } from "./second-process.ts";

let compiled = "";
let main = "";

beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), "coursebinder-second-"));
  main = await compileLedger(compiled);
});

afterAll(() => rm(compiled, { recursive: true, force: true }));

test("a second opening in the same process is refused and names the holder", async () => {
  const path = await testPath();
  const first = await open(path, { holder: "pid 1 on a laptop" });
  expect(await problemOf(open(path))).toEqual({ code: "ledger_held", path, holder: "pid 1 on a laptop" });
  await first.append(intended());
  await first.close();
  const second = await open(path);
  expect(second.events).toHaveLength(2);
  await second.close();
});

test("another process is refused while this one holds the ledger, and finds its events afterwards", async () => {
  const path = await testPath();
  const ledger = await open(path, { holder: "the test" });
  const refused = await openElsewhere(main, path, "the other");
  expect(JSON.parse(refused.said)).toEqual({ code: "ledger_held", path, holder: "the test" });
  await ledger.append(intended());
  await ledger.close();
  const second = await openElsewhere(main, path, "the other");
  expect(second.said).toBe("held");
  expect(await problemOf(open(path))).toEqual({ code: "ledger_held", path, holder: "the other" });
  await killed(second.child);
});

test("the ledger of a killed process opens at once", async () => {
  const path = await testPath();
  const { said, child } = await openElsewhere(main, path, "the killed one");
  expect(said).toBe("held");
  expect(await problemOf(open(path))).toMatchObject({ code: "ledger_held", holder: "the killed one" });
  await killed(child);
  const ledger = await open(path);
  expect(ledger.events).toEqual([]);
  await ledger.close();
});

test("a suspended process keeps its lock on the ledger", async () => {
  const path = await testPath();
  const { child } = await openElsewhere(main, path, "the sleeper");
  await suspended(child);
  expect(await problemOf(open(path))).toEqual({ code: "ledger_held", path, holder: "the sleeper" });
  await killed(child);
  await (await open(path)).close();
});

test("a lock file left behind by an ended run blocks no later run", async () => {
  const path = await testPath();
  await writeFile(`${path}.lock`, "pid 4711 on a machine that is gone\n");
  const ledger = await open(path, { holder: "the living" });
  expect(await readFile(`${path}.lock`, "utf8")).toBe("the living\n");
  await ledger.close();
});

test("a ledger that is held can be read by others", async () => {
  const path = await testPath();
  const ledger = await open(path);
  await ledger.append(intended());
  expect((await readFileLedger(path, realFiles)).events).toEqual(ledger.events);
  await ledger.close();
});

test("after another program wrote to the file, nothing more is appended", async () => {
  const path = await testPath();
  const ledger = await open(path);
  await writeFile(path, "what another program wrote\n", { flag: "a" });
  const before = await readFile(path);
  const grown = { code: "ledger_grown_by_other", path };
  expect(await problemOf(ledger.append(intended()))).toEqual(grown);
  expect(await problemOf(ledger.append(intended()))).toEqual(grown);
  expect(await readFile(path)).toEqual(before);
  await ledger.close();
});
