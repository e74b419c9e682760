import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorBodySchema, errorCodeOf } from "../../../src/contract/errors.ts";
import { call, type Reply } from "../call.ts";
import { type Fixture, keyOfAnn, plainStory, startRig } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { answersIn, postRequest, type RawAnswer, sendRaw } from "./raw-socket.ts";

const idPattern = /^[\w-]{22}$/;
const ask = (
  { service }: Fixture,
  path: string,
  options: Partial<Parameters<typeof call>[1]> = {},
): Promise<Reply> => call(service.listensAt + path, { method: "GET", ...options });

const account = `accounts: [{ id: ann, credits: 1000, keys: [{ name: main, secret: ${keyOfAnn} }] }]\n`;

describe("the id of a request", () => {
  it("is in every answer, and another one each time: results, refusals, pages, OAuth, MCP, and what is no request", async () => {
    const fixture = await startRig();
    const key = keyOfAnn;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const accept = "application/json, text/event-stream";
    const answers = [
      await ask(fixture, "/api/v1/balance", { key }),
      await ask(fixture, "/api/v1/balance"),
      await ask(fixture, "/api/v1/balance", { method: "DELETE", key }),
      await ask(fixture, "/api/v1/nothing", { key }),
      await ask(fixture, "/nothing", { headers: { accept: "text/html" } }),
      await ask(fixture, "/%ff"),
      await ask(fixture, "/"),
      await ask(fixture, "/style.css"),
      await ask(fixture, "/healthz"),
      await ask(fixture, "/", { headers: { host: "evil.example" } }),
      await ask(fixture, "/.well-known/oauth-authorization-server"),
      await ask(fixture, "/api/oauth/register", { method: "POST", body: "{" }),
      await ask(fixture, "/api/mcp", { method: "POST", body }),
      await ask(fixture, "/api/mcp", { method: "POST", body, key, headers: { accept } }),
      await ask(fixture, "/api/v1/stories", {
        method: "POST",
        key,
        body: JSON.stringify({ ...plainStory, topic: "[[unavailable-bare]]" }),
      }),
    ];
    const ids = answers.map(({ headers }) => headers["x-request-id"]);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(idPattern)));
    const [broken] = answersIn(await sendRaw(fixture, "nonsense\r\n\r\n"));
    ids.push(/^x-request-id: (\S+)\r$/im.exec(`${broken?.head}\r`)?.[1]);
    expect(ids.at(-1)).toMatch(idPattern);
    expect(new Set(ids).size).toBe(answers.length + 1);
  });

  it("is a trusted proxy's own if it is well-formed, and never a stranger's", async () => {
    const trusting = await startRig({ config: `trustedProxies: [127.0.0.1]\n${account}` });
    const idFor = async (fixture: Fixture, id: string): Promise<unknown> =>
      (await ask(fixture, "/healthz", { headers: { "x-request-id": id } })).headers["x-request-id"];
    for (const good of ["req-1", "a", "A.b_c-9", "x".repeat(128)])
      expect(await idFor(trusting, good)).toBe(good);
    for (const bad of ["", "two words", "x".repeat(129), "a,b", 'a"b', "a/b"])
      expect(await idFor(trusting, bad)).toMatch(idPattern);
    expect(await idFor(await startRig(), "req-1")).toMatch(idPattern);
  });

  it("is in the lines of the log about it", async () => {
    const failing = await startRig({ config: `trustedProxies: [127.0.0.1]\n${account}` });
    const { bookId } = await failing.makeBook();
    await rm(join(failing.dataFolder, "audio"), { recursive: true });
    const headers = { "x-request-id": "req-of-a-proxy" };
    const broken = await ask(failing, `/api/v1/books/${bookId}/export`, { key: keyOfAnn, headers });
    expect([broken.status, broken.headers["x-request-id"]]).toEqual([500, "req-of-a-proxy"]);
    const errors = failing.world.lines.filter(({ level }) => level === "error");
    expect(errors.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ requestId: "req-of-a-proxy" }),
    ]);
  });
});

