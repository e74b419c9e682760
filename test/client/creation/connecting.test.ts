import type net from "node:net";
import { errors } from "undici";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { wasNeverConnected } from "../../../src/client/socket.ts";
import { freePort } from "../../free-port.ts";
import { accepts, http, says, saysAndWaits, story, storyId } from "../answers.ts";
import { trust } from "../interface/trust.ts";
import { clientWhere, json } from "../plain-service.ts";
import { type Certificate, certificateFile, certificateOf } from "./certificate.ts";
import { type Behaviour, type MisbehavingServer, misbehavingServer } from "./misbehaving-server.ts";
import { attempt, connectTo } from "./outcome.ts";

const trusted = ["good", "elsewhere", "outdated"] as const;
const [good, elsewhere, outdated] = trusted.map(certificateOf) as [Certificate, Certificate, Certificate];

beforeAll(() => trust(...trusted.map(certificateFile)));

const nothing: Behaviour = () => undefined;

/** In the handshake. */
function atFirstByte(act: (socket: net.Socket) => void): Behaviour {
  return async (visit) => {
    await visit.bytes(1);
    act(visit.socket);
  };
}

type Unconnected = readonly [string, Certificate | null, Behaviour, isFinal: boolean, cause: RegExp];
const half: Behaviour = atFirstByte((one) => one.write(Buffer.from("160303007a02", "hex")));
const plainHttp: Behaviour = atFirstByte((one) => one.end(http({ status: 400, body: "plain" })));
const nobodys = /SELF_SIGNED|UNABLE_TO_VERIFY|SIGNATURE/;

/** A timeout is short where it passes. `isFinal`: whether trying again can't help. */
const unconnected: readonly Unconnected[] = [
  ["a server that never answers the handshake", null, nothing, false, /ETIMEDOUT/],
  ["a server that hangs up in the handshake", null, atFirstByte((one) => one.end()), false, /ECONNRESET/],
  ["a server that resets it", null, atFirstByte((one) => one.resetAndDestroy()), false, /ECONNRESET/],
  ["a server that stops in the middle of the handshake", null, half, false, /ETIMEDOUT/],
  ["a server that speaks plain HTTP", null, plainHttp, true, /SSL/],
  ["a certificate for another host", elsewhere, nothing, true, /ERR_TLS_CERT_ALTNAME_INVALID/],
  ["a certificate that has run out", outdated, nothing, true, /CERT_HAS_EXPIRED/],
  ["a certificate that nobody vouches for", certificateOf("unknown"), nothing, true, nobodys],
];

test.for(unconnected)("Nothing is sent to %s", async ([, certificate, behaviour, isFinal, cause]) => {
  const server = await started(behaviour, certificate);
  const connectTimeoutMs = cause.source === "ETIMEDOUT" ? 400 : 5_000;
  const verdict = await attempt({ service: secure(server), connectTimeoutMs });
  await server.quiet();
  expect(verdict).toEqual({
    kind: "notConnected",
    certificate: isFinal,
    cause: expect.stringMatching(cause),
  });
  expect(server.whole).toBe(0);
  expect(server.received.join("")).not.toContain("POST ");
});

test("Nothing is sent to a name that does not exist", async () => {
  const verdict = await attempt({ service: "https://stories.invalid/api/v1", connectTimeoutMs: 3_000 });
  expect(verdict).toMatchObject({ kind: "notConnected", certificate: false });
});

test("Nothing is sent to a port on which nothing listens", async () => {
  const port = await freePort();
  const verdict = { kind: "notConnected", certificate: false, cause: "ECONNREFUSED" };
  for (const scheme of ["https", "http"])
    expect(await attempt({ service: `${scheme}://127.0.0.1:${port}` })).toEqual(verdict);
});

const breaks: Behaviour = async (visit) => {
  await visit.request();
  visit.socket.destroy();
};
const tooShort = http({ headers: { "content-length": 9_000 }, body: JSON.stringify(story()) });
const accepted = { kind: "accepted", id: storyId };

test.for<[string, Behaviour, object]>([
  ["is accepted with the id in its answer", accepts(story()), { ...accepted, status: 202, warnings: [] }],
  ["gives the id of an answer that is truncated after it", says(tooShort), accepted],
  ["is uncertain if the connection breaks after the request", breaks, { kind: "uncertain", status: null }],
])("A creation over TLS %s", async ([, behaviour, verdict]) => {
  const server = await started(behaviour, good);
  expect(await attempt({ service: secure(server) })).toMatchObject(verdict);
  expect([server.connections, server.whole]).toEqual([1, 1]);
});

