import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Reply } from "../call.ts";
import { databaseOf, usePostgres } from "../engine.ts";
import { type Fixture, plainStory, query, secretOf, startRig } from "../fixtures.ts";
import { until } from "../until.ts";

usePostgres();

const accounts = [..."abcdefghijklm"];

/** A service whose accounts `a` to `m` have a key each. `lock` keeps some of their rows locked until what it resolves with is called. */
async function lockable() {
  const listed = accounts.map(
    (id) => `  - { id: ${id}, credits: 100000, keys: [{ name: main, secret: ${secretOf(id)} }] }`,
  );
  const limits = "limits: { calls: 100000/1m, paidStarts: 100000/1m }";
  const fixture = await startRig({ config: `${limits}\naccounts:\n${listed.join("\n")}\n` });
  const client = new pg.Client({ connectionString: (await databaseOf(fixture.dataFolder))?.reveal() });
  await client.connect();
  onTestFinished(() => client.end());
  return {
    fixture,
    async lock(...ids: string[]) {
      const rows = "SELECT 1 FROM story_service.accounts WHERE id = ANY($1) FOR NO KEY UPDATE";
      await client.query("BEGIN");
      await client.query(rows, [ids]);
      return () => client.query("ROLLBACK");
    },
    async waiting() {
      const { rows } = await client.query("SELECT COUNT(*)::int AS n FROM pg_locks WHERE NOT granted");
      return rows[0].n as number;
    },
  };
}

function expectFullPool({ status, headers, json }: Reply): void {
  expect([status, headers["retry-after"], json.code]).toEqual([503, "10", "unavailable"]);
}

/** Every creation was accepted or refused for now, nothing was done but the accepted ones, and the log has nothing that the operator should look into. */
async function expectInOrder(
  { world, dataFolder, imbalances }: Fixture,
  creations: readonly Reply[],
  others = 0,
): Promise<void> {
  const refused = creations.filter(({ status }) => status !== 202);
  for (const reply of refused) expectFullPool(reply);
  const stories = creations.length - refused.length + others;
  expect(await query(dataFolder, "SELECT COUNT(*) AS n FROM stories")).toEqual([{ n: stories }]);
  expect(await imbalances()).toEqual([]);
  expect(world.lines.filter(({ level }) => level === "error")).toEqual([]);
}

describe("a service on PostgreSQL that is asked for more than it can do at once", () => {
  it("refuses those of an account's 900 creations that waited too long, and holds up no other account meanwhile", async () => {
    const { fixture, lock } = await lockable();
    const unlock = await lock("a");
    let answered = 0;
    const replies = Array.from({ length: 900 }, async () => {
      const reply = await fixture.post("/stories", plainStory);
      answered += 1;
      return reply;
    });
    const { id } = (await fixture.post("/stories", plainStory, secretOf("b"))).json;
    for (let read = 0; read < 20; read += 1)
      expect((await fixture.get(`/stories/${id}`, secretOf("b"))).status).toBe(200);
    expect(answered).toBe(0);
    expectFullPool(await Promise.race(replies));
    await unlock();
    await expectInOrder(fixture, await Promise.all(replies), 1);
  });

  it("refuses what waited too long for a connection, and answers again once it has one", async () => {
    const { fixture, lock, waiting } = await lockable();
    const [other = "", ...stuck] = accounts;
    const unlock = await lock(...stuck);
    const replies = stuck.map((id) => fixture.post("/stories", plainStory, secretOf(id)));
    // All connections of the process.
    await until(async () => (await waiting()) === 10);
    expectFullPool(await fixture.get("/balance", secretOf(other)));
    await unlock();
    await expectInOrder(fixture, await Promise.all(replies));
    expect((await fixture.get("/balance", secretOf(other))).status).toBe(200);
  });
});
