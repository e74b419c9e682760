import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readFileLedger } from "../../../src/ledger/file/read-file.ts";
import { readPostgresLedger } from "../../../src/ledger/postgres/read.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { identity, open, testFolder } from "../fixtures.ts";
import { freshDatabase, openIn, useServer } from "./fixtures.ts";
import { describeStore, type Place } from "./store-contract.ts";

const server = useServer();

describeStore("a file", async (): Promise<Place> => {
  const path = join(await testFolder(), "ledger.jsonl");
  const lines = async (): Promise<string[]> => (await readFile(path, "utf8")).split("\n").slice(0, -1);
  return {
    async open(opening) {
      const ledger = await open(path, opening);
      // Closed already by most tests; a second time is none of their business.
      onTestFinished(() => ledger.close().catch(() => undefined));
      return ledger;
    },
    read: async () => ((await realFiles.read(path)) === null ? null : readFileLedger(path, realFiles)),
    lines,
    tamper: async (number, change) => {
      const changed = (await lines()).map((line, index) => (index + 1 === number ? change(line) : line));
      await writeFile(path, `${changed.join("\n")}\n`);
    },
  };
});

describeStore("PostgreSQL", async (): Promise<Place> => {
  const database = await freshDatabase(server.url());
  const { course } = identity;
  const lines = async (): Promise<string[]> => {
    const rows = await database.query("SELECT line FROM coursebinder.events WHERE ledger = $1 ORDER BY seq", [
      course,
    ]);
    return rows.map(({ line }) => String(line));
  };
  return {
    open: (opening) => openIn(database, opening),
    read: () => readPostgresLedger(database.address, course),
    lines,
    tamper: async (number, change) => {
      const line = change((await lines())[number - 1] ?? "");
      await database.query("UPDATE coursebinder.events SET line = $1 WHERE seq = $2", [line, number]);
    },
  };
});
