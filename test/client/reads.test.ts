import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { CallResult, Remote } from "../../src/client/port.ts";
import type { OpenFile } from "../../src/shared/files/files.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { newFolder } from "../fixtures.ts";
import { otherId, story, storyId } from "./answers.ts";
import { certificateOf } from "./creation/certificate.ts";
import { misbehavingServer } from "./creation/misbehaving-server.ts";
import { canary } from "./creation/outcome.ts";
import { clientOf, clientWhere, json } from "./plain-service.ts";

const price = {
  credits: 43,
  writing: 13,
  audiobook: 30,
  balance: { credits: 500, plan: "school", unlimited: false },
};

const level = { displayLevel: "0.5", native: false, explanationUrl: "https://stories.example/levels/es" };
const levels = {
  calculatedAt: "2026-11-16T08:00:00Z",
  languages: [
    { code: "es", status: "available", ...level },
    { code: "en", status: "native", ...level, displayLevel: null, native: true },
  ],
};

const setting = { lang: "es", difficulty: 2 } as const;

const page = { books: [{ id: otherId, name: "any" }], next: "2026-11-15T08:00:00+01:00" };
const { untrusted: _, ...told } = story({
  status: "done",
  title: "El mercado",
  text: "Ana va.",
  credits: 13,
});

const asking = { ...setting, length: "short", audiobook: true } as const;
const quoting = { method: "POST", path: "/stories/quote", body: JSON.stringify(asking) };
const nextPage = "/books?limit=5&before=2026-11-15T08%3A00%3A00%2B01%3A00";

test.for<[string, (remote: Remote) => Promise<CallResult<unknown>>, object, object]>([
  ["a price for exactly the setting", (remote) => remote.quote(asking), price, quoting],
  ["a story by its id", (remote) => remote.readStory(storyId), told, { path: `/stories/${storyId}` }],
  ["books", (remote) => remote.listBooks({ limit: 100, before: null }), page, { path: "/books?limit=100" }],
  ["more", (remote) => remote.listBooks({ limit: 5, before: page.next }), page, { path: nextPage }],
  ["the balance, any object", (remote) => remote.balance(), { any: ["thing"] }, { path: "/balance" }],
  ["some levels", (remote) => remote.levels(["es", "en"]), levels, { path: "/levels?languages=es%2Cen" }],
  ["all levels", (remote) => remote.levels([]), levels, { path: "/levels" }],
])("Once, the client asks for %s, and parses it", async ([, ask, value, asked]) => {
  const { remote, service } = await clientWhere((response) => json(response, value));
  expect(await ask(remote)).toEqual({ ok: true, value });
  expect(service.calls).toHaveLength(1);
  const [call] = service.calls;
  const { path, ...rest } = { method: "GET", body: "", ...(asked as { path: string }) };
  expect(call).toMatchObject({ path: `/api/v1${path}`, ...rest });
  expect(call?.headers).toMatchObject({ authorization: `Bearer ${canary}`, "accept-encoding": "identity" });
  expect(call?.headers["content-type"]).toBe(rest.body === "" ? undefined : "application/json");
});

const oddId = "11111111-1111-f111-1111-111111111111";
const book = { id: otherId, status: "shelved" };
const hostile = {
  title: " El \u001b[31mmercado\u202e\r\nde Ana ",
  text: "Uno.\r\n\u0000Dos.\ud800 Cafe\u0301.\u2028Tres.",
  error: "no\u0007t\tnow",
  status: "wri\u0000ting",
};
const clean = {
  title: "El [31mmercado de Ana",
  text: "Uno.\nDos.\ufffd Café.\nTres.",
  error: "not now",
  status: "writing",
};
const shelved = { status: "proofread", book: { ...book, url: "x" } };

