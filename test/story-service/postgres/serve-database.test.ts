import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { type Server, startServer } from "../../ledger/postgres/database/server.ts";
import { type Database, freshDatabase, password } from "../../ledger/postgres/fixtures.ts";
import { call } from "../call.ts";
import { plainStory, tempFolder } from "../fixtures.ts";
import { type Serving, serveProcess } from "../serve-process.ts";
import { until } from "../until.ts";

let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

interface Site {
  readonly folder: string;
  readonly database: Database;
}

async function newSite(): Promise<Site> {
  return { folder: await tempFolder(), database: await freshDatabase(server.url) };
}

/** A process of a service, as an operator starts it. */
const serve = ({ folder, database }: Site): Promise<Serving> =>
  serveProcess(["--data", "data", "--writing-time", "10ms"], {
    cwd: folder,
    env: { COURSEBINDER_DATABASE: database.url },
  });

const command = ({ folder, database }: Site, ...args: string[]) =>
  coursebinder(args, { cwd: folder, env: { COURSEBINDER_DATABASE: database.url } });

describe("coursebinder serve --database", () => {
  it("runs several processes on one database: a key of one opens the other, and a story of one is read from the other", async () => {
    const site = await newSite();
    const one = await serve(site);
    const other = await serve(site);
    expect([typeof one.key, typeof other.key]).toEqual(["string", "undefined"]);
    const { key } = one;
    const made = await call(`${one.url}/stories`, { method: "POST", key, body: JSON.stringify(plainStory) });
    expect(made.status).toBe(202);
    const read = () => call(`${other.url}/stories/${made.json.id}`, { method: "GET", key });
    await until(async () => (await read()).json.status === "ready");
    expect((await read()).json).toMatchObject({ status: "ready", credits: 13 });
    const listed = await command(site, "serve", "keys", "list", "--data", "data");
    expect(listed.stdout).toContain("demo  key  demo");
    for (const { running, stop } of [one, other]) {
      await stop();
      const { stdout, stderr } = await running.finished;
      expect(stdout + stderr).not.toContain(password);
    }
  });

  it("does not start with an address that is none, and does not repeat it", async () => {
    const { folder } = await newSite();
    const args = ["serve", "--port", "0", "--data", "data", "--database", "mysql://ann:hush@127.0.0.1/x"];
    const refused = await coursebinder(args, { cwd: folder });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("isn't a PostgreSQL address");
    expect(refused.stdout + refused.stderr).not.toContain("hush");
  });

  it("does not start without its server, and says where it looked and why, without the password", async () => {
    const { folder } = await newSite();
    const port = await freePort();
    const url = `postgres://ann:hush@127.0.0.1:${port}/x`;
    const refused = await coursebinder(["serve", "--port", "0", "--data", "data"], {
      cwd: folder,
      env: { COURSEBINDER_DATABASE: url },
    });
    expect(refused.code).toBe(7);
    expect(refused.stderr).toContain(`postgres://127.0.0.1:${port}/x is not there`);
    expect(refused.stdout + refused.stderr).not.toContain("hush");
  });
});

describe("coursebinder serve audit", () => {
  it("says that the books of a running service balance, and which account's do not once somebody has changed a fund", async () => {
    const site = await newSite();
    const { url, key } = await serve(site);
    await call(`${url}/stories`, { method: "POST", key, body: JSON.stringify(plainStory) });
    const good = await command(site, "serve", "audit", "--data", "data");
    expect([good.code, good.stdout]).toEqual([
      0,
      expect.stringMatching(/^The books balance: \d movements in 1 account\.\n$/),
    ]);
    await site.database.query(
      "UPDATE story_service.funds SET credits = credits + 1 WHERE fund = 'available'",
    );
    const bad = await command(site, "serve", "audit", "--data", "data", "--json");
    expect(bad.code).toBe(4);
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, imbalances: [{ accountId: "demo" }] });
  });

  it("does the same for a service without a server", async () => {
    const { folder } = await newSite();
    await serveProcess(["--data", "data"], { cwd: folder });
    const audit = await coursebinder(["serve", "audit", "--data", "data"], { cwd: folder });
    expect([audit.code, audit.stdout]).toEqual([0, "The books balance: 1 movement in 1 account.\n"]);
    const nothing = await coursebinder(["serve", "audit", "--data", "."], { cwd: folder });
    expect(nothing.stderr).toContain("There is no local service in");
  });
});
