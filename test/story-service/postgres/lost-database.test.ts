import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { CuttingProxy } from "../../ledger/postgres/database/cutting-proxy.ts";
import { addressOf } from "../../ledger/postgres/fixtures.ts";
import { call, type Reply, until } from "../call.ts";
import { databaseOf, putDatabase, usePostgres } from "../engine.ts";
import {
  type Fixture,
  plainStory,
  query,
  type RigOptions,
  secretOf,
  spokenStory,
  startRig,
  tempFolder,
} from "../fixtures.ts";

usePostgres();

/** A service that reaches its database by way of a proxy. */
async function serviceBehindProxy(
  options: RigOptions = {},
): Promise<{ fixture: Fixture; proxy: CuttingProxy }> {
  const dataFolder = await tempFolder();
  const direct = (await databaseOf(dataFolder))?.reveal() ?? "";
  const proxy = await CuttingProxy.listen(direct);
  onTestFinished(() => proxy.close());
  putDatabase(dataFolder, addressOf(proxy.urlFor(direct)));
  return { fixture: await startRig({ dataFolder, ...options }), proxy };
}

// With the zero that ends a statement: the isolation level has the word in its name too.
const isCommit = (message: Buffer): boolean => message.includes("COMMIT\0");

describe("a service whose database is cut off", () => {
  it("in the middle of a creation's commit admits that it does not know, and writes and charges the story that is there", async () => {
    const { fixture, proxy } = await serviceBehindProxy();
    proxy.cut("answer", isCommit);
    expect((await fixture.post("/stories", plainStory)).status).toBe(500);
    fixture.world.pass(2_500);
    await fixture.world.logged("story written");
    const stories = await query(fixture.dataFolder, "SELECT status, charged FROM stories");
    expect(stories).toEqual([{ status: "ready", charged: 13 }]);
    expect(await fixture.balance()).toMatchObject({ credits: 987, reserved: 0 });
    expect(await fixture.imbalances()).toEqual([]);
  });

  it.each([
    ["before the commit", "message", "INSERT INTO movements"],
    ["before it could count the call", "answer", "FROM take_call"],
  ] as const)("%s says that nothing was done, as it is", async (_, side, statement) => {
    const { fixture, proxy } = await serviceBehindProxy({ countsInRealTime: true });
    proxy.cut(side, (message) => message.includes(statement));
    const refused = await fixture.post("/stories", plainStory);
    expect([refused.status, refused.json.code]).toEqual([503, "unavailable"]);
    expect(await fixture.balance()).toMatchObject({ credits: 1000, reserved: 0 });
  });

  it("in the middle of the commit that starts an audiobook charges it once, and narrates it", async () => {
    const { fixture, proxy } = await serviceBehindProxy();
    const id = await fixture.order(spokenStory);
    await fixture.write();
    proxy.cut("answer", isCommit);
    expect((await fixture.get(`/stories/${id}`)).status).toBe(500);
    await fixture.narrate();
    expect(await fixture.story(id)).toMatchObject({ status: "done" });
    expect(await fixture.balance()).toMatchObject({ credits: 975, reserved: 0 });
    expect(await fixture.imbalances()).toEqual([]);
  });

  it.each([
    ["before a story is written", "message", (query: Buffer) => query.includes("count(*) AS earlier")],
    ["while a story is recorded", "answer", isCommit],
  ] as const)("%s keeps trying, and charges it once", async (_, side, which) => {
    const { fixture, proxy } = await serviceBehindProxy();
    const id = await fixture.order(plainStory);
    proxy.cut(side, which);
    fixture.world.pass(1_200);
    await fixture.world.logged("a background step could not be saved; it will be retried");
    fixture.world.pass(15_000);
    await until(async () => (await fixture.story(id)).status === "ready");
    expect(await fixture.story(id)).toMatchObject({ credits: 13 });
    expect(await fixture.balance()).toMatchObject({ credits: 987, reserved: 0 });
  });

  it("entirely answers 503 to programs and people, is not ready but alive, and still stops in order", async () => {
    const { fixture, proxy } = await serviceBehindProxy();
    const { appUrl } = fixture.service;
    const statusAt = async (path: string) => (await call(appUrl + path, { method: "GET" })).status;
    expect(await statusAt("/readyz")).toBe(200);
    proxy.refuseAll();
    expect([await statusAt("/readyz"), await statusAt("/healthz")]).toEqual([503, 200]);
    const refused = await fixture.post("/stories", plainStory);
    expect([refused.status, refused.json.code]).toEqual([503, "unavailable"]);
    const page = await fetch(`${appUrl}/sign-in`, {
      headers: { cookie: `stories_${new URL(appUrl).port}=st_session_${"x".repeat(43)}` },
    });
    expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    fixture.world.pass(1_200);
    await fixture.world.logged("a background step could not be saved; it will be retried");
    expect(fixture.world.lines.filter(({ level }) => level === "error")).toEqual([]);
  });
});

it("A read of a story asks the database three things: its key with its address, its window, and the story with its book", async () => {
  const { fixture, proxy } = await serviceBehindProxy({ countsInRealTime: true });
  const spoken = (await fixture.makeBook()).storyId;
  const plain = await fixture.order(plainStory);
  // The first time on each connection, a statement is prepared.
  for (let time = 0; time < 3; time += 1) for (const id of [spoken, plain]) await fixture.story(id);
  for (const [id, status] of [
    [spoken, "done"],
    [plain, "writing"],
  ] as const) {
    const before = proxy.messages;
    expect((await fixture.story(id)).status).toBe(status);
    expect(proxy.messages - before).toBe(3);
  }
});

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
