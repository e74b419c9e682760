import { expect, it } from "vitest";
import { call } from "../call.ts";
import { keyOfAnn } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { answersIn, sendRaw } from "./raw-socket.ts";

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
