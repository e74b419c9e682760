import { once } from "node:events";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { errorBodySchema } from "../../../src/contract/errors.ts";
import { type Fixture, keyOfAnn, type RigOptions, silentMp3, startRig } from "../fixtures.ts";
import { answersIn, openSocket, readToEnd } from "./raw-socket.ts";

const recordingBytes = 16 * 1024 * 1024;
const recording = silentMp3(Math.ceil(recordingBytes / 417));
const narrator = {
  covers: () => true,
  narrate: async () => ({ bytes: recording, contentType: "audio/mpeg" as const, durationMs: 1_000_000 }),
};

/** A public book of 16 MiB, which needs no sign-in to be heard. */
async function longBook(options: RigOptions = {}): Promise<{ fixture: Fixture; audio: string; zip: string }> {
  const fixture = await startRig({ narrator, ...options });
  const { bookId: book } = await fixture.makeBook({ visibility: "public" });
  return { fixture, audio: `/books/${book}/audio`, zip: `/api/v1/books/${book}/export` };
}

const asking = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${keyOfAnn}\r\n\r\n`;

/** Asks for something, and stops reading at its first bytes. */
async function pausedReader(fixture: Fixture, path: string): Promise<Socket> {
  const socket = await openSocket(fixture);
  socket.on("error", () => undefined);
  socket.write(asking(path));
  await once(socket, "data");
  socket.pause();
  return socket;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes of buffers that are in use: without a collection, garbage of earlier reads counts too, 8 to 68 MB of it. */
function buffersInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

const tooSlow = "a client read too slowly, so its connection was closed";

describe("a client that has stopped reading", () => {
  it.each(["audio", "zip"] as const)("costs almost no memory: forty of a long book's %s", async (what) => {
    const { fixture, ...paths } = await longBook();
    const before = buffersInUse();
    const sockets = await Promise.all(Array.from({ length: 40 }, () => pausedReader(fixture, paths[what])));
    // Another answer, made after all of them were begun.
    await fixture.get("/balance");
    // What was on its way when the reader stopped is let go a little later.
    await expect.poll(() => buffersInUse() - before, { timeout: 10_000 }).toBeLessThan(40 * 1024 * 1024);
    for (const socket of sockets) socket.destroy();
  });

  it.each(["audio", "zip"] as const)(
    "is disconnected after a while, in the middle of the %s",
    async (what) => {
      const { fixture, ...paths } = await longBook({ timeLimits: { readerIdleMs: 200 } });
      const socket = await pausedReader(fixture, paths[what]);
      await fixture.world.logged(tooSlow);
      let size = 0;
      socket.on("data", (chunk: Buffer) => {
        size += chunk.length;
      });
      socket.resume();
      await once(socket, "close");
      expect(size).toBeLessThan(recordingBytes);
      expect((await fixture.get("/balance")).status).toBe(200);
    },
  );
});

it("a player can seek in a recording, and gets all of it if the range can't be satisfied", async () => {
  const { fixture, audio } = await longBook();
  const ask = async (headers: Record<string, string>) => {
    const reply = await fetch(fixture.service.appUrl + audio, { headers });
    return [reply.status, (await reply.arrayBuffer()).byteLength, reply.headers.get("content-range")];
  };
  const size = recording.length;
  for (const [range, status, length, got] of [
    ["0-9", 206, 10, "0-9"],
    [`${size - 5}-`, 206, 5, `${size - 5}-${size - 1}`],
    ["-7", 206, 7, `${size - 7}-${size - 1}`],
    ["-0", 416, 0, "*"],
    [`${size}-`, 416, 0, "*"],
  ] as const)
    expect(await ask({ range: `bytes=${range}` })).toEqual([status, length, `bytes ${got}/${size}`]);
  expect(await ask({ range: "bytes=0-9", "if-range": '"x"' })).toEqual([200, size, null]);
  for (const range of ["bytes=0-1,3-4", "bytes=", "bytes=5-2x", "lines=0-1", "bytes=1e3-", "bytes=+1-2"])
    expect(await ask({ range })).toEqual([200, size, null]);
});

it("clients that send a request and are gone before it is read cost nothing, and are no errors", async () => {
  const fixture = await startRig();
  const heads = ["GET /api/v1/balance", "POST /api/oauth/token", "POST /sign-in"].map(
    (line) =>
      `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${keyOfAnn}\r\nContent-Length: 0\r\n\r\n`,
  );
  for (let n = 0; n < 60; n += 1) {
    const socket = await openSocket(fixture);
    const closed = once(
      socket.on("error", () => undefined),
      "close",
    );
    socket.write(heads[n % heads.length] ?? "");
    setImmediate(() => socket.resetAndDestroy());
    await closed;
  }
  expect((await fixture.get("/balance")).status).toBe(200);
  expect(fixture.world.lines.filter(({ level }) => level === "error")).toEqual([]);
});

describe("a request that does not arrive completely", () => {
  const head = `POST /api/v1/stories HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${keyOfAnn}\r\nContent-Type: application/json\r\n`;

  it.each([
    ["nothing at all", ""],
    ["half of its head", head],
    ["half of its body", `${head}Content-Length: 90\r\n\r\n{"topic":`],
    ["half of its chunks", `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"topic":\r\n`],
  ])("is answered 408 if %s came, and creates nothing", async (_what, text) => {
    const fixture = await startRig({ timeLimits: { headMs: 200, requestMs: 300 } });
    const socket = await openSocket(fixture);
    const answer = readToEnd(socket);
    socket.write(text);
    const [first, ...more] = answersIn(await answer);
    expect([first?.status, errorBodySchema.parse(first?.json).code, more]).toEqual([408, "refused", []]);
    expect((await fixture.balance()).reserved).toBe(0);
  });
});
