import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coursebinderHere } from "../../e2e/fixtures/in-this-process.ts";
import { coursebinder } from "../../fixtures.ts";
import { call, until } from "../call.ts";
import {
  keyOfAnn,
  plainStory,
  query,
  restart,
  secretOf,
  silentMp3,
  startRig,
  tempFolder,
} from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";
import { serveProcess } from "../serve-process.ts";
import { completion, enoughText, type FakeModel, modelOfTest } from "./model-fixtures.ts";

const example = readFileSync("courses/local-service.yaml", "utf8");
const publicUrl = "publicUrl: https://stories.example.org\n";
const anew = { config: "" } as const;

describe("coursebinder serve", () => {
  it("starts at the time that the configuration says, with the configuration's keys alone", async () => {
    const config = example
      .replace(/# clock:.*/, 'clock: "2027-03-01T00:00:00+01:00"')
      .replace(/sk_live_\w+/, keyOfAnn);
    const { post, url } = await serveProcess([], { config });
    const made = await post("/stories", plainStory);
    expect(made).toMatchObject({
      status: 202,
      json: { createdAt: expect.stringMatching(/^2027-02-28T23:0/) },
    });
    const other = await call(`${url}/balance`, { method: "GET", key: secretOf("x") });
    expect(other.status).toBe(401);
  });
});

describe("the demo account", () => {
  it("is shown with its key and sign-in at the first start on a folder that succeeds, and never again", async () => {
    const cwd = await tempFolder();
    const { port } = new URL((await startRig()).service.url);
    const taken = await coursebinderHere(["serve", "--port", port], { cwd });
    expect([taken.code, taken.stderr]).toEqual([7, expect.stringContaining(`port ${port} on 127.0.0.1`)]);
    const first = await serveProcess([], { cwd });
    expect(first.key).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
    const balance = { credits: 100_000, plan: "paid", unlimited: false, reserved: 0 };
    expect(await first.balance()).toEqual(balance);
    const { account, secret } = first.signIn;
    expect((await new PlainBrowser(first.appUrl).signIn(account, secret)).status).toBe(200);
    await first.stop();
    const { key, signIn } = await serveProcess([], { cwd });
    expect([key, signIn]).toEqual([undefined, undefined]);
  });

  it("is shown by the first start where a rehearsal made it, not where a person's key has its name or accounts are configured", async () => {
    const fixture = await startRig(anew);
    await fixture.service.mintKey("rehearsal");
    const secrets = await (await restart(fixture, anew)).service.handOverDemo();
    expect(secrets?.signIn.accountId).toBe("demo");
    const named = await startRig(anew);
    const key = await named.service.mintKey("demo");
    const again = await restart(named, anew);
    expect(await again.service.handOverDemo()).toBeNull();
    expect((await again.get("/balance", key)).status).toBe(200);
    const configured = await startRig();
    expect(await configured.service.handOverDemo()).toBeNull();
    // Keys are minted for the first of them.
    const minted = await configured.service.mintKey("rehearsal");
    await configured.post("/stories", plainStory);
    expect((await configured.get("/balance", minted)).json.reserved).toBe(13);
  });

  it("mints a key with every scope and revokes the older one with its name", async () => {
    const fixture = await startRig({ config: "" });
    const first = await fixture.service.mintKey("rehearsal");
    expect((await fixture.post("/stories", plainStory, first)).status).toBe(202);
    const second = await fixture.service.mintKey("rehearsal");
    expect((await fixture.get("/balance", first)).status).toBe(401);
    for (const path of ["/balance", "/books", "/levels"])
      expect((await fixture.get(path, second)).status).toBe(200);
  });
});

it("a service with a public address does not start with the published secrets of the example, and shows where they stand", async () => {
  const cwd = await tempFolder();
  writeFileSync(join(cwd, "service.yaml"), publicUrl + example);
  const lines = (publicUrl + example).split("\n");
  const { code, stderr } = await coursebinderHere(["serve", "--port", "0", "--config", "service.yaml"], {
    cwd,
  });
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
  const run = (...args: string[]) => coursebinderHere(["serve", ...args, "--data", "data"], { cwd });
  const none = await run("keys", "add", "ci");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("serve admin accounts add")]);
  expect((await run("admin", "accounts", "add", "ann", "--credits", "7")).code).toBe(0);
  const key = (await run("keys", "add", "ci")).stdout.trim();
  const balance = await call(`${line.listensAt}/api/v1/balance`, { method: "GET", key });
  expect([balance.status, balance.json.credits]).toEqual([200, 7]);
});

