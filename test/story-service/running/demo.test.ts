import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { DemoSecrets } from "../../../src/story-service/accounts/demo.ts";
import { type Running, start } from "../../fixtures.ts";
import { call } from "../call.ts";
import { demoSecrets, type Fixture, handWorld, startRig, tempFolder, undo } from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";

const anew = { config: "" } as const;

/** Starts the service again on the folder of one that has ended. */
async function restart(fixture: Fixture): Promise<Fixture> {
  await fixture.service.close();
  return startRig({ ...anew, dataFolder: fixture.dataFolder, world: handWorld(fixture.world.now()) });
}

/** A start that ends after it has made the secrets and before it has shown them. */
async function crashed(fixture: Fixture): Promise<DemoSecrets> {
  let made: DemoSecrets | null = null;
  const broken = fixture.service.handOverDemo((secrets) => {
    made = secrets;
    throw new Error("the terminal is gone");
  });
  await expect(broken).rejects.toThrow("the terminal is gone");
  return made as unknown as DemoSecrets;
}

async function signInStatus(fixture: Fixture, secret: string): Promise<number> {
  return (await new PlainBrowser(fixture.service.appUrl).signIn("demo", secret)).status;
}

describe("the demo account's key and sign-in secret", () => {
  it("give access to the account, and are shown on one start only", async () => {
    const fixture = await startRig(anew);
    const secrets = await demoSecrets(fixture);
    expect(secrets?.key).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
    const again = await restart(fixture);
    expect(await demoSecrets(again)).toBeNull();
    expect((await again.get("/balance", secrets?.key)).json).toEqual({
      credits: 100_000,
      plan: "paid",
      unlimited: false,
      reserved: 0,
    });
    expect(await signInStatus(again, secrets?.signIn.secret ?? "")).toBe(200);
  });

  it("are shown anew after a start that ended before it showed them; the unseen ones give no access", async () => {
    const fixture = await startRig(anew);
    const lost = await crashed(fixture);
    const again = await restart(fixture);
    const secrets = await demoSecrets(again);
    expect((await again.get("/balance", secrets?.key)).status).toBe(200);
    expect(await signInStatus(again, secrets?.signIn.secret ?? "")).toBe(200);
    expect((await again.get("/balance", lost.key)).status).toBe(401);
    expect(await signInStatus(again, lost.signIn.secret)).toBe(401);
  });

  it.for([
    [
      "a key that somebody has used",
      (fixture: Fixture, { key }: DemoSecrets) => fixture.get("/balance", key),
    ],
    [
      "a sign-in that somebody has used",
      (fixture: Fixture, { signIn }: DemoSecrets) => signInStatus(fixture, signIn.secret),
    ],
  ] as const)("are never replaced if there is %s", async ([, use]) => {
    const fixture = await startRig(anew);
    const secrets = await crashed(fixture);
    await use(fixture, secrets);
    const again = await restart(fixture);
    expect(await demoSecrets(again)).toBeNull();
    expect((await again.get("/balance", secrets.key)).status).toBe(200);
  });

  it("are shown by the first start on a folder in which a rehearsal made the account", async () => {
    const fixture = await startRig(anew);
    await fixture.service.mintKey("rehearsal");
    const secrets = await demoSecrets(await restart(fixture));
    expect(secrets?.signIn.accountId).toBe("demo");
  });

  it("leave alone a key that a person gave the same name", async () => {
    const fixture = await startRig(anew);
    const key = await fixture.service.mintKey("demo");
    const again = await restart(fixture);
    expect(await demoSecrets(again)).toBeNull();
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
    const running = start({ args: ["serve", "--json", "--port", "0"], cwd });
    undo.push(() => stop(running));
    const line = JSON.parse(await running.lineMatching(/^\{"url"/)) as {
      url: string;
      appUrl: string;
      key: string;
      signIn: { account: string; secret: string };
    };
    expect((await call(`${line.url}/balance`, { method: "GET", key: line.key })).status).toBe(200);
    const browser = new PlainBrowser(line.appUrl);
    const { account, secret } = line.signIn;
    expect(await browser.signIn(account, secret)).toMatchObject({ status: 200 });
    await stop(running);
    const later = start({ args: ["serve", "--json", "--port", "0"], cwd });
    undo.push(() => stop(later));
    expect(Object.keys(JSON.parse(await later.lineMatching(/^\{"url"/)))).toEqual([
      "url",
      "appUrl",
      "mcpUrl",
    ]);
  });
});

async function stop({ process: child, finished }: Running): Promise<void> {
  if (child.exitCode === null) child.kill("SIGTERM");
  await finished;
}
