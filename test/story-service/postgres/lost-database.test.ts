import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { CuttingProxy } from "../../ledger/postgres/database/cutting-proxy.ts";
import { type Server, startServer } from "../../ledger/postgres/database/server.ts";
import { addressOf, type Database, freshDatabase } from "../../ledger/postgres/fixtures.ts";
import { call } from "../call.ts";
import { putDatabase, usePostgres } from "../engine.ts";
import { type Fixture, plainStory, spokenStory, startRig, tempFolder, withStore } from "../fixtures.ts";

usePostgres();

let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

interface Behind {
  readonly fixture: Fixture;
  readonly proxy: CuttingProxy;
  readonly database: Database;
}

/** A service that reaches its database by way of a proxy. */
async function serviceBehindProxy(): Promise<Behind> {
  const database = await freshDatabase(server.url);
  const proxy = await CuttingProxy.listen(database.url);
  onTestFinished(() => proxy.close());
  const dataFolder = await tempFolder();
  putDatabase(dataFolder, addressOf(proxy.urlFor(database.url)));
  return { fixture: await startRig({ dataFolder }), proxy, database };
}

// With the zero that ends a statement: the isolation level has the word in its name too.
const isCommit = (message: Buffer): boolean => message.includes("COMMIT\0");

const balances = ({ dataFolder }: Fixture) => withStore(dataFolder, findImbalances);

describe("a service whose database is cut off", () => {
  it("in the middle of a creation's commit admits that it does not know, and writes and charges the story that is there", async () => {
    const { fixture, proxy, database } = await serviceBehindProxy();
    proxy.cut("answer", isCommit);
    expect((await fixture.post("/stories", plainStory)).status).toBe(500);
    await fixture.write();
    expect(await database.query("SELECT status, charged::int FROM story_service.stories")).toEqual([
      { status: "ready", charged: 13 },
    ]);
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 0 });
    expect(await balances(fixture)).toEqual([]);
  });

  it("before a creation's commit arrives there has nothing of it, and reserves nothing", async () => {
    const { fixture, proxy } = await serviceBehindProxy();
    proxy.cut("message", isCommit);
    expect((await fixture.post("/stories", plainStory)).status).toBe(500);
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 1000, reserved: 0 });
    expect((await fixture.post("/stories", plainStory)).status).toBe(202);
  });

  it("before the commit says that nothing was done, as it is", async () => {
    const { fixture, proxy } = await serviceBehindProxy();
    proxy.cut("message", (message) => message.includes("INSERT INTO movements"));
    const refused = await fixture.post("/stories", plainStory);
    expect([refused.status, refused.json.code]).toEqual([503, "unavailable"]);
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 1000, reserved: 0 });
  });

  it("in the middle of the commit that starts an audiobook charges it once, and narrates it", async () => {
    const { fixture, proxy } = await serviceBehindProxy();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    proxy.cut("answer", isCommit);
    expect((await fixture.get(`/stories/${id}`)).status).toBe(500);
    await fixture.narrate();
    expect((await fixture.get(`/stories/${id}`)).json).toMatchObject({ status: "done" });
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 975, reserved: 0 });
    expect(await balances(fixture)).toEqual([]);
  });

  it.each([
    ["before a story is written", "message", (query: Buffer) => query.includes("count(*) AS earlier")],
    ["while a story is recorded", "answer", isCommit],
  ] as const)("%s keeps trying, and charges it once", async (_, side, which) => {
    const { fixture, proxy } = await serviceBehindProxy();
    const { id } = (await fixture.post("/stories", plainStory)).json;
    proxy.cut(side, which);
    fixture.world.pass(1_200);
    await fixture.world.logged("a background step could not be kept; it is tried again");
    fixture.world.pass(15_000);
    await fixture.world.logged("story written");
    expect((await fixture.get(`/stories/${id}`)).json).toMatchObject({ status: "ready", credits: 13 });
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 0 });
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
  });
});
