import { describe, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { freshDatabase, password, useServer } from "../../ledger/postgres/fixtures.ts";
import { plainStory, tempFolder } from "../fixtures.ts";
import { serveProcess } from "../serve-process.ts";

const server = useServer();

/** Where an operator starts a service's processes, and runs its commands. */
async function newSite(hasDatabase: boolean) {
  const database = hasDatabase ? await freshDatabase(server.url()) : null;
  const cwd = await tempFolder();
  const options = { cwd, env: database === null ? {} : { COURSEBINDER_DATABASE: database.url } };
  const command = (...args: string[]) => coursebinder(["serve", ...args, "--data", "data"], options);
  return { database, serve: () => serveProcess(["--data", "data"], options), command };
}

describe("coursebinder serve --database", () => {
  it("shows the secrets of the demo account at the first process, and commands find its keys there", async () => {
    const { serve, command } = await newSite(true);
    const [one, other] = [await serve(), await serve()];
    expect([typeof one.key, typeof other.key]).toEqual(["string", "undefined"]);
    expect((await command("keys", "list")).stdout).toMatch(/^demo +key +demo /m);
    for (const { running, stop } of [one, other]) {
      await stop();
      const { stdout, stderr } = await running.finished;
      expect(stdout + stderr).not.toContain(password);
    }
  });

  it("does not start with an address that is none or without its server, and says why without the password", async () => {
    const port = await freePort();
    for (const [url, code, said] of [
      ["mysql://ann:hush@127.0.0.1/x", 2, "isn't a PostgreSQL address"],
      [`postgres://ann:hush@127.0.0.1:${port}/x`, 7, `postgres://127.0.0.1:${port}/x can't be reached`],
    ] as const) {
      const args = ["serve", "--port", "0", "--data", "data", "--database", url];
      const refused = await coursebinder(args, { cwd: await tempFolder() });
      expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(said)]);
      expect(refused.stdout + refused.stderr).not.toContain("hush");
    }
  });
});

describe("coursebinder serve audit", () => {
  it.each([
    ["on a server", true],
    ["without one", false],
  ])("says that the books of a running service %s balance", async (_, hasDatabase) => {
    const { serve, command } = await newSite(hasDatabase);
    expect((await command("audit")).stderr).toContain("There is no local service in");
    await serve();
    const { code, stdout } = await command("audit");
    expect([code, stdout]).toEqual([0, "The credits add up: 1 movement in 1 account.\n"]);
  });

  it("says which account's books do not balance once somebody has changed a fund", async () => {
    const { database, serve, command } = await newSite(true);
    await (await serve()).post("/stories", plainStory);
    await database?.query("UPDATE story_service.funds SET credits = credits + 1 WHERE fund = 'available'");
    const { code, stdout } = await command("audit", "--json");
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, imbalances: [{ accountId: "demo" }] });
  });
});
