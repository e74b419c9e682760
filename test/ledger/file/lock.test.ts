import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { open, problemOf, testPath } from "../fixtures.ts";
import { intended } from "../format/histories.ts";

test("a lock file left behind by an ended run blocks no later run", async () => {
  const path = await testPath();
  await writeFile(`${path}.lock`, "pid 4711 on a machine that is gone\n");
  const ledger = await open(path, { holder: "the living" });
  expect(await readFile(`${path}.lock`, "utf8")).toBe("the living\n");
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
