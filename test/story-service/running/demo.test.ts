import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { start } from "../../fixtures.ts";
import { call } from "../call.ts";
import { type Fixture, handWorld, startRig, tempFolder, undo } from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";
import { serveProcess } from "../serve-process.ts";

const anew = { config: "" } as const;

/** Starts the service again on the folder of one that has ended. */
async function restart(fixture: Fixture): Promise<Fixture> {
  await fixture.service.close();
  return startRig({ ...anew, dataFolder: fixture.dataFolder, world: handWorld(fixture.world.now()) });
}

async function signInStatus(fixture: Fixture, secret: string): Promise<number> {
  return (await new PlainBrowser(fixture.service.appUrl).signIn("demo", secret)).status;
}

describe("the demo account's key and sign-in secret", () => {
  it("give access to the account, and are shown on one start only", async () => {
    const fixture = await startRig(anew);
    const secrets = await fixture.service.handOverDemo();
    expect(secrets?.key).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
    const again = await restart(fixture);
    expect(await again.service.handOverDemo()).toBeNull();
    expect((await again.get("/balance", secrets?.key)).json).toEqual({
      credits: 100_000,
      plan: "paid",
      unlimited: false,
      reserved: 0,
    });
    expect(await signInStatus(again, secrets?.signIn.secret ?? "")).toBe(200);
  });

  it("are shown by the first start on a folder in which a rehearsal made the account", async () => {
    const fixture = await startRig(anew);
    await fixture.service.mintKey("rehearsal");
    const secrets = await (await restart(fixture)).service.handOverDemo();
    expect(secrets?.signIn.accountId).toBe("demo");
  });

  it("leave alone a key that a person gave the same name", async () => {
    const fixture = await startRig(anew);
    const key = await fixture.service.mintKey("demo");
    const again = await restart(fixture);
    expect(await again.service.handOverDemo()).toBeNull();
    expect((await again.get("/balance", key)).status).toBe(200);
  });
});

describe("coursebinder serve on a new folder", () => {
  it("shows key and sign-in at the first start that succeeds, after one that found its port taken", async () => {
    const cwd = await tempFolder();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    undo.push(async () => void other.close());
    const { port } = other.address() as AddressInfo;
    const refused = await start({ args: ["serve", "--json", "--port", String(port)], cwd }).finished;
    expect(refused.code).toBe(7);
    const line = await serveProcess([], { cwd });
    expect((await call(`${line.url}/balance`, { method: "GET", key: line.key })).status).toBe(200);
    const browser = new PlainBrowser(line.appUrl);
    const { account, secret } = line.signIn;
    expect(await browser.signIn(account, secret)).toMatchObject({ status: 200 });
    await line.stop();
    const { key, signIn } = await serveProcess([], { cwd });
    expect([key, signIn]).toEqual([undefined, undefined]);
  });
});