it("a service whose demo account is older than its public address warns of it, and of a clock of its own, and shows no new secrets", async () => {
  const first = await startRig({ config: "" });
  const later = await restart(first, { config: `${publicUrl}clock: "2026-01-31T23:50:00Z"` });
  expect(await later.service.handOverDemo()).toBeNull();
  const warnings = later.world.lines.filter(({ level }) => level === "warn").map(({ message }) => message);
  expect(warnings).toContainEqual(expect.stringContaining("accounts ban demo"));
  expect(warnings).toContainEqual(expect.stringContaining("its clock does not start at the real time"));
  expect(await query(first.dataFolder, "SELECT name FROM credentials")).toEqual([]);
});

const fakeModel = (): Promise<FakeModel> =>
  modelOfTest(({ path }) =>
    path.endsWith("/audio/speech")
      ? { type: "audio/mpeg", body: Buffer.from(silentMp3(20)) }
      : completion({ title: "Toki", text: enoughText }),
  );

function envOf({ server }: FakeModel): Record<string, string> {
  const url = server.url.replace(/\/$/, "");
  return {
    STORY_WRITER_URL: url,
    STORY_WRITER_MODEL: "writer",
    STORY_WRITER_KEY: "writer-secret-key",
    STORY_NARRATOR_URL: url,
    STORY_NARRATOR_MODEL: "narrator",
    STORY_NARRATOR_VOICE: "nova",
  };
}

describe("a local service with a model's server in its environment (7)", () => {
  it("has that server write and narrate stories, in a language that is not built in, says so at startup, and warns once it stops answering, without its key", async () => {
    const model = await fakeModel();
    const env = envOf(model);
    const times = ["--writing-time", "0s", "--narration-time", "0s"];
    const { post, running, ...served } = await serveProcess(times, { env });
    expect(JSON.parse(await running.lineMatching(/^\{.*"url"/))).toMatchObject({
      writer: { url: env.STORY_WRITER_URL, model: "writer" },
      narrator: { model: "narrator" },
    });
    const wish = { topic: "tawa", lang: "tok", difficulty: 2, words: [{ word: "jan" }] };
    const { id } = (await post("/stories", wish)).json;
    await until(async () => ["done", "failed"].includes((await served.story(id)).status));
    expect(await served.story(id)).toMatchObject({ status: "done", title: "Toki", text: enoughText });
    expect(model.asked.map(({ path, headers, body }) => [path, headers.authorization, body.model])).toEqual([
      ["/v1/chat/completions", "Bearer writer-secret-key", "writer"],
      ["/v1/audio/speech", undefined, "narrator"],
    ]);
    expect(model.asked[1]?.body).toMatchObject({ voice: "nova", input: `Toki\n\n${enoughText}` });
    await model.close();
    await served.order({ ...wish, audiobook: false });
    const warning = JSON.parse(await running.lineMatching(/does not answer/));
    expect(warning).toMatchObject({ what: "writer", url: env.STORY_WRITER_URL, cause: "ECONNREFUSED" });
    await served.stop();
    expect((await running.finished).stderr).not.toContain("writer-secret-key");
  });

  it("does not start if the address is not safe or the model has no name", async () => {
    for (const [env, names] of [
      [{ STORY_WRITER_URL: "http://models.example/v1", STORY_WRITER_MODEL: "x" }, "STORY_WRITER_URL"],
      [{ STORY_NARRATOR_URL: "https://models.example/v1" }, "STORY_NARRATOR_MODEL"],
    ] as const) {
      const { code, stderr } = await coursebinder(["serve", "--port", "0"], { env: { ...env } });
      expect([code, stderr]).toEqual([2, expect.stringContaining(names)]);
    }
  });
});
