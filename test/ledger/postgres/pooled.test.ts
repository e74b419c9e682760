import { expect, it, onTestFinished } from "vitest";
import { emptyHead } from "../../../src/ledger/format/line.ts";
import { checkHolding } from "../../../src/ledger/postgres/append.ts";
import { holdLedger } from "../../../src/ledger/postgres/hold.ts";
import { ledgerName } from "../../../src/ledger/postgres/ledger-name.ts";
import { Session } from "../../../src/ledger/postgres/session.ts";
import { identity } from "../fixtures.ts";
import { hasPooler, startPooler } from "./database/pooler.ts";
import { addressOf, freshDatabase, openIn, sleep, useServer } from "./fixtures.ts";

const server = useServer();

it("takes nothing from a process of the server that does not have the lock", async () => {
  const { address } = await freshDatabase(server.url());
  const name = ledgerName(identity);
  const path = address.locationOf(name);
  const holding = await holdLedger({
    address,
    path,
    name,
    holder: "the first run",
    mustExist: false,
    world: { random: Math.random, sleep },
  });
  onTestFinished(() => holding.session.close());
  const held = { name, path, epoch: holding.epoch, head: emptyHead };
  await checkHolding(holding.session, held);
  // What a pooler does: the next transaction goes to another process.
  const other = await Session.open(address, "another process");
  onTestFinished(() => other.close());
  await expect(checkHolding(other, held)).rejects.toMatchObject({ problem: { code: "ledger_pooled" } });
});

it.runIf(hasPooler())("is refused at once behind a pooler in transaction mode", async () => {
  const { url } = await freshDatabase(server.url());
  const pooler = await startPooler(url, "transaction");
  onTestFinished(() => pooler.stop());
  const opened = openIn({ address: addressOf(pooler.url) });
  await expect(opened).rejects.toMatchObject({ problem: { code: "ledger_pooled" } });
});
