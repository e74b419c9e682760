import { describe, expect, it } from "vitest";
import { type CallOptions, call, type Reply } from "../call.ts";
import { type Fixture, keyOfAnn, plainStory, secretOf, spokenStory, startRig } from "../fixtures.ts";

const publicUrl = "https://stories.example.org";
const host = "stories.example.org";

const readers = `
limits: { calls: 100000/1m, paidStarts: 100000/1m, badBearers: 3/1m }
accounts:
  - { id: ann, signIn: ann-signs-in, credits: 1000, keys: [{ name: main, secret: ${keyOfAnn} }] }
`;

const startPublic = (more = ""): Promise<Fixture> =>
  startRig({ config: `publicUrl: ${publicUrl}\n${more}${readers}` });

/** A request as a proxy passes it on: to the process's own address, with the public name as its host. */
const ask = (
  { service }: Fixture,
  path: string,
  { method = "GET", key = keyOfAnn, ...more }: Partial<CallOptions> = {},
): Promise<Reply> =>
  call(service.listensAt + path, { method, key, ...more, headers: { host, ...more.headers } });

describe("a service with a public address", () => {
  it("names that address wherever it speaks of itself, and still says where it listens", async () => {
    const fixture = await startPublic();
    expect(fixture.service).toMatchObject({
      url: `${publicUrl}/api/v1`,
      appUrl: publicUrl,
      mcpUrl: `${publicUrl}/api/mcp`,
      listensAt: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    const server = (await ask(fixture, "/.well-known/oauth-authorization-server")).json;
    expect(server.issuer).toBe(publicUrl);
    const resource = (await ask(fixture, "/.well-known/oauth-protected-resource/api/mcp")).json;
    expect(resource).toMatchObject({ resource: `${publicUrl}/api/mcp`, authorization_servers: [publicUrl] });
    const description = (await ask(fixture, "/api/v1/openapi.json")).json;
    expect(description.servers).toEqual([{ url: `${publicUrl}/api/v1` }]);
    const stranger = await ask(fixture, "/api/v1/balance", { key: null });
    expect(stranger.headers["www-authenticate"]).toContain(`resource_metadata="${publicUrl}/.well-known/`);
    const body = JSON.stringify(spokenStory);
    const { id } = (await ask(fixture, "/api/v1/stories", { method: "POST", body })).json;
    await fixture.write();
    const { book } = (await ask(fixture, `/api/v1/stories/${id}`)).json;
    expect(book.url).toBe(`${publicUrl}/books/${book.id}`);
    const pages = [server, resource, description, (await ask(fixture, "/")).text].map((one) =>
      JSON.stringify(one),
    );
    expect(pages.filter((text) => text.includes("127.0.0.1"))).toEqual([]);
  });

  it("answers requests to its name and to those of this machine, with any port, and refuses all others with 421", async () => {
    const fixture = await startPublic();
    const statusOf = async (name: string, path: string): Promise<number> =>
      (await ask(fixture, path, { headers: { host: name } })).status;
    for (const own of [host, `${host}:443`, "STORIES.example.org", "127.0.0.1:9", "[::1]"])
      expect([own, await statusOf(own, "/api/v1/balance")]).toEqual([own, 200]);
    for (const other of ["example.org", `${host}.evil.example`, `evil.${host}`, `${host}.`])
      for (const path of ["/api/v1/balance", "/", "/api/mcp"])
        expect([other, await statusOf(other, path)]).toEqual([other, 421]);
  });

  it("takes MCP messages from its own pages and from those of this machine, and not over plain HTTP or from others", async () => {
    const fixture = await startPublic();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    for (const [origin, isForeign] of [
      ["https://evil.example", true],
      [`http://${host}`, true],
      [`https://${host}:8443`, true],
      [publicUrl, false],
      ["http://localhost:6274", false],
    ] as const) {
      const { status } = await ask(fixture, "/api/mcp", { method: "POST", body, headers: { origin } });
      expect([origin, status === 403]).toEqual([origin, isForeign]);
    }
  });

  it("tells browsers to keep to https, but never under a name of this machine", async () => {
    const fixture = await startPublic();
    const strict = "max-age=31536000";
    for (const path of ["/", "/api/v1/balance", "/nothing", "/style.css"])
      expect((await ask(fixture, path)).headers["strict-transport-security"]).toBe(strict);
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const accept = "application/json, text/event-stream";
    const mcp = await ask(fixture, "/api/mcp", { method: "POST", body: ping, headers: { accept } });
    expect(mcp.headers["strict-transport-security"]).toBe(strict);
    const local = await ask(fixture, "/", { headers: { host: "localhost" } });
    expect(local.headers["strict-transport-security"]).toBeUndefined();
  });

  it("keeps its session in a cookie that only this host can set, and only over https", async () => {
    const fixture = await startPublic();
    const first = await ask(fixture, "/sign-in");
    const given = String(first.headers["set-cookie"]);
    expect(given).toMatch(/^__Host-stories=st_session_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const cookie = given.split(";")[0] ?? "";
    const token = /name="token" value="([^"]+)"/.exec(first.text)?.[1] ?? "";
    const fields = { token, id: "ann", secret: "ann-signs-in", next: "/account" };
    const form = new URLSearchParams(fields).toString();
    const send = (origin: string): Promise<Reply> =>
      ask(fixture, "/sign-in", {
        method: "POST",
        key: null,
        body: form,
        headers: { cookie, origin, "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await send("https://evil.example")).status).toBe(403);
    expect((await send(`http://${host}`)).status).toBe(403);
    const signedIn = await send(publicUrl);
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, "/account"]);
    expect(String(signedIn.headers["set-cookie"])).toMatch(/^__Host-stories=.*; Secure$/);
  });

  it("takes markers in topics for words, and does not fail the topics of its configuration", async () => {
    const listed = "faults: [{ topic: A quiet day, writing: fail }]\n";
    const fixture = await startPublic(listed);
    for (const topic of ["[[forbidden]]", "[[fail-writing]] [[slow]] [[no-id]]", "A quiet day"]) {
      const body = JSON.stringify({ ...plainStory, topic });
      const made = await ask(fixture, "/api/v1/stories", { method: "POST", body });
      expect([made.status, made.json.topic]).toEqual([202, topic]);
      await fixture.write();
      expect((await ask(fixture, `/api/v1/stories/${made.json.id}`)).json.status).toBe("ready");
    }
    // Its operator may switch them on, and off where there is no public address.
    const on = await startPublic("switches: { faults: true }\n");
    const body = JSON.stringify({ ...plainStory, topic: "[[payment]]" });
    expect((await ask(on, "/api/v1/stories", { method: "POST", body })).status).toBe(402);
    const off = await startRig({ config: `switches: { faults: false }\n${readers}` });
    expect((await off.post("/stories", { ...plainStory, topic: "[[payment]]" })).status).toBe(202);
  });
});

describe("the address of a client", () => {
  const wrong = secretOf("x");
  const tries = async (fixture: Fixture, forwarded: readonly (string | null)[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const one of forwarded) {
      const headers = one === null ? {} : { "x-forwarded-for": one };
      statuses.push((await ask(fixture, "/api/v1/balance", { key: wrong, headers })).status);
    }
    return statuses;
  };

  it.each<[string, string, ...(string | null)[][]]>([
    [
      "is the right-most that no trusted proxy has: what a client writes itself does not help it past a limit",
      "trustedProxies: [127.0.0.1, 10.0.0.0/8]\n",
      ["1.1.1.1, 9.9.9.9", "2.2.2.2, 9.9.9.9, 10.1.2.3", "not an address,9.9.9.9", "::ffff:9.9.9.9"],
    ],
    [
      "counts as one for IPv6 networks, and for everything that is no address",
      "trustedProxies: [127.0.0.1, fd00::/8]\n",
      ["2001:db8::1", "2001:db8::2, fd12::1", "2001:db8:0:0:ffff::", "2001:db8::4"],
      Array(4).fill("2001:db8:0:1::1"),
      ["unknown", "9.9.9.9:1234", "_hidden", "9.9.9.9:5678"],
    ],
    [
      "is the connection's where no proxy is trusted, whatever it claims",
      "",
      ["1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4"],
    ],
    [
      "is the connection's, too, where it comes from no trusted proxy",
      "trustedProxies: [10.0.0.0/8, 127.0.0.2]\n",
      ["1.1.1.1", "2.2.2.2", "3.3.3.3", null],
    ],
  ])("%s", async (_, proxies, ...ofOne) => {
    const fixture = await startPublic(proxies);
    for (const forwarded of ofOne) expect(await tries(fixture, forwarded)).toEqual([401, 401, 401, 429]);
  });

  it("is warned about at the start if all clients of a proxy would count as one", async () => {
    const warnings = ({ world }: Fixture) => world.lines.filter(({ level }) => level === "warn");
    expect(warnings(await startPublic())).toHaveLength(1);
    expect(warnings(await startPublic("trustedProxies: [127.0.0.1]\n"))).toEqual([]);
    expect(warnings(await startRig())).toEqual([]);
  });
});

describe("a request that a proxy took over plain HTTP", () => {
  const over = async (fixture: Fixture, proto: string): Promise<number> =>
    (await ask(fixture, "/api/v1/balance", { headers: { "x-forwarded-proto": proto } })).status;

  it("is refused, but only on the word of a trusted proxy", async () => {
    const trusting = await startPublic("trustedProxies: [127.0.0.1]\n");
    expect(await over(trusting, "http")).toBe(403);
    expect(await over(trusting, "https, http")).toBe(403);
    expect(await over(trusting, "https")).toBe(200);
    expect(await over(trusting, "http, https")).toBe(200);
    expect((await ask(trusting, "/api/v1/balance")).status).toBe(200);
    expect(await over(await startPublic(), "http")).toBe(200);
  });
});