/** Suspends the process from its whole request until its deadline has passed. `ending`: what has arrived by then. */
async function suspended(certificate: Certificate | null, deadlineMs: number, ending: string | Buffer) {
  const server = await started(async (visit) => {
    await visit.request();
    if (ending !== "") visit.socket.end(ending);
    // The deadline must pass while nothing runs: this is the one thing that only time brings about.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * deadlineMs);
  }, certificate);
  const service = certificate === null ? plain(server) : secure(server);
  const verdict = await attempt({ service, deadlineMs });
  expect([server.connections, server.whole]).toEqual([1, 1]);
  return verdict;
}

test.for([
  { over: "a plain connection", certificate: null },
  { over: "TLS", certificate: good },
])(
  "A suspended computer that wakes up after the deadline still finds the id received over $over",
  async ({ certificate }) => {
    const verdict = await suspended(certificate, 300, http({ body: JSON.stringify(story()) }));
    expect(verdict).toMatchObject({ ...accepted, status: 202, warnings: [] });
  },
);

test("A suspended computer that wakes up to no answer leaves the creation uncertain", async () => {
  const verdict = { kind: "uncertain", status: null, cause: "no answer within 0.2 s" };
  expect(await suspended(null, 200, "")).toMatchObject(verdict);
});

test("A connection that is not used sends nothing when it is closed", async () => {
  const server = await started(saysAndWaits(""));
  const connecting = await connectTo(server);
  if (connecting.ok) connecting.connection.close();
  await server.quiet();
  expect(connecting.ok).toBe(true);
  expect([server.connections, server.begun]).toEqual([1, 0]);
});

async function started(behaviour: Behaviour, certificate: Certificate | null = null) {
  const server = await misbehavingServer(behaviour, certificate);
  onTestFinished(() => server.close());
  return server;
}

function secure(server: MisbehavingServer): string {
  return `https://127.0.0.1:${server.port}/api/v1`;
}

function plain(server: MisbehavingServer): string {
  return `http://127.0.0.1:${server.port}/api/v1`;
}

const failed = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test.each([
  failed("ENOTFOUND", "getaddrinfo"),
  failed("EAI_AGAIN", "getaddrinfo"),
  failed("ECONNREFUSED", "connect"),
  failed("EHOSTUNREACH", "connect"),
  failed("ENETUNREACH", "connect"),
  failed("ETIMEDOUT", "connect"),
  new errors.ConnectTimeoutError("no connection within 10 s"),
  new AggregateError([failed("ENETUNREACH", "connect"), failed("ETIMEDOUT", "connect")]),
])("Nothing was sent if the connection failed with: %s", (error) => {
  expect(wasNeverConnected(error)).toBe(true);
});

test.each([
  failed("EHOSTUNREACH", "read"),
  failed("ECONNRESET", "write"),
  new errors.SocketError("other side closed"),
  new errors.HeadersTimeoutError("no answer"),
  new DOMException("no answer in time", "TimeoutError"),
  new AggregateError([failed("ECONNREFUSED", "connect"), failed("ECONNRESET", "read")]),
  new AggregateError([]),
  "a word",
])("A request may have been sent if the call failed with: %s", (error) => {
  expect(wasNeverConnected(error)).toBe(false);
});

/** Node's timers hold 24.8 days: a longer one rings after 1 ms, and a signal beyond 49.7 throws. */
const dayMs = 86_400_000;
/** Longer than an overflowing timer takes to ring. */
const answerAfterMs = 100;

test.for([25, 50, 3_650])("A creation that may take %d days is waited for", async (days) => {
  const { service } = await clientWhere((response) => {
    setTimeout(() => json(response, story(), 202), answerAfterMs);
  });
  const timesMs = { connectTimeoutMs: days * dayMs, deadlineMs: days * dayMs };
  expect(await attempt({ service: service.url, ...timesMs })).toMatchObject(accepted);
  expect(service.calls).toHaveLength(1);
});

test.for([25, 50, 3_650])("A read that may take %d days is waited for, and made once", async (days) => {
  const { remote, service } = await clientWhere((response) => {
    setTimeout(() => json(response, story()), answerAfterMs);
  }, days * dayMs);
  expect(await remote.readStory(storyId)).toMatchObject({ ok: true, value: { id: storyId } });
  expect(service.calls).toHaveLength(1);
});
