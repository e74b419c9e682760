import { describe, expect, it } from "vitest";
import { prometheusMeters } from "../../../src/story-service/metrics/prometheus.ts";
import { openAiWriter } from "../../../src/story-service/writers/openai-writer.ts";
import { call, type Reply } from "../call.ts";
import { type Fixture, keyOfAnn, plainStory, secretOf, startRig } from "../fixtures.ts";
import { message, sendMcp } from "../mcp/mcp-client.ts";
import { completion, enoughText, modelOfTest } from "../running/model-fixtures.ts";

const token = "a-token-that-only-the-watcher-has-0001";
const account = `accounts: [{ id: ann, credits: 30, keys: [{ name: main, secret: ${keyOfAnn} }] }]`;

async function startWatched(more = ""): Promise<Fixture> {
  return startRig({ config: `${more}\n${account}`, meters: prometheusMeters() });
}

const metricsOf = ({ service }: Fixture, key: string | null = null, headers = {}): Promise<Reply> =>
  call(`${service.listensAt}/metrics`, { method: "GET", key, headers });

/** The value of one line; undefined where there is no such line. */
function numberIn(text: string, name: string, labels: Readonly<Record<string, string>> = {}) {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split("\n")
    .find((one) => /^\w+/.exec(one)?.[0] === name && wanted.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

const requestsTotal = "story_service_http_request_duration_seconds_count";

describe("the metrics of a service", () => {
  it("count and time requests by route, method and class of status, and never by what a client wrote", async () => {
    const fixture = await startWatched();
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const path of ["/balance", "/balance?x=hush", `/stories/${unknown}`, "/hush-path"])
      await fixture.get(path);
    await call(`${fixture.service.url}/balance`, { method: "DELETE", key: keyOfAnn });
    const { text, headers } = await metricsOf(fixture);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    const count = (route: string, method: string, status: string) =>
      numberIn(text, requestsTotal, { route, method, status });
    expect(count("/api/v1/balance", "GET", "2xx")).toBe(2);
    expect(count("/api/v1/stories/:id", "GET", "4xx")).toBe(1);
    expect(count("none", "GET", "4xx")).toBe(1);
    expect(count("/api/v1/balance", "DELETE", "4xx")).toBe(1);
    expect(numberIn(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
    expect(numberIn(text, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    for (const hidden of ["hush", unknown, "ann", keyOfAnn]) expect(text).not.toContain(hidden);
    expect(
      numberIn(text, "story_service_http_request_duration_seconds_bucket", { le: "+Inf" }),
    ).toBeGreaterThan(0);
  });

  it("have the work in the database by kind, and the credits that are reserved and spent", async () => {
    const fixture = await startWatched();
    const numbers = async () => {
      const { text } = await metricsOf(fixture);
      const jobs = (state: string) => numberIn(text, "story_service_jobs", { kind: "writing", state });
      const credits = (fund: string) => numberIn(text, "story_service_credits", { fund });
      expect(numberIn(text, "story_service_database_up")).toBe(1);
      return [jobs("waiting"), jobs("held"), credits("reserved"), credits("spent")];
    };
    expect(await numbers()).toEqual([0, 0, 0, 0]);
    await fixture.post("/stories", plainStory);
    expect(await numbers()).toEqual([1, 0, 13, 0]);
    await fixture.write();
    expect(await numbers()).toEqual([0, 0, 0, 13]);
  });

  it("count what each limit has refused, over REST, OAuth, pages and MCP", async () => {
    const fixture = await startWatched(
      "limits: { calls: 4/1m, badBearers: 1/1m, oauthTokens: 1/1m, oauthRegistrations: 1/1m, paidStarts: 1/1m }",
    );
    await fixture.post("/stories", { ...plainStory, length: "long" });
    await fixture.post("/stories", plainStory);
    await fixture.post("/stories", plainStory);
    for (let n = 0; n < 3; n += 1) await fixture.get("/balance");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (let n = 0; n < 2; n += 1) {
      const { appUrl } = fixture.service;
      await call(`${appUrl}/api/oauth/token`, { method: "POST", body: "a=b", headers: form });
      await call(`${appUrl}/api/oauth/register`, { method: "POST", body: "{}" });
    }
    await sendMcp(fixture, message("tools/call", { name: "get_balance", arguments: {} }));
    for (let n = 0; n < 2; n += 1) await fixture.get("/balance", secretOf("x"));
    const { text } = await metricsOf(fixture);
    const refused = (limit: string) => numberIn(text, "story_service_refusals_total", { limit });
    expect(refused("balance")).toBe(1);
    expect(refused("paid_starts")).toBe(1);
    expect(refused("calls")).toBeGreaterThanOrEqual(2);
    expect([refused("token_exchanges"), refused("registrations"), refused("bad_bearers")]).toEqual([1, 1, 1]);
  });

  it("count and time calls of a model's server by how they went", async () => {
    const meters = prometheusMeters();
    const statuses = [200, 401, 503];
    const model = await modelOfTest((_, turn) => ({
      ...completion({ title: "A", text: enoughText }),
      status: statuses[turn - 1] ?? 500,
    }));
    const writer = openAiWriter({
      ...model.server,
      onCalled: (modelCall) => meters.modelCalled("writer", modelCall),
    });
    const order = { ...plainStory, length: "short", genre: null, form: null, words: [] } as const;
    await writer.write(order);
    await expect(writer.write(order)).rejects.toThrow("401");
    await expect(writer.write(order)).rejects.toThrow("503");
    await model.close();
    await expect(writer.write(order)).rejects.toThrow("does not answer");
    const { text } = await metricsOf(await startRig({ config: account, meters }));
    for (const outcome of ["answered", "refused", "failed", "unreached"])
      expect(
        numberIn(text, "story_service_model_call_duration_seconds_count", { server: "writer", outcome }),
      ).toBe(1);
  });

  it("are read without the database, and say so, when it does not answer", async () => {
    const meters = prometheusMeters();
    const away = () => Promise.reject(new Error("away"));
    const text = await meters.read({ all: away, get: away, run: away } as never);
    expect(numberIn(text, "story_service_database_up")).toBe(0);
    expect(numberIn(text, "story_service_credits")).toBeUndefined();
    expect(numberIn(text, "process_resident_memory_bytes")).toBeGreaterThan(0);
  });
});

it("the metrics may be read by this machine, by whoever has the token, and with a public address by nobody without one", async () => {
  const publicUrl = "publicUrl: https://stories.example.org\ntrustedProxies: [127.0.0.1]";
  expect((await metricsOf(await startWatched())).status).toBe(200);
  // A rehearsal counts nothing.
  expect((await metricsOf(await startRig())).status).toBe(404);
  // Not even this machine: a proxy comes from here too.
  const open = await startWatched(publicUrl);
  for (const headers of [{}, { host: "stories.example.org" }, { "x-forwarded-for": "127.0.0.1" }])
    expect((await metricsOf(open, keyOfAnn, headers)).status).toBe(404);
  for (const config of [`${publicUrl}\nmetricsToken: ${token}`, `metricsToken: ${token}`]) {
    const fixture = await startWatched(config);
    expect((await metricsOf(fixture, token)).status).toBe(200);
    const refused = [null, keyOfAnn, `${token}x`, token.slice(1), token.toUpperCase()];
    for (const key of refused) expect((await metricsOf(fixture, key)).status).toBe(401);
    expect((await metricsOf(fixture)).headers["www-authenticate"]).toBe('Bearer realm="metrics"');
  }
});
