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
        accessLog: false,
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

  it("may be JSON, and an account may be as short as its id", () => {
    const result = readServiceConfig(
      '{"accounts":[{"id":"ann"}],"clock":"2026-01-31T23:59:50+01:00"}',
      "c.json",
    );
    expect(result).toMatchObject({ ok: true, config: { clock: Date.parse("2026-01-31T22:59:50Z") } });
    expect(result.ok && result.config.accounts[0]).toMatchObject({
      plan: "paid",
      credits: 0,
      earlyAccess: true,
      keys: [],
    });
  });

  it("is refused with every mistake at once, each with its place, its line and what is expected, in the words of the interface", () => {
    const text = `clock: yesterday
limits: { calls: 60 per minute, keys: 0 }
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
  - { credits: 1.5 }
`;
    const result = readServiceConfig(text, "c.yaml");
    const problems = result.ok ? [] : result.problems;
    expect(problems.map(({ path, line, message }) => `${path} (${line}) ${message}`).sort()).toEqual(
      [
        'c.yaml: clock (1) must be a time with its zone, such as "2026-03-10T12:00:00Z"',
        'c.yaml: limits.calls (2) is a count and a duration, such as "60/1m", at most 1000000 in at most 31d',
        "c.yaml: limits.keys (2) must be at least 1",
        "c.yaml: swiches (3) is not a key of this file",
        "c.yaml: switches.api (5) must be true or false, and is a text",
        "c.yaml: switches.speed (6) is not a key of this file",
        "c.yaml: faults.0 (8) says neither writing nor narration",
        "c.yaml: accounts.0.credits (11) must be at least 0",
        'c.yaml: accounts.0.plan (12) must be one of "free", "paid"',
        "c.yaml: accounts.0.native (13) must be a list, and is a text",
        "c.yaml: accounts.0.levels.es (14) is not written as it must be",
        "c.yaml: accounts.0.levels.xx (14) not a language code of the interface",
        "c.yaml: accounts.0.keys.0.secret (16) is sk_live_ and 43 base64url characters",
        "c.yaml: accounts.0.keys.0.cap (16) must be at most 100000",
        "c.yaml: accounts.1.id (17) is missing",
        "c.yaml: accounts.1.credits (17) must be a whole number",
      ].sort(),
    );
  });

  it("is refused if an id, a key's name or a secret is repeated, or an account has too many keys", () => {
    const key = (name: string, letter: string) => `{ name: ${name}, secret: ${secretOf(letter)} }`;
    expect(problemsOf(`accounts:\n  - { id: a }\n  - { id: a }`)).toEqual([
      "service.yaml: accounts.1.id (3)",
    ]);
    expect(problemsOf(`accounts:\n  - { id: a, keys: [${key("m", "a")}, ${key("m", "b")}] }`)).toHaveLength(
      1,
    );
    expect(
      problemsOf(
        `accounts:\n  - { id: a, keys: [${key("m", "a")}] }\n  - { id: b, keys: [${key("m", "a")}] }`,
      ),
    ).toEqual(["service.yaml: accounts.1.keys.0.secret (3)"]);
    expect(
      problemsOf(`limits: { keys: 1 }\naccounts:\n  - { id: a, keys: [${key("m", "a")}, ${key("n", "b")}] }`),
    ).toEqual(["service.yaml: accounts.0.keys (3)"]);
  });

  it("is refused if it is not YAML, and never expands excessive aliases", () => {
    expect(problemsOf("limits: { calls: ")).toEqual(["service.yaml (1)"]);
    expect(problemsOf("clock: a\nclock: b")).toEqual(["service.yaml (2)"]);
    const bomb = Array.from(
      { length: 9 },
      (_, n) => `a${n}: &a${n} [${Array(9).fill(n === 0 ? "x" : `*a${n - 1}`)}]`,
    );
    expect(problemsOf(bomb.join("\n"))).toHaveLength(1);
    expect(problemsOf("- 1")).toEqual(["service.yaml (1)"]);
  });

  it("has a public address that is https: without a path, or http: of this machine", () => {
    const originOf = (url: string): string | null => {
      const result = readServiceConfig(`publicUrl: ${JSON.stringify(url)}`, "service.yaml");
      return result.ok ? result.config.publicUrl : null;
    };
    expect(originOf("https://stories.example.org")).toBe("https://stories.example.org");
    expect(originOf("https://Stories.example.org:443/")).toBe("https://stories.example.org");
    expect(originOf("https://stories.example.org:8443")).toBe("https://stories.example.org:8443");
    for (const own of ["http://localhost:4010", "http://127.0.0.1", "http://[::1]:4010"])
      expect(originOf(own)).toBe(own);
    const wrongs = [
      "http://stories.example.org",
      "https://stories.example.org/api/v1",
      "https://ann:x@example.org",
      "stories.example.org",
    ];
    wrongs.push(
      "https://example.org?x",
      "https://example.org/#x",
      "ftp://example.org",
      "https://",
      "https://*.example.org",
      "",
    );
    for (const url of wrongs)
      expect(problemsOf(`clock: null\npublicUrl: ${JSON.stringify(url)}`)).toEqual([
        "service.yaml: publicUrl (2)",
      ]);
  });

  it("trusts proxies by address or range, none of which is everybody", () => {
    const good = ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "2001:db8::/32", "192.168.1.7/32"];
    expect(problemsOf(`trustedProxies: ${JSON.stringify(good)}`)).toEqual([]);
    const wrongs = [
      "10.0.0.0/33",
      "10.0.0.0/",
      "10.0.0/8",
      "0.0.0.0/0",
      "::/0",
      "fe80::1%eth0",
      "proxy.example.org",
      "10.0.0.0/8/8",
      "1.2.3.4/-1",
      "",
    ];
    for (const wrong of wrongs)
      expect(problemsOf(`trustedProxies: [127.0.0.1, ${JSON.stringify(wrong)}]`)).toEqual([
        "service.yaml: trustedProxies.1 (1)",
      ]);
  });

  it("leaves faults to strangers only where it has no public address, or says so", () => {
    const faultsWith = (text: string): boolean | null => {
      const result = readServiceConfig(text, "service.yaml");
      return result.ok ? result.config.switches.faults : null;
    };
    expect(faultsWith("switches: { api: true }")).toBe(true);
    expect(faultsWith("switches: { faults: false }")).toBe(false);
    expect(faultsWith("publicUrl: https://example.org")).toBe(false);
    expect(faultsWith("publicUrl: https://example.org\nswitches: { faults: true }")).toBe(true);
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
