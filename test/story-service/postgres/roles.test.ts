import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { coursebinder, temporaryFolder } from "../../fixtures.ts";
import { type Server, startServer } from "../../ledger/postgres/database/server.ts";
import { freshDatabase } from "../../ledger/postgres/fixtures.ts";
import { type Cluster, newCluster } from "../../load/cluster.ts";
import { call } from "../call.ts";
import { keyOfAnn, plainStory } from "../fixtures.ts";
import { completion } from "../running/model-fixtures.ts";
import { until } from "../until.ts";

let server: Server;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const config = `accounts: [{ id: ann, credits: 1000, keys: [{ name: k, secret: ${keyOfAnn} }] }]\n`;

async function service(env: Record<string, string> = {}) {
  const database = await freshDatabase(server.url);
  const cluster = await newCluster({ databaseUrl: database.url, config, writingTime: "10ms", env });
  onTestFinished(() => cluster.stop());
  const jobs = () => database.query("SELECT holder, attempts FROM story_service.jobs");
  return { cluster, jobs };
}

async function create(url: string): Promise<() => Promise<string>> {
  const body = JSON.stringify(plainStory);
  const made = await call(`${url}/stories`, { method: "POST", key: keyOfAnn, body });
  expect(made.status).toBe(202);
  const read = () => call(`${url}/stories/${made.json.id}`, { method: "GET", key: keyOfAnn });
  return async () => (await read()).json.status;
}

/** A model's server that answers nobody until it is told to. */
async function silentModel(): Promise<{ url: string; asked: Promise<unknown>; answer(): void }> {
  let isAnswering = false;
  const http = createServer((request, response) => {
    request.resume();
    if (isAnswering) response.end(completion({ title: "Written", text: "By the one that was left." }).body);
  }).listen(0, "127.0.0.1");
  const asked = once(http, "request");
  await once(http, "listening");
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const answer = (): void => {
    isAnswering = true;
  };
  return { url: `http://127.0.0.1:${port}/v1`, asked, answer };
}

const stopped = async ({ running }: Awaited<ReturnType<Cluster["serve"]>>): Promise<number | null> => {
  running.process.kill("SIGTERM");
  return (await running.finished).code;
};

describe("serve --web", () => {
  it("accepts stories that wait, and a worker that comes later writes them", async () => {
    const { cluster, jobs } = await service();
    const { url } = await cluster.serve("web");
    const status = await create(url);
    expect(await jobs()).toEqual([{ holder: null, attempts: "0" }]);
    expect(await status()).toBe("writing");
    const worker = await cluster.serve("worker");
    await until(async () => (await status()) === "ready");
    expect(await jobs()).toEqual([]);
    expect(await stopped(worker)).toBe(0);
    expect((await worker.running.finished).stdout).toBe('{"worker":true}\n');
  });
});

describe("serve --worker", () => {
  it("gives back at SIGTERM what it is at, and another one does it at once", async () => {
    const model = await silentModel();
    const { cluster, jobs } = await service({ STORY_WRITER_URL: model.url, STORY_WRITER_MODEL: "writer" });
    const { url } = await cluster.serve("web");
    const one = await cluster.serve("worker");
    const status = await create(url);
    await model.asked;
    expect(await jobs()).toEqual([{ holder: expect.any(String), attempts: "1" }]);
    expect(await stopped(one)).toBe(0);
    expect(await jobs()).toEqual([{ holder: null, attempts: "0" }]);
    model.answer();
    await cluster.serve("worker");
    await until(async () => (await status()) === "ready");
  });

  it("tells its health at a port that it was given, and serves nothing else there", async () => {
    const { cluster } = await service();
    const { running } = await cluster.serve("worker", 0);
    const { listensAt } = JSON.parse(await running.lineMatching(/^\{/)) as { listensAt: string };
    const statusAt = async (path: string) => (await call(listensAt + path, { method: "GET" })).status;
    expect([await statusAt("/healthz"), await statusAt("/readyz")]).toEqual([200, 200]);
    expect([await statusAt("/api/v1/balance"), await statusAt("/sign-in")]).toEqual([404, 404]);
  });
});

describe("serve with a part of a service", () => {
  it.each([["--worker"], ["--web"]])("refuses %s without a database that others can share", async (flag) => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.dispose());
    const refused = await coursebinder(["serve", flag, "--port", "0", "--data", "data"], {
      cwd: folder.path,
    });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`${flag} is for one of several processes that share a database`);
  });

  it("refuses both at once", async () => {
    const refused = await coursebinder(["serve", "--web", "--worker"]);
    expect(refused.code).toBe(2);
  });
});
