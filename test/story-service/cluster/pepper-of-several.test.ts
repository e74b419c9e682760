import { expect, it, onTestFinished } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { startServer } from "../../ledger/postgres/database/server.ts";
import { newCluster } from "../../load/cluster.ts";
import { call } from "../call.ts";
import { secretOf } from "../fixtures.ts";

const names = Array.from({ length: 12 }, (_, number) => `reader-${number}`);
const keys = names.map((_, number) => secretOf(String.fromCharCode(97 + number)));
const config = {
  limits: { calls: "100000/1m", badBearers: "100000/1m" },
  accounts: names.map((id, number) => ({
    id,
    credits: 100,
    keys: [{ name: "main", secret: keys[number] }],
  })),
};

it("a pepper that is rotated under two processes refuses no key at any moment, and lets no unknown one in", async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const cluster = await newCluster({
    databaseUrl: server.url,
    config: JSON.stringify(config),
    writingTime: "10ms",
  });
  onTestFinished(() => cluster.stop());
  const members = [await cluster.serve("web"), await cluster.serve("web")];
  const statuses = new Map<number, number>();
  const unknown = new Set<number>();
  const stopping = new AbortController();
  const reading = members.flatMap(({ url }, of) =>
    [0, 1].map(async (half) => {
      for (let n = half; !stopping.signal.aborted; n += 2) {
        const { status } = await call(`${url}/balance`, {
          method: "GET",
          key: keys[n % keys.length] ?? null,
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (n % 10 !== of) continue;
        unknown.add((await call(`${url}/balance`, { method: "GET", key: secretOf("z") })).status);
      }
    }),
  );
  const admin = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await coursebinder(
      ["serve", "admin", ...args, "--json", "--data", "data"],
      { cwd: cluster.folder, env: { COURSEBINDER_DATABASE: server.url } },
    );
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  for (let turn = 0; turn < 3; turn += 1) await admin("pepper", "rotate");
  stopping.abort();
  await Promise.all(reading);
  expect([...statuses.keys()]).toEqual([200]);
  expect(statuses.get(200)).toBeGreaterThan(50);
  expect([...unknown]).toEqual([401]);
  const { peppers } = await admin("pepper", "list");
  expect(peppers).toHaveLength(4);
});