test.for<[string, Record<string, unknown>, object]>([
  ["an unknown status, as it is", shelved, { status: "proofread", book }],
  ["an id of any version", { id: oddId }, { id: oddId }],
  ["the topic, character by character, since it is compared", { topic: "  Cafe\u0301 \u202e " }, {}],
  ["no text for an empty one", { text: " \n" }, { text: null }],
  ["no text for an invisible one", { text: "\u0000\u200b" }, { text: null }],
  ["clean texts", hostile, clean],
])("A read story has %s", async ([, sent, value]) => {
  const told = story(sent);
  const { remote } = await clientWhere((response) => json(response, told));
  expect(await remote.readStory(String(told.id))).toMatchObject({ ok: true, value: { ...sent, ...value } });
});

test.for<[string, Record<string, unknown>, object]>([
  ["a time", { createdAt: undefined }, { createdAt: "unknown" }],
  ["a topic, a language and a difficulty", { topic: 7, lang: null, difficulty: "2" }, {}],
  ["a title and an error", { title: 7, error: ["no"] }, { title: null, error: null }],
  ["a cost that can be less than nothing", { credits: -1 }, { credits: null }],
  ["a cost in words", { credits: "13" }, { credits: null }],
  ["a book with an id that is none", { book: { ...book, id: "17" } }, { book: null, credits: null }],
])("A paid text is read from an answer without %s", async ([, odd, shown]) => {
  const { remote } = await clientWhere((response) => json(response, { ...told, ...odd }));
  const absent = Object.fromEntries(Object.keys(odd).map((name) => [name, undefined]));
  const value = { ...told, ...absent, ...shown };
  expect(await remote.readStory(storyId)).toEqual({ ok: true, value });
});

test.for([
  ["is about another story", story({ id: otherId })],
  ["has an id that is none", story({ id: "17" })],
  ["has no status", story({ status: undefined })],
  ["has a text that is a list", story({ text: ["a"] })],
  ["is a list", [story()]],
  ["is null", null],
] as const)("A story that %s is invalid", async ([, body]) => {
  const { remote, service } = await clientWhere((response) => json(response, body));
  const callError = { kind: "garbled", status: 200 };
  expect(await remote.readStory(storyId)).toMatchObject({ ok: false, callError });
  expect(service.calls).toHaveLength(1);
});

test.for([
  ["is below the sum of its parts", { credits: 42 }],
  ["is negative", { credits: -43 }],
  ["has a negative part", { audiobook: -30 }],
  ["is a text", { credits: "43" }, "(credits)"],
  ["lacks a part", { writing: undefined }, "(writing)"],
  ["lacks the balance", { balance: undefined }],
  ["has a number as its balance", { balance: 500 }, "(balance)"],
  ["does not say whether the account is limited", { balance: { credits: 1, plan: "a" } }],
] as const)("Nothing is bought on a price that %s", async ([, change, why = ""]) => {
  const { remote } = await clientWhere((response) => json(response, { ...price, ...change }));
  const callError = { kind: "garbled", status: 200, why: expect.stringContaining(why) };
  expect(await remote.quote(setting)).toMatchObject({ ok: false, callError });
});

test("A price may exceed the sum of its parts, and a balance may be without a limit", async () => {
  const body = { ...price, credits: 50, balance: { credits: null, plan: "open", unlimited: true } };
  const { remote } = await clientWhere((response) => json(response, body));
  expect(await remote.quote(setting)).toEqual({ ok: true, value: body });
});

test.for([301, 302, 303, 307, 308])(
  "A %i is not followed, and the key is sent nowhere else",
  async (status) => {
    const other = await clientWhere((response) => json(response, story()));
    const { remote, service } = await clientWhere((response) =>
      response.writeHead(status, { location: `${other.service.url}/stories/${storyId}` }).end(),
    );
    const why = "redirects are never followed";
    const callError = { kind: "garbled", status, why };
    expect(await remote.readStory(storyId)).toMatchObject({ ok: false, callError });
    expect(await remote.quote(setting)).toMatchObject({ ok: false, callError });
    const { file, path } = await newFile();
    expect(await remote.exportBook(otherId, file)).toMatchObject({ ok: false, callError });
    expect(await readFile(path)).toHaveLength(0);
    expect(service.calls).toHaveLength(3);
    expect(other.service.calls).toHaveLength(0);
  },
);

