import { describe, expect, it } from "vitest";
import { sql } from "../../../src/story-service/store/store.ts";
import { call } from "../call.ts";
import { keyOfAnn, withStore } from "../fixtures.ts";
import { callback, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { answersIn, sendRaw } from "./raw-socket.ts";

/** Where a browser that is sent there from the service would land. */
const landing = (appUrl: string, location: unknown): string => new URL(String(location), appUrl).origin;

describe("the page to return to after signing in", () => {
  const wishes = [
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
  ];

  it.each(wishes)("is a single one of this service's own: %s", async (query) => {
    const fixture = await startOAuthFixture();
    await fixture.browser.signIn("ann", "ann-signs-in");
    const cookie = [...fixture.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { host } = new URL(fixture.service.appUrl);
    const head = `GET /sign-in?${query} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
    const [answer] = answersIn(await sendRaw(fixture, head));
    expect(answer?.status).toBe(303);
    const locations = [...(answer?.head ?? "").matchAll(/^location: (.*)$/gim)].map(([, value]) =>
      value?.trim(),
    );
    expect(locations).toHaveLength(1);
    expect(landing(fixture.service.appUrl, locations[0])).toBe(fixture.service.appUrl);
    expect(answer?.head).not.toMatch(/set-cookie: a=/i);
    expect(fixture.world.lines.filter(({ level }) => level === "error")).toEqual([]);
  });
});

const oddUris = [
  "https:\\\\evil.example\\path",
  "https:/evil.example",
  "https:evil.example",
  "https:///evil.example",
  "https://good.example\\@evil.example/",
  "https://good.example@evil.example/",
  "https://good.example:80:80/",
  "https://a;script-src/cb",
  "https://a,b.example/cb",
  "https://a'b.example/cb",
  "https://*/cb",
  "https://*.example/cb",
  "https://ex%61mple.org/cb",
  "https://b\u00fccher.example/cb",
  "https://good.example/\r\nSet-Cookie: a=b",
  "https://good.example/\u0000",
  "https://good.example/\u2028",
  'https://good.example/"><',
  "https://good.example/{x}",
  "http://127.1/cb",
  "http://2130706433/cb",
  "http://0x7f.0.0.1/cb",
  "http://[::1%25lo]/cb",
  "https://-.example/cb",
];

describe("the redirect URI of a program", () => {
  it.each(oddUris)("is not registered if its host can be read in two ways: %j", async (uri) => {
    const fixture = await startOAuthFixture();
    expect((await fixture.register({ redirect_uris: [uri] })).json.error).toBe("invalid_redirect_uri");
  });

  it("is not used even if an earlier version registered it", async () => {
    const fixture = await startOAuthFixture();
    await withStore(fixture.dataFolder, async (store) => {
      await store.run(
        sql`UPDATE oauth_clients SET redirect_uris = ${JSON.stringify([callback, ...oddUris])}`,
      );
      await store.settled();
    });
    for (const redirect_uri of oddUris) {
      const page = await fixture.browser.get(fixture.authorizeUrl({ redirect_uri }));
      expect([redirect_uri, page.status]).toEqual([redirect_uri, 400]);
      expect(String(page.headers["content-security-policy"])).toContain("form-action 'self';");
      expect(page.headers.location).toBeUndefined();
    }
    expect((await fixture.browser.get(fixture.authorizeUrl())).status).toBe(200);
  });

  it.each([
    "https://client.example",
    "https://Client.example/cb?x=1",
    "https://xn--bcher-kva.example:8443/cb",
    "http://127.0.0.1:1/",
    "http://[::1]:49152/callback",
    "http://localhost/cb;v=1?a='(b)'",
  ])("may be %s", async (uri) => {
    const fixture = await startOAuthFixture();
    expect((await fixture.register({ redirect_uris: [uri] })).status).toBe(201);
  });
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
