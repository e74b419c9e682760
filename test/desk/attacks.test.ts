import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { rig, type Served, smallCourse } from "../e2e/fixtures/served.ts";
import type { Sent } from "../e2e/review/opened-desk.ts";
import { OpenedHome } from "./opened-home.ts";

let served: Served;
let home: OpenedHome;
/** What the page sends to buy the course: all but the attack is right. */
let buying: Sent;
let course = "";

beforeAll(async () => {
  served = await rig({ plan: smallCourse(["First"]) });
  home = await OpenedHome.enter(served);
  course = await home.course();
  const { hash, total } = await home.bill(course);
  const headers = { origin: home.address.origin, "content-type": "application/json" };
  const body = JSON.stringify({ course, kind: "paid", hash, sum: total });
  buying = { method: "POST", path: "/api/run", headers, body };
});

const own = () => ({ origin: home.address.origin, "content-type": "application/json" });

// What else gives no access is tested in test/review/access.test.ts.
it.each<[string, () => Sent, number]>([
  [
    "a name that was rebound to this machine",
    () => ({ ...buying, headers: { ...own(), host: `evil.example:${home.address.port}` } }),
    403,
  ],
  ["another site's page", () => ({ ...buying, headers: { ...own(), origin: "https://evil.example" } }), 403],
  ["what is no JSON", () => ({ ...buying, headers: { ...own(), "content-type": "text/plain" } }), 400],
  ["no session", () => ({ ...buying, headers: { ...own(), cookie: "" } }), 403],
  ["reading without a session", () => ({ path: "/api/courses", headers: { cookie: "" } }), 403],
  ["listening without a session", () => ({ path: "/api/changes", headers: { cookie: "" } }), 403],
  ["the spent token", () => ({ path: `/${home.address.search}`, headers: { cookie: "" } }), 403],
  ["a token in a POST", () => ({ ...buying, path: `/api/run${home.address.search}` }), 403],
  ["a course outside the folder", () => ({ path: "/api/plan?course=..%2Fcourse.yaml" }), 400],
  ["a course that isn't there", () => ({ path: `/api/plan?course=${"0".repeat(12)}` }), 404],
  ["a review outside the folder", () => ({ path: "/courses/..%2F..%2Fout/review/paid/" }), 404],
  ["a file of the program", () => ({ path: "/..%2fdocuments.js" }), 404],
  ["a file below the page", () => ({ path: "/desk.js/../../../package.json" }), 404],
  ["an address that is none", () => ({ path: "//[" }), 400],
  ["a redirect to elsewhere", () => ({ path: "//evil.example/%2e%2e" }), 404],
  ["a bill that is too large", () => ({ ...buying, body: `${buying.body}${" ".repeat(200_000)}` }), 413],
  [
    "a plan that is too large",
    () => ({ ...buying, path: "/api/plan", headers: { ...own(), "content-length": "5000000" } }),
    413,
  ],
  ["an object with a prototype", () => ({ ...buying, body: `{"__proto__":{"sum":13},"course":"x"}` }), 400],
])("refuses %s", async (_, sent, status) => {
  const reply = await home.send(sent());
  expect(reply.status, reply.text).toBe(status);
  expect(reply.headers.location).toBeUndefined();
  expect(reply.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(reply.headers["set-cookie"]).toBeUndefined();
});

it("leads from its address nowhere but to its page, and has bought and written nothing by all that", async () => {
  const { search } = home.address;
  for (const path of [`/${search}&next=//evil.example`, `//evil.example/${search}`])
    expect((await home.send({ path })).headers.location).toBe("/");
  expect(served.proxy.creations).toBe(0);
  expect(readFileSync(join(served.folder, "course.yaml"), "utf8")).toBe(smallCourse(["First"]));
  // The same request without an attack buys.
  expect((await home.send(buying)).status).toBe(202);
  await home.ended(course);
  expect(served.proxy.creations).toBe(1);
});