test.for([429, 500, 502, 503])("A %i is reported once, not retried by the client itself", async (status) => {
  const { remote, service } = await clientWhere((response) =>
    response.writeHead(status, { "retry-after": "1" }).end("busy"),
  );
  const callError = { kind: "garbled", status, retryAfterMs: 1_000 };
  expect(await remote.balance()).toMatchObject({ ok: false, callError });
  expect(service.calls).toHaveLength(1);
});

test("A refusal in the service's own words is recognized as one", async () => {
  const { remote } = await clientWhere((response) => {
    response.setHeader("retry-after", "9");
    json(response, { error: "Slow down.", code: "rate_limited", retryAfterSeconds: 7 }, 429);
  });
  const refusal = { status: 429, code: "rate_limited", message: "Slow down.", retryAfterMs: 9_000 };
  const { file, path } = await newFile();
  for (const result of [await remote.balance(), await remote.exportBook(otherId, file)])
    expect(result).toEqual({ ok: false, callError: { kind: "refused", refusal } });
  expect(await readFile(path)).toHaveLength(0);
});

test("Nothing is bought on a price that is given twice", async () => {
  const twice = JSON.stringify(price).replace('"credits":43', '"credits":43,"credits":13');
  const { remote } = await clientWhere((response) => response.end(twice));
  const why = "the answer gives a member twice";
  expect(await remote.quote(setting)).toMatchObject({ ok: false, callError: { kind: "garbled", why } });
});

test("An error that never ends is given up, also where a book should be exported", async () => {
  const { remote } = await clientWhere((response) => {
    const page = Buffer.alloc(256 * 1024, "<p>Please wait.</p>");
    const goOn = () => response.destroyed || response.write(page, goOn);
    response.writeHead(500);
    goOn();
  });
  const { file, path } = await newFile();
  const callError = { kind: "garbled", status: 500 };
  expect(await remote.exportBook(otherId, file)).toMatchObject({ ok: false, callError });
  expect(await readFile(path)).toHaveLength(0);
});

test("The service's time is that of the newest answer that gives a readable one, and goes on", async () => {
  const dates = ["Mon, 30 Nov 2026 23:00:00 GMT", "soon", "Sat, 13 Sep 275760 00:00:00 GMT"];
  const { remote } = await clientWhere((response) => {
    response.setHeader("date", dates.shift() ?? "");
    json(response, {});
  });
  expect(remote.serviceTime()).toBeNull();
  for (const _ of [...dates]) {
    await remote.balance();
    const elapsedMs = (remote.serviceTime() ?? 0) - Date.UTC(2026, 10, 30, 23);
    expect(elapsedMs).toBeGreaterThanOrEqual(0);
    expect(elapsedMs).toBeLessThan(60_000);
  }
});

const garbled = { kind: "garbled", status: 200 };
const network = { kind: "network" };

const drip = (response: ServerResponse) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
};
const breakOff = (response: ServerResponse) => {
  response.writeHead(200, { "content-length": 900 });
  response.write('{"id":', () => response.destroy());
};
const inGzip = (response: ServerResponse) =>
  response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(JSON.stringify(story())));
const signIn = (response: ServerResponse) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
const long = JSON.stringify(story({ text: "x".repeat(3 * 1024 * 1024) }));
const answerWith = (body: string) => (response: ServerResponse) => response.end(body);

test.for<[string, (response: ServerResponse) => unknown, object]>([
  ["of more than 1 MiB", answerWith(long), garbled],
  ["in gzip, which was not requested", inGzip, garbled],
  ["that is a web page", signIn, { ...garbled, why: "the answer is not JSON" }],
  ...["", "<html></html>", '{"id":', "\u0000\u0001"].map(
    (body) => [`${JSON.stringify(body)}, which is not JSON`, answerWith(body), garbled] as never,
  ),
  ["that never comes", () => undefined, network],
  ["that trickles", drip, network],
  ["that breaks off", breakOff, network],
])("An answer %s is reported as that, once", async ([, answer, callError]) => {
  const { remote, service } = await clientWhere(
    (response) => void answer(response),
    callError === network ? 300 : 5_000,
  );
  expect(await remote.readStory(storyId)).toMatchObject({ ok: false, callError });
  expect(service.calls).toHaveLength(1);
});