it("the page to return to after signing in is a single one of this service's own, whatever is asked", async () => {
  const fixture = await startOAuthFixture();
  await fixture.browser.signIn("ann", "ann-signs-in");
  const { cookie } = fixture.browser;
  const { host } = new URL(fixture.service.appUrl);
  for (const query of [
    "next=/account&next=/books",
    "next=/account&next=//evil.example",
    "next=//evil.example",
    "next=/%5Cevil.example",
    "next=%5C%5Cevil.example",
    "next=/%09/evil.example",
    "next=/%0d%0aSet-Cookie:%20a=b",
    "next=%0a//evil.example",
    "next=https://evil.example",
    "next=javascript:alert(1)",
    "next=/%00",
    "next=/b%C3%BCcher",
    "next=",
    "next[]=//evil.example",
    "next=/x%7f",
  ]) {
    const head = `GET /sign-in?${query} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
    const [answer] = answersIn(await sendRaw(fixture, head));
    const locations = [...(answer?.head ?? "").matchAll(/^location: (.*)$/gim)].map(
      ([, to = ""]) => new URL(to.trim(), fixture.service.appUrl).origin,
    );
    expect([query, answer?.status, locations]).toEqual([query, 303, [fixture.service.appUrl]]);
    expect(answer?.head).not.toMatch(/set-cookie: a=/i);
  }
  expect(fixture.world.lines.filter(({ level }) => level === "error")).toEqual([]);
});

it("nothing from a request appears in a header of its answer", async () => {
  const fixture = await startOAuthFixture();
  const mark = "c4n4ry";
  const { appUrl, url } = fixture.service;
  const asks: [string, "GET" | "POST", Record<string, string>?][] = [
    [`${url}/stories/${mark}`, "GET"],
    [`${url}/books/${mark}/export`, "GET"],
    [`${url}/levels?languages=${mark}`, "GET"],
    [`${url}/books?before=${mark}`, "GET"],
    [`${appUrl}/books/${mark}/export`, "GET"],
    [`${appUrl}/books/${mark}/audio`, "GET", { range: `bytes=${mark}` }],
    [`${appUrl}/${mark}`, "GET", { accept: "text/html", cookie: `stories=${mark}; ${mark}=${mark}` }],
    [
      `${appUrl}/api/mcp`,
      "POST",
      { "mcp-session-id": mark, "mcp-protocol-version": mark, "last-event-id": mark },
    ],
    [`${appUrl}/api/oauth/token`, "POST", { "content-type": mark }],
    [`${appUrl}/oauth/authorize?client_id=${mark}&redirect_uri=https://${mark}.example`, "GET"],
  ];
  for (const [address, method, headers = {}] of asks) {
    const reply = await call(address, {
      method,
      key: keyOfAnn,
      headers,
      ...(method === "POST" ? { body: "{}" } : {}),
    });
    expect([address, JSON.stringify(reply.headers).includes(mark)]).toEqual([address, false]);
  }
});

function isRefusal(answer: RawAnswer | undefined, status: number): void {
  expect(answer).toMatchObject({ status, head: expect.stringMatching(/cache-control: no-store/i) });
  expect(errorBodySchema.parse(answer?.json).code).toBe(errorCodeOf(status));
}

const authorization = `Authorization: Bearer ${keyOfAnn}`;
const host = "Host: 127.0.0.1";
const close = "Connection: close";

/** A request in so many header lines, without a body. */
const requestOf = (line: string, ...headers: readonly string[]): string =>
  [line, ...headers, "", ""].join("\r\n");
const balance = "GET /api/v1/balance HTTP/1.1";

const creation = (topic: string): string => postRequest("/api/v1/stories", { ...plainStory, topic });

const reserved = async (fixture: Fixture): Promise<number> => (await fixture.balance()).reserved;

describe("the host name of a request", () => {
  it("is refused with 421 if it is foreign, on REST, pages, OAuth and MCP alike", async () => {
    const fixture = await startRig();
    const places = ["/api/v1/balance", "/api/v1/openapi.json", "/", "/sign-in", "/style.css"];
    const gets = [...places, "/oauth/authorize", "/.well-known/oauth-authorization-server", "/nothing"];
    const posts = ["/api/v1/stories", "/api/oauth/register", "/api/mcp"];
    const lines = [...gets.map((path) => `GET ${path}`), ...posts.map((path) => `POST ${path}`)];
    const foreign = ["evil.example", "evil.example:4010", "127.0.0.1.evil.example", "localhost.evil.example"];
    for (const name of [...foreign, "localhost.", "127.0.0.2", "0.0.0.0", "[::2]", "xn--lcalhost-5qf"]) {
      for (const line of lines) {
        const body = line.startsWith("GET") ? "" : JSON.stringify(plainStory);
        const type = body === "" ? "X: y" : "Content-Type: application/json";
        const lengths = [`Content-Length: ${body.length}`, "Accept: text/html", type, close];
        const head = requestOf(`${line} HTTP/1.1`, `Host: ${name}`, authorization, ...lengths);
        const [answer, ...more] = answersIn(await sendRaw(fixture, head + body));
        isRefusal(answer, 421);
        expect([answer?.head.match(/set-cookie/i), more]).toEqual([null, []]);
      }
    }
    expect(await reserved(fixture)).toBe(0);
  });

  it("may be any of this machine's own, with any port that a tunnel has", async () => {
    const { service } = await startRig();
    const { port } = new URL(service.url);
    for (const own of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      "LOCALHOST",
      `[::1]:${port}`,
      "localhost:1",
    ]) {
      const headers = { host: own };
      const reply = await call(`${service.url}/balance`, { method: "GET", key: keyOfAnn, headers });
      expect([own, reply.status]).toEqual([own, 200]);
    }
  });

  it("must be given exactly once: anything else is 400, in the interface's form", async () => {
    const fixture = await startRig();
    for (const hosts of [
      [],
      [host, host],
      [host, "Host: evil.example"],
      ["Host:"],
      ["Host: 127.0.0.1@evil.example"],
      ["Host: 127.0.0.1/x"],
      ["Host: 127.0.0.1, evil.example"],
      ["Host: 127.0.0.1:x"],
    ])
      for (const version of ["1.1", "1.0"]) {
        const text = requestOf(balance.replace("1.1", version), ...hosts, authorization, close);
        isRefusal(answersIn(await sendRaw(fixture, text))[0], 400);
      }
  });

  it("in the request line overrides `Host`", async () => {
    const fixture = await startRig();
    const own = `127.0.0.1:${new URL(fixture.service.url).port}`;
    const ask = async (target: string) => {
      const text = requestOf(`GET ${target} HTTP/1.1`, `Host: ${own}`, authorization, close);
      return answersIn(await sendRaw(fixture, text))[0];
    };
    isRefusal(await ask("http://evil.example/api/v1/balance"), 421);
    isRefusal(await ask("ftp://127.0.0.1/api/v1/balance"), 400);
    expect(await ask(`http://${own}/api/v1/balance`)).toMatchObject({ status: 200 });
  });
});

