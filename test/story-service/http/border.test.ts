import { describe, expect, it } from "vitest";
import { errorBodySchema, errorCodeOf } from "../../../src/contract/errors.ts";
import { call } from "../call.ts";
import { type Fixture, keyOfAnn, plainStory, startRig } from "../fixtures.ts";
import { answersIn, openSocket, postRequest, type RawAnswer, readToEnd, sendRaw } from "./raw-socket.ts";

function isRefusal(answer: RawAnswer | undefined, status: number): void {
  expect(answer).toMatchObject({ status, head: expect.stringMatching(/cache-control: no-store/i) });
  expect(errorBodySchema.parse(answer?.json).code).toBe(errorCodeOf(status));
}

const portOf = (fixture: Fixture): string => new URL(fixture.service.url).port;
const authorization = `Authorization: Bearer ${keyOfAnn}\r\n`;

const creation = ({ more = "", topic = "A walk" } = {}): string =>
  postRequest("/api/v1/stories", { ...plainStory, topic }, more);

const reserved = async (fixture: Fixture): Promise<number> => (await fixture.balance()).reserved;

describe("the host name of a request", () => {
  const foreign = [
    "evil.example",
    "evil.example:4010",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "localhost.",
    "127.0.0.2",
    "0.0.0.0",
    "[::2]",
    "xn--lcalhost-5qf",
  ];

  it.each(foreign)("%s is refused with 421 on REST, pages, OAuth and MCP alike", async (host) => {
    const fixture = await startRig();
    const places: [string, string, string?][] = [
      ["GET", "/api/v1/balance"],
      ["GET", "/api/v1/openapi.json"],
      ["POST", "/api/v1/stories", JSON.stringify(plainStory)],
      ["GET", "/"],
      ["GET", "/sign-in"],
      ["GET", "/style.css"],
      ["GET", "/oauth/authorize"],
      ["GET", "/.well-known/oauth-authorization-server"],
      ["POST", "/api/oauth/register", "{}"],
      ["POST", "/api/mcp", "{}"],
      ["GET", "/nothing"],
    ];
    for (const [method, path, body = ""] of places) {
      const type = body === "" ? "" : "Content-Type: application/json\r\n";
      const length = `Content-Length: ${body.length}\r\nConnection: close\r\n`;
      const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\n${authorization}${type}${length}`;
      const [answer, ...more] = answersIn(await sendRaw(fixture, `${head}\r\n${body}`));
      isRefusal(answer, 421);
      expect(answer?.head).not.toMatch(/set-cookie/i);
      expect(more).toEqual([]);
    }
    expect(await reserved(fixture)).toBe(0);
  });

  it("may be any of this machine's own, with any port that a tunnel has", async () => {
    const fixture = await startRig();
    const port = portOf(fixture);
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      "LOCALHOST",
      `[::1]:${port}`,
      "localhost:1",
    ]) {
      const reply = await call(`${fixture.service.url}/balance`, {
        method: "GET",
        key: keyOfAnn,
        headers: { host },
      });
      expect([host, reply.status]).toEqual([host, 200]);
    }
  });

  it.each([
    ["none", ""],
    ["two", "Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n"],
    ["two, the second one foreign", "Host: 127.0.0.1\r\nHost: evil.example\r\n"],
    ["an empty one", "Host:\r\n"],
    ["one with a user", "Host: 127.0.0.1@evil.example\r\n"],
    ["one with a path", "Host: 127.0.0.1/x\r\n"],
    ["a list", "Host: 127.0.0.1, evil.example\r\n"],
    ["one with a port that is none", "Host: 127.0.0.1:x\r\n"],
  ])("must be given exactly once: %s is 400, in the interface's form", async (_what, hosts) => {
    const fixture = await startRig();
    for (const version of ["1.1", "1.0"]) {
      const text = `GET /api/v1/balance HTTP/${version}\r\n${hosts}${authorization}Connection: close\r\n\r\n`;
      const [answer] = answersIn(await sendRaw(fixture, text));
      isRefusal(answer, 400);
    }
  });

  it("in the request line overrides `Host`", async () => {
    const fixture = await startRig();
    const own = `127.0.0.1:${portOf(fixture)}`;
    const ask = async (target: string, host: string) => {
      const text = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${authorization}Connection: close\r\n\r\n`;
      return answersIn(await sendRaw(fixture, text))[0];
    };
    isRefusal(await ask("http://evil.example/api/v1/balance", own), 421);
    isRefusal(await ask("ftp://127.0.0.1/api/v1/balance", own), 400);
    expect(await ask(`http://${own}/api/v1/balance`, own)).toMatchObject({ status: 200 });
  });
});

