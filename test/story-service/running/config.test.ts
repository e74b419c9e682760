import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { exampleSecrets, readServiceConfig } from "../../../src/story-service/config/config.ts";
import { configSchema } from "../../../src/story-service/config/config-schema.ts";
import { secretOf } from "../fixtures.ts";

function problemsOf(text: string): string[] {
  const result = readServiceConfig(text, "service.yaml");
  return result.ok ? [] : result.problems.map(({ path, line }) => `${path} (${line})`);
}

describe("the service's configuration", () => {
  it("is complete when empty: everything has a default", () => {
    expect(readServiceConfig("", "service.yaml")).toEqual({
      ok: true,
      config: {
        publicUrl: null,
        trustedProxies: [],
        metricsToken: null,
        recordings: { s3: null },
        clock: null,
        limits: {
          calls: { count: 60, windowMs: 60_000 },
          paidStarts: { count: 20, windowMs: 600_000 },
          badBearers: { count: 30, windowMs: 60_000 },
          oauthRegistrations: { count: 20, windowMs: 3_600_000 },
          oauthTokens: { count: 60, windowMs: 60_000 },
          keys: 20,
          freeDailyCredits: 2_000,
        },
        switches: { api: true, writing: true, narration: true, faults: true },
        faults: [],
        accounts: [],
      },
    });
  });

  it("is refused with every mistake at once, each with its place and its line, and with what replaces a setting that is gone", () => {
    const text = `clock: yesterday
tls: { key: x }
accessLog: true
limits: { calls: 60, keys: 0 }
swiches: { api: false }
switches:
  api: "no"
  speed: true
faults:
  - { topic: x }
accounts:
  - id: ann
    credits: -1
    plan: gold
    native: es
    levels: { es: "0.7", xx: "1.0" }
    keys:
      - { name: main, secret: short, cap: 100001 }
  - { id: ann, credits: 1.5 }
`;
    const result = readServiceConfig(text, "c.yaml");
    const problems = result.ok ? [] : result.problems;
    const places = {
      clock: 1,
      tls: 2,
      accessLog: 3,
      "limits.calls": 4,
      "limits.keys": 4,
      swiches: 5,
      "switches.api": 7,
      "switches.speed": 8,
      "faults.0": 10,
      "accounts.0.credits": 13,
      "accounts.0.plan": 14,
      "accounts.0.native": 15,
      "accounts.0.levels.es": 16,
      "accounts.0.levels.xx": 16,
      "accounts.0.keys.0.secret": 18,
      "accounts.0.keys.0.cap": 18,
      "accounts.1.id": 19,
      "accounts.1.credits": 19,
    };
    expect(
      Object.fromEntries(problems.map(({ path, line }) => [path.replace("c.yaml: ", ""), line])),
    ).toEqual(places);
    for (const [place, part] of [
      ["tls", "courses/nginx.conf"],
      ["accessLog", "courses/nginx.conf"],
      ["limits.calls", 'such as "60/1m"'],
      ["switches.api", "true or false"],
      ["accounts.0.plan", "free or paid"],
      ["accounts.1.id", "is used twice"],
    ])
      expect(problems.find(({ path }) => path === `c.yaml: ${place}`)?.message).toContain(part);
  });

  const key = (name: string, letter: string) => `{ name: ${name}, secret: ${secretOf(letter)} }`;
  const bomb = Array.from(
    { length: 9 },
    (_, n) => `a${n}: &a${n} [${Array(9).fill(n === 0 ? "x" : `*a${n - 1}`)}]`,
  ).join("\n");

  it.each([
    ["an id is repeated", `accounts:\n  - { id: a }\n  - { id: a }`, "accounts.1.id (3)"],
    [
      "a key's name is",
      `accounts:\n  - { id: a, keys: [${key("m", "a")}, ${key("m", "b")}] }`,
      "accounts.0.keys.1.name (2)",
    ],
    [
      "a secret is",
      `accounts:\n  - { id: a, keys: [${key("m", "a")}] }\n  - { id: b, keys: [${key("m", "a")}] }`,
      "accounts.1.keys.0.secret (3)",
    ],
    [
      "an account has too many keys",
      `limits: { keys: 1 }\naccounts:\n  - { id: a, keys: [${key("m", "a")}, ${key("n", "b")}] }`,
      "accounts.0.keys (3)",
    ],
    [
      "a cap is left empty",
      `accounts:\n  - { id: a, keys: [{ name: m, secret: ${secretOf("a")}, cap: }] }`,
      "accounts.0.keys.0.cap (2)",
    ],
    ["a public address is left empty", "publicUrl:", "publicUrl (1)"],
    ["it is not YAML", "limits: { calls: ", "(1)"],
    ["it is two documents", "limits: {}\n---\nlimits: {}", "(2)"],
    ["a member is repeated", "clock: a\nclock: b", "(2)"],
    ["it is a list", "- 1", "(1)"],
    ["its aliases are excessive", bomb, "service.yaml"],
  ])("is refused if %s", (_, text, place) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(place)]);
  });

  it("has a public address that is https: without a path, or http: of this machine", () => {
    const read = (url: string) => readServiceConfig(`publicUrl: ${JSON.stringify(url)}`, "service.yaml");
    const own = ["http://localhost:4010", "http://127.0.0.1", "http://[::1]:4010"];
    for (const publicUrl of ["https://stories.example.org", "https://stories.example.org:8443", ...own])
      expect(read(publicUrl)).toMatchObject({ ok: true, config: { publicUrl } });
    const publicUrl = "https://stories.example.org";
    expect(read("https://Stories.example.org:443/")).toMatchObject({ ok: true, config: { publicUrl } });
    for (const url of [
      "http://stories.example.org",
      "https://stories.example.org/api/v1",
      "https://ann:x@example.org",
      "stories.example.org",
      "https://example.org?x",
      "https://example.org/#x",
      "ftp://example.org",
      "https://",
      "https://*.example.org",
      "",
    ])
      expect(problemsOf(`publicUrl: ${JSON.stringify(url)}`)).toEqual(["service.yaml: publicUrl (1)"]);
  });

  it("trusts proxies by address or range, none of which is everybody", () => {
    const problemsWith = (...proxies: string[]) => problemsOf(`trustedProxies: ${JSON.stringify(proxies)}`);
    const good = ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "2001:db8::/32", "192.168.1.7/32"];
    expect(problemsWith(...good)).toEqual([]);
    const ranges = "10.0.0.0/33 10.0.0.0/ 10.0.0/8 0.0.0.0/0 ::/0 10.0.0.0/8/8 1.2.3.4/-1".split(" ");
    for (const wrong of [...ranges, "fe80::1%eth0", "proxy.example.org", ""])
      expect(problemsWith("127.0.0.1", wrong)).toEqual(["service.yaml: trustedProxies.1 (1)"]);
  });

  it("has an example that names every setting, and works as it is", () => {
    const text = readFileSync("courses/local-service.yaml", "utf8");
    const result = readServiceConfig(text, "local-service.yaml");
    expect(result).toMatchObject({
      ok: true,
      config: {
        clock: null,
        limits: { paidStarts: { count: 20, windowMs: 600_000 } },
        faults: [{ writing: "fail" }, { narration: "fail" }],
        accounts: [
          {
            id: "school",
            levels: { es: "3.4", it: 0.75 },
            bookSettings: { voice: "standard" },
            keys: [{ scopes: ["books:read", "account:read", "levels:read", "stories:write"], cap: 500 }],
          },
          { id: "guest", plan: "paid", credits: 0, keys: [], signIn: null },
        ],
      },
    });
    const everything = text.replaceAll(/^( *)# (?=\w+: )/gm, "$1");
    const problems = problemsOf(everything);
    expect(problems.map((problem) => problem.replace(/ \(\d+\)$/, ""))).toEqual([
      "service.yaml: metricsToken",
      "service.yaml: accounts.0.signIn",
      "service.yaml: accounts.0.keys.0.secret",
    ]);
    for (const secret of exampleSecrets) expect(everything.split(secret)).toHaveLength(2);
    const whole = [...exampleSecrets].reduce(
      (rest, secret) => rest.replace(secret, ownOf(secret)),
      everything,
    );
    expect(problemsOf(whole)).toEqual([]);
    const written = new Set(namesIn(parse(whole)));
    const known = namesOf(z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" }));
    expect(known.length).toBeGreaterThan(30);
    expect(known.filter((name) => !written.has(name))).toEqual([]);
  });
});

/** Another secret of the same form. */
const ownOf = (secret: string): string => `${secret.slice(0, -3)}its`;

/** The names of all members, however deep. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
  return Array.isArray(value) ? value.flatMap(namesIn) : members;
}

/** The names of all members that a schema knows. */
function namesOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === "properties"
      ? Object.entries(inner as object).flatMap(([member, its]) => [member, ...namesOf(its)])
      : namesOf(inner),
  );
}