it("an expectation that nobody knows is ignored", async () => {
  const fixture = await startRig();
  const text = requestOf("GET /api/v1/balance HTTP/1.1", host, authorization, "Expect: foo", close);
  expect(answersIn(await sendRaw(fixture, text))[0]).toMatchObject({ status: 200 });
});

const get = "GET / HTTP/1.1";
const post = "POST /api/v1/stories HTTP/1.1";
const json = "Content-Type: application/json";
const long = "y".repeat(70_000);

describe("a request refused by the HTTP layer", () => {
  it.each([
    ["a method that nobody knows", 400, requestOf("BREW /pot HTTP/1.1", host)],
    ["a method of another protocol", 501, requestOf("PROPFIND /api/v1/balance HTTP/1.1", host, close)],
    ["a header without a name", 400, requestOf(get, host, ": x")],
    ["a header folded over two lines", 400, requestOf(get, host, "X: a", " b")],
    ["a space before a colon", 400, requestOf(get, "Host : 127.0.0.1")],
    ["bare line feeds", 400, "GET / HTTP/1.1\nHost: 127.0.0.1\n\n"],
    ["a NUL in a header", 400, requestOf(get, host, "X: a\0b")],
    ["another protocol", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["another version", 400, requestOf("GET / HTTP/3.7", host)],
    ["two lengths", 400, `${requestOf(post, host, "Content-Length: 1", "Content-Length: 2")}x`],
    ["a length and chunks", 400, requestOf(post, host, "Content-Length: 1", "Transfer-Encoding: chunked")],
    [
      "a coding that is not chunked",
      400,
      `${requestOf(post, host, authorization, json, "Transfer-Encoding: gzip")}x`,
    ],
    ["a length below zero", 400, requestOf(post, host, "Content-Length: -1")],
    ["headers of 70 KB", 431, requestOf(get, host, `X: ${long}`)],
    ["an address of 70 KB", 431, requestOf(`GET /${long} HTTP/1.1`, host)],
  ])("%s is answered in the interface's form, and the connection ends", async (_what, status, text) => {
    const fixture = await startRig();
    const answers = answersIn(await sendRaw(fixture, text));
    expect(answers).toHaveLength(1);
    isRefusal(answers[0], status);
    expect(answers[0]?.head).toMatch(/connection: close/i);
    expect(fixture.world.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it.each([
    ["a chunk that is none", "nonsense\r\n"],
    ["an extension of 70 KB", `1;${long}\r\nx\r\n`],
  ])("%s in a body is answered once, and nothing is created", async (_what, chunk) => {
    const fixture = await startRig();
    const head = requestOf(post, host, authorization, json, "Transfer-Encoding: chunked");
    const answers = answersIn(await sendRaw(fixture, head + chunk));
    expect(answers.map(({ status }) => status)).toEqual([expect.toBeOneOf([400, 413])]);
    expect(await reserved(fixture)).toBe(0);
  });

  it("never gets its answer before an earlier request on the same connection: a paid creation is answered first", async () => {
    const fixture = await startRig();
    const text = `${creation("A walk")}${creation("Another")}nonsense\r\n\r\n`;
    const answers = answersIn(await sendRaw(fixture, text));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 400]);
    expect(await reserved(fixture)).toBe(26);
  });

  it("with two thousand headers, one of them repeated, loses none", async () => {
    const many = Array(2_500).fill("a:");
    const text = requestOf(balance, host, authorization, ...many, authorization, close);
    isRefusal(answersIn(await sendRaw(await startRig(), text))[0], 401);
  });
});