describe("a request refused by the HTTP layer", () => {
  it.each([
    [
      "an expectation that nobody knows",
      417,
      "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n",
    ],
    [
      "two expectations",
      417,
      "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue, x\r\nConnection: close\r\n\r\n",
    ],
    ["a method that nobody knows", 501, "BREW /pot HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
    [
      "a method of another protocol",
      501,
      "PROPFIND /api/v1/balance HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    ],
    ["a tunnel", 501, "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n"],
    ["a header without a name", 400, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n: x\r\n\r\n"],
    ["a header folded over two lines", 400, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\r\n b\r\n\r\n"],
    ["a space before a colon", 400, "GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n"],
    ["bare line feeds", 400, "GET / HTTP/1.1\nHost: 127.0.0.1\n\n"],
    ["a NUL in a header", 400, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\0b\r\n\r\n"],
    ["another protocol", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["another version", 400, "GET / HTTP/3.7\r\nHost: 127.0.0.1\r\n\r\n"],
    [
      "two lengths",
      400,
      "POST /api/v1/stories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    ],
    [
      "a length and chunks",
      400,
      "POST /api/v1/stories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "a coding that is not chunked",
      400,
      `POST /api/v1/stories HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}Content-Type: application/json\r\nTransfer-Encoding: gzip\r\n\r\nx`,
    ],
    [
      "a length below zero",
      400,
      "POST /api/v1/stories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    ],
    ["headers of 70 KB", 431, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"y".repeat(70_000)}\r\n\r\n`],
    ["an address of 70 KB", 431, `GET /${"y".repeat(70_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
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
    ["an extension of 70 KB", `1;${"x".repeat(70_000)}\r\nx\r\n`],
  ])("%s in a body is answered once, and nothing is created", async (_what, chunk) => {
    const fixture = await startRig();
    const head = `POST /api/v1/stories HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}Content-Type: application/json\r\n`;
    const answers = answersIn(await sendRaw(fixture, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`));
    expect(answers.map(({ status }) => status)).toEqual([expect.toBeOneOf([400, 413])]);
    expect(await reserved(fixture)).toBe(0);
  });

  it("never gets its answer before an earlier request on the same connection: a paid creation is answered first", async () => {
    const fixture = await startRig();
    const text = `${creation()}${creation({ topic: "Another" })}nonsense\r\n\r\n`;
    const answers = answersIn(await sendRaw(fixture, text));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 400]);
    expect(await reserved(fixture)).toBe(26);
  });

  it("must send its body only after it was authenticated", async () => {
    const fixture = await startRig();
    const ask = async (more: string): Promise<number[]> => {
      const socket = await openSocket(fixture);
      const answer = readToEnd(socket);
      const [head, body] = creation({ more }).split("\r\n\r\n");
      socket.write(`${head}\r\n\r\n`);
      let heard = "";
      await new Promise<void>((resolve) => {
        socket.on("data", (chunk: Buffer) => {
          heard += chunk.toString();
          if (heard.includes("\r\n\r\n")) resolve();
        });
      });
      if (heard.startsWith("HTTP/1.1 100 ")) socket.write(body ?? "");
      return answersIn(await answer).map(({ status }) => status);
    };
    const waiting = "Expect: 100-continue\r\nConnection: close\r\n";
    expect(await ask(waiting)).toEqual([100, 202]);
    expect(await ask(`${waiting}Content-Encoding: gzip\r\n`)).toEqual([415]);
    expect(await ask(waiting.replace("Expect", "Authorization: x\r\nExpect"))).toEqual([401]);
  });

  it("with two thousand headers, one of them repeated, loses none", async () => {
    const fixture = await startRig();
    const many = "a:\r\n".repeat(2_500);
    const text = `GET /api/v1/balance HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}${many}${authorization}Connection: close\r\n\r\n`;
    const [answer] = answersIn(await sendRaw(fixture, text));
    isRefusal(answer, 401);
  });
});
