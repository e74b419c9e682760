import { expect, it } from "vitest";
import { usePostgres } from "../engine.ts";
import { startRig, withStore } from "../fixtures.ts";

// Imported before the tests that are to run on PostgreSQL: imports are evaluated in their order.
usePostgres();

it("keeps its state on PostgreSQL, and no database in its folder", async () => {
  const { dataFolder } = await startRig();
  const row = await withStore(dataFolder, (store) => store.get<{ version: string }>("SELECT version()"));
  expect(row?.version).toMatch(/^PostgreSQL/);
});
