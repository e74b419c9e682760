import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { call } from "../call.ts";
import { query, startRig, tempFolder } from "../fixtures.ts";
import { serveProcess } from "../serve-process.ts";

const publicUrl = "publicUrl: https://stories.example.org\n";
const example = readFileSync("courses/local-service.yaml", "utf8");

it("a service with a public address does not start with the published secrets of the example, and shows where they stand", async () => {
  const cwd = await tempFolder();
  const lines = (publicUrl + example).split("\n");
  writeFileSync(join(cwd, "service.yaml"), lines.join("\n"));
  const { code, stderr } = await coursebinder(["serve", "--port", "0", "--config", "service.yaml"], { cwd });
  expect(code).toBe(2);
  for (const [name, path] of [
    ["signIn:", "accounts.0.signIn"],
    ["secret:", "accounts.0.keys.0.secret"],
  ] as const) {
    const line = lines.findIndex((text) => text.trimStart().startsWith(name)) + 1;
    expect(stderr).toContain(`service.yaml: ${path} (line ${line}): is the secret of the published example`);
  }
});

it("a service with a public address and no accounts makes no demo account, and says how the first one is made", async () => {
  const cwd = await tempFolder();
  const config = `${publicUrl}trustedProxies: [127.0.0.1]\n`;
  const line = await serveProcess(["--data", "data"], { cwd, config });
  expect([line.key, line.signIn]).toEqual([undefined, undefined]);
  await line.running.lineMatching(/serve admin accounts add .* serve keys add/);
  const run = (...args: string[]) => coursebinder(["serve", ...args, "--data", "data"], { cwd });
  const none = await run("keys", "add", "ci");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("serve admin accounts add")]);
  expect((await run("admin", "accounts", "add", "ann", "--credits", "7")).code).toBe(0);
  const key = (await run("keys", "add", "ci")).stdout.trim();
  const balance = await call(`${line.listensAt}/api/v1/balance`, { method: "GET", key });
  expect([balance.status, balance.json.credits]).toEqual([200, 7]);
});

it("a service whose demo account is older than its public address warns of it, and of a clock of its own, and shows no new secrets", async () => {
  const first = await startRig({ config: "" });
  await first.service.close();
  const later = await startRig({
    config: `${publicUrl}clock: "2026-01-31T23:50:00Z"`,
    dataFolder: first.dataFolder,
  });
  expect(await later.service.handOverDemo()).toBeNull();
  const warnings = later.world.lines.filter(({ level }) => level === "warn").map(({ message }) => message);
  expect(warnings).toContainEqual(expect.stringContaining("accounts ban demo"));
  expect(warnings).toContainEqual(expect.stringContaining("a clock that starts at another time"));
  expect(await query(first.dataFolder, "SELECT name FROM credentials")).toEqual([]);
});