test("A service that refuses every connection was sent nothing", async () => {
  const server = await misbehavingServer(() => undefined);
  await server.close();
  const remote = clientOf(`http://127.0.0.1:${server.port}/api/v1`);
  const callError = { kind: "network", cause: "ECONNREFUSED", isUnsent: true };
  expect(await remote.readStory(storyId)).toEqual({ ok: false, callError });
});

test("A connection reset during a read may have delivered it", async () => {
  const { remote } = await clientWhere((response) => void response.socket?.resetAndDestroy());
  expect(await remote.readStory(storyId)).toMatchObject({ ok: false, callError: { isUnsent: false } });
});

test("An untrusted certificate ends a read at once, and nothing is sent", async () => {
  const server = await misbehavingServer(() => undefined, certificateOf("unknown"));
  onTestFinished(() => server.close());
  const remote = clientOf(`https://127.0.0.1:${server.port}/api/v1`);
  expect(await remote.balance()).toMatchObject({ ok: false, callError: { kind: "certificate" } });
  await server.quiet();
  expect(server.received.join("")).toBe("");
});

const recording = Buffer.alloc(3 * 1024 * 1024 + 17, "ID3 a recording of no great beauty ");

test.for([{ "content-type": "audio/mpeg" }, {}])(
  "An exported book with %o is saved unchanged, with its size and hash",
  async (headers) => {
    const { remote, service } = await clientWhere((response) =>
      response.writeHead(200, headers).end(recording),
    );
    const { file, path } = await newFile();
    expect(await remote.exportBook(otherId, file)).toEqual({
      ok: true,
      value: {
        bytes: recording.length,
        sha256: sha256(recording),
        contentType: headers["content-type"] ?? null,
      },
    });
    expect((await readFile(path)).equals(recording)).toBe(true);
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0]).toMatchObject({ method: "GET", path: `/api/v1/books/${otherId}/export` });
    expect(service.calls[0]?.headers).toMatchObject({ accept: "*/*", "accept-encoding": "identity" });
  },
);

/** Writes some of it, and then neither more nor its end. */
function cut(response: ServerResponse, headers: Readonly<Record<string, number>> = {}): void {
  response.writeHead(200, headers);
  response.write(recording.subarray(0, 70_000), () => response.destroy());
}

const length = { "content-length": recording.length };

test.for<[string, (response: ServerResponse) => unknown, string]>([
  ["breaks off before its announced length", (to) => cut(to, length), "network"],
  ["breaks off before its last chunk", (to) => cut(to), "network"],
  ["stalls", (to) => to.writeHead(200).write("some"), "network"],
  ["is empty", (to) => to.end(), "garbled"],
])("An export that %s is no book, and is reported once", async ([, answer, kind]) => {
  const { remote, service } = await clientWhere((response) => void answer(response), 1_000);
  const { file } = await newFile();
  expect(await remote.exportBook(otherId, file)).toMatchObject({ ok: false, callError: { kind } });
  expect(service.calls).toHaveLength(1);
});

test("A disk that accepts only part of the book ends the export with the disk's own error", async () => {
  const { remote } = await clientWhere((response) => response.end(recording));
  const { file } = await newFile();
  const full: OpenFile = { ...file, write: async (bytes) => file.write(bytes.subarray(0, 10)) };
  await expect(remote.exportBook(otherId, full)).rejects.toMatchObject({ code: "ENOSPC" });
});

test("An invalid id can't escape its place in the URL", async () => {
  const { remote, service } = await clientWhere((response) => response.writeHead(404).end());
  const { file } = await newFile();
  await remote.exportBook("../balance?x=", file);
  expect(service.calls.map(({ path }) => path)).toEqual(["/api/v1/books/..%2Fbalance%3Fx%3D/export"]);
});

async function newFile(): Promise<{ file: OpenFile; path: string }> {
  const path = join(newFolder(), "book.part");
  const file = await realFiles.openAppend(path);
  onTestFinished(() => file.close());
  return { file, path };
}
