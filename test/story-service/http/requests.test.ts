import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, type Reply } from "../call.ts";
import { type Fixture, keyOfAnn, plainStory, startRig } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { answersIn, sendRaw } from "./raw-socket.ts";

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
