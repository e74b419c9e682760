import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../free-port.ts";
import { keyOf, type Served, serve, startLoad } from "../../load/served.ts";
import { call } from "../../story-service/call.ts";
import { need, percentile, say } from "./report.ts";

const readers = 50;
const durationMs = 20_000;
const othersMostMs = 100;
const pausedMost = 1024 * 1024;

/** What clients that mean harm, or sleep, cost the others: each kind beside fifty readers at the pace that the limits allow. */
export async function benchStrangers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "service-bench-"));
  try {
    const service = await serve({ folder, port: await freePort(), readers, limits: "none" });
    say(`\n${readers} readers, a call a second each, for ${durationMs / 1_000} s beside strangers`);
    // First, because the stories of the readers keep the narrator busy for minutes.
    await paused(service);
    await beside("nobody", service, async () => () => undefined);
    await beside("10,000 idle connections", service, idle);
    await beside("500 that send a header a byte a second", service, slowHeaders);
    await beside("48 wrong sign-ins at once", service, wrongSignIns);
    await service.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Begins what strangers do, and gives what ends it. */
type Begin = (service: Served) => Promise<() => void>;

async function beside(name: string, service: Served, begin: Begin): Promise<void> {
  const keys = Array.from({ length: readers }, (_, reader) => keyOf(reader));
  const load = { url: service.url, keys, durationMs, gapMs: 1_010, creations: 5, kills: false };
  const { tally } = startLoad(load, 1);
  await sleep(3_000);
  const end = await begin(service);
  const { readsMs, problems } = await tally;
  end();
  const p99 = percentile(readsMs, 0.99);
  const figures = `p50 ${percentile(readsMs, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, most ${percentile(readsMs, 1).toFixed(0)} ms`;
  say(`  ${name}: ${figures}`);
  need(
    `p99 under ${othersMostMs} ms, and every answer has its form`,
    p99 < othersMostMs && problems.length === 0,
    problems[0],
  );
}

async function open({ url }: Served): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function idle(service: Served): Promise<() => void> {
  const sockets: Socket[] = [];
  for (let group = 0; group < 100; group += 1)
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => open(service)))));
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function slowHeaders(service: Served): Promise<() => void> {
  const sockets = await Promise.all(Array.from({ length: 500 }, () => open(service)));
  for (const socket of sockets) socket.write("GET /api/v1/balance HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
  const dripping = setInterval(() => {
    for (const socket of sockets) socket.write("a");
  }, 1_000);
  return () => {
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
  };
}

async function wrongSignIns({ url }: Served): Promise<() => void> {
  const page = await fetch(`${new URL(url).origin}/sign-in`);
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const token = /name="token" value="([^"]*)"/.exec(await page.text())?.[1] ?? "";
  for (let number = 0; number < 48; number += 1) {
    const body = new URLSearchParams({ token, id: `reader-${number}`, secret: "a guess" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie };
    void call(`${new URL(url).origin}/sign-in`, { method: "POST", body, headers });
  }
  return () => undefined;
}

/** Forty clients that ask for a recording and read nothing of it. */
async function paused(service: Served): Promise<void> {
  const count = 40;
  const key = keyOf(0);
  const wish = { topic: "A walk", lang: "en", difficulty: 2, audiobook: true };
  const made = await call(`${service.url}/stories`, { method: "POST", key, body: JSON.stringify(wish) });
  const read = () => call(`${service.url}/stories/${made.json.id}`, { method: "GET", key });
  let story = await read();
  while (story.json.status !== "done") {
    await sleep(200);
    story = await read();
  }
  // Read once, for what a first export loads.
  const path = `/books/${story.json.book.id}/export`;
  const headers = { authorization: `Bearer ${key}` };
  for (let time = 0; time < 3; time += 1) await (await fetch(service.url + path, { headers })).arrayBuffer();
  const before = service.memory();
  const sockets = await Promise.all(Array.from({ length: count }, () => open(service)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(
      `GET ${new URL(service.url).pathname}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
  }
  await sleep(3_000);
  const each = (service.memory() - before) / count;
  for (const socket of sockets) socket.destroy();
  say(`  ${count} readers of an export that have stopped reading: ${(each / 1024).toFixed(0)} KiB each`);
  need("at most 1 MiB each", each <= pausedMost);
}
