import { readFile, writeFile } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { readFileLedger } from "../../../src/ledger/file/file-ledger.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { open, testPath } from "../fixtures.ts";
import { describeStore, type Place } from "../store-contract.ts";

describeStore("a file", async (): Promise<Place> => {
  const path = await testPath();
  const lines = async (): Promise<string[]> => (await readFile(path, "utf8")).split("\n").slice(0, -1);
  return {
    async open(opening) {
      const ledger = await open(path, opening);
      // Closed already by most tests; a second time is none of their business.
      onTestFinished(() => ledger.close().catch(() => undefined));
      return ledger;
    },
    read: () => readFileLedger(path, realFiles),
    lines,
    tamper: async (number, change) => {
      const changed = (await lines()).map((line, index) => (index + 1 === number ? change(line) : line));
      await writeFile(path, `${changed.join("\n")}\n`);
    },
  };
});
