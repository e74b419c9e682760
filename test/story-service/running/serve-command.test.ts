import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { call } from "../call.ts";
import { keyOfAnn, plainStory, secretOf, tempFolder } from "../fixtures.ts";
import { serveProcess } from "../serve-process.ts";

const example = readFileSync("courses/local-service.yaml", "utf8");

describe("coursebinder serve", () => {
  it.each([
    [
      "--clock says, whatever the configuration says",
      ["--clock", "2027-03-01T00:00:00+01:00"],
      /^2027-02-28T23:0/,
    ],
    ["the configuration says", [], /^2026-01-31T23:5/],
  ] as const)("starts at the time that %s, with the configuration's keys alone", async (_, args, time) => {
    const config = example.replace("# clock:", "clock:").replace(/sk_live_\w+/, keyOfAnn);
    const { post, url } = await serveProcess(args, { config });
    const made = await post("/stories", plainStory);
    expect(made).toMatchObject({ status: 202, json: { createdAt: expect.stringMatching(time) } });
    const other = await call(`${url}/balance`, { method: "GET", key: secretOf("x") });
    expect(other.status).toBe(401);
  });

  it.for(["yesterday", "2026-01-31", "2026-02-30T00:00:00Z", "2026-01-31T25:00:00Z", "1769904000"])(
    "does not start with the clock %j, and shows the right format",
    async (clock) => {
      const folder = await tempFolder();
      const refused = await coursebinder(["serve", "--port", "0", "--clock", clock], { cwd: folder });
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

  it.each([
    [
      ["--web"],
      "--web and --worker no longer exist: every process of a service answers requests and does the work",
    ],
    [["--worker", "--port", "4011"], "--web and --worker no longer exist"],
    [["--config", "tls.yaml"], "tls (line 1): is gone: the service speaks plain HTTP, and a proxy"],
  ])("refuses what is gone, %j, and names what replaces it", async (args, said) => {
    const folder = await tempFolder();
    writeFileSync(join(folder, "tls.yaml"), "tls: { key: privkey.pem, certificate: fullchain.pem }\n");
    const { code, stderr } = await coursebinder(["serve", ...args], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it("still accepts the common flags that have no effect there", async () => {
    const service = "https://stories.example/api/v1";
    const { get } = await serveProcess(["--out", "elsewhere", "--local", "--service", service]);
    expect((await get("/balance")).status).toBe(200);
  });
});
