import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { coursebinder, type Running, start, temporaryFolder } from "../../fixtures.ts";
import { call } from "../call.ts";
import { secretOf } from "../fixtures.ts";

const example = resolve("courses/local-service.yaml");
const exampleKey = "sk_live_replace_this_by_a_secret_of_your_own_000001";
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
});

async function serve(...args: string[]): Promise<{ url: string }> {
  const folder = temporaryFolder();
  undo.push(() => folder.dispose());
  const running = start({ args: ["serve", "--json", "--port", "0", ...args], cwd: folder.path });
  undo.push(() => stop(running));
  return JSON.parse(await running.lineMatching(/^\{"url"/)) as { url: string };
}

async function stop({ process: child, finished }: Running): Promise<void> {
  if (child.exitCode === null) child.kill("SIGTERM");
  await finished;
}

const wish = JSON.stringify({ topic: "a walk", lang: "es", difficulty: 2, audiobook: false });

describe("coursebinder serve", () => {
  it("starts at the time that --clock says, whatever the configuration says", async () => {
    const { url } = await serve("--config", example, "--clock", "2027-03-01T00:00:00+01:00");
    const made = await call(`${url}/stories`, { method: "POST", key: exampleKey, body: wish });
    expect(made).toMatchObject({
      status: 202,
      json: { createdAt: expect.stringMatching(/^2027-02-28T23:0/) },
    });
  });

  it("starts at the configuration's time, and accepts only the configuration's keys", async () => {
    const folder = temporaryFolder();
    undo.push(() => folder.dispose());
    const config = join(folder.path, "service.yaml");
    writeFileSync(config, readFileSync(example, "utf8").replace("# clock:", "clock:"));
    const { url } = await serve("--config", config);
    const made = await call(`${url}/stories`, { method: "POST", key: exampleKey, body: wish });
    expect(made).toMatchObject({
      status: 202,
      json: { createdAt: expect.stringMatching(/^2026-01-31T23:5/) },
    });
    const other = await call(`${url}/balance`, { method: "GET", key: secretOf("x") });
    expect(other.status).toBe(401);
  });

  it.for(["yesterday", "2026-01-31", "2026-02-30T00:00:00Z", "2026-01-31T25:00:00Z", "1769904000"])(
    "does not start with the clock %j, and shows the right format",
    async (clock) => {
      const folder = temporaryFolder();
      undo.push(() => folder.dispose());
      const refused = await coursebinder(["serve", "--port", "0", "--clock", clock], { cwd: folder.path });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("--clock");
      expect(refused.stderr).toContain("2026-01-31T23:59:50Z");
    },
  );

  it.for(["serve", "serve keys list", "serve keys add", "serve keys revoke", "serve audit"])(
    "lists in the help of %s only flags that have an effect",
    async (verbs) => {
      const { stdout } = await coursebinder([...verbs.split(" "), "--help"]);
      for (const flag of ["--data", "--json", "--log-level"]) expect(stdout).toContain(flag);
      for (const flag of ["--service", "--ledger", "--out", "--local"])
        expect(stdout).not.toMatch(new RegExp(`^ *${flag} `, "m"));
    },
  );

  it("still accepts the common flags that have no effect there", async () => {
    const { url } = await serve(
      "--out",
      "elsewhere",
      "--local",
      "--service",
      "https://stories.example/api/v1",
    );
    expect((await call(`${url}/balance`, { method: "GET", key: secretOf("x") })).status).toBe(401);
  });
});
