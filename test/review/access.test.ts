import { describe, expect, it } from "vitest";
import { Access } from "../../src/review/access.ts";

const origin = "http://127.0.0.1:4711";
const host = "127.0.0.1:4711";

const admit = (access: Access, headers: Readonly<Record<string, string>>, path = "/", method = "GET") =>
  access.admit({ method, headers: { host, ...headers } }, new URL(path, origin), origin);

const entered = (access: Access): string => {
  const admission = admit(access, {}, `/?token=${access.token}`);
  if (admission.kind !== "exchanged") throw new Error(`not exchanged: ${admission.kind}`);
  return admission.cookie.split(";")[0] ?? "";
};

describe("the door of the review desk", () => {
  it("opens with the token once, and with the cookie from then on", () => {
    const access = new Access();
    expect(admit(access, {})).toEqual({ kind: "refused", why: "session" });
    expect(admit(access, {}, "/?token=")).toEqual({ kind: "refused", why: "token" });
    const cookie = entered(access);
    expect(admit(access, {}, `/?token=${access.token}`)).toEqual({ kind: "refused", why: "token" });
    expect(admit(access, { cookie })).toEqual({ kind: "admitted" });
    expect(admit(access, { cookie: `other=1; ${cookie}` }, "/api/queue")).toEqual({ kind: "admitted" });
    // The browser that has the cookie may open the same address again.
    expect(admit(access, { cookie }, `/?token=${access.token}`).kind).toBe("exchanged");
  });

  it("opens at port 80, which a browser doesn't name, and at a port that it does", () => {
    const access = new Access();
    for (const named of ["127.0.0.1", "127.0.0.1:80"]) {
      const request = { method: "GET", headers: { host: named } };
      const url = new URL("/api/queue", "http://127.0.0.1");
      expect(access.admit(request, url, "http://127.0.0.1")).toEqual({ kind: "refused", why: "session" });
      expect(access.admit(request, url, origin)).toEqual({ kind: "refused", why: "host" });
    }
  });

  it("gives no other desk's cookie a meaning", () => {
    const cookie = entered(new Access());
    const [name = ""] = cookie.split("=");
    expect(admit(new Access(), { cookie })).toEqual({ kind: "refused", why: "session" });
    expect(admit(new Access(), { cookie: `${name}=` })).toEqual({ kind: "refused", why: "session" });
    const access = new Access();
    const ofOtherPort = entered(access).replace("4711", "4712");
    expect(admit(access, { cookie: ofOtherPort })).toEqual({ kind: "refused", why: "session" });
  });

  it.each([
    ["another name of this computer", "GET", { host: "localhost:4711" }, "host"],
    [
      "a name that was rebound to it",
      "POST",
      { host: "evil.example:4711", origin: "http://evil.example:4711" },
      "host",
    ],
    ["another port", "GET", { host: "127.0.0.1:4712" }, "host"],
    ["a host that is none", "GET", { host: "127.0.0.1:4711/x" }, "host"],
    ["a host with a user", "GET", { host: "a@127.0.0.1:4711" }, "host"],
    ["another site's page", "POST", { origin: "https://evil.example" }, "origin"],
    ["another site's page that only reads", "GET", { origin: "https://evil.example" }, "origin"],
    ["a page of another port", "POST", { origin: "http://127.0.0.1:4712" }, "origin"],
    ["a page without an origin", "POST", { origin: "null" }, "origin"],
    ["a change that names no origin", "POST", {}, "origin"],
    ["a link on another site", "GET", { "sec-fetch-site": "cross-site" }, "origin"],
    ["another port's page, as the browser sees it", "GET", { "sec-fetch-site": "same-site" }, "origin"],
  ] as const)("stays shut, with the cookie, for %s", (_, method, headers, why) => {
    const access = new Access();
    const cookie = entered(access);
    expect(admit(access, { cookie, ...headers }, "/api/queue", method)).toEqual({ kind: "refused", why });
    expect(admit(access, { cookie, origin }, "/api/decisions", "POST")).toEqual({ kind: "admitted" });
  });

  it("does not lose its token to requests that were refused", () => {
    const access = new Access();
    admit(access, { host: "evil.example" }, `/?token=${access.token}`);
    admit(access, { origin }, `/?token=${access.token}`, "POST");
    admit(access, {}, "/?token=wrong");
    expect(entered(access)).toMatch(/^coursebinder-desk-4711=/);
  });
});
