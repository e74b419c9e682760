import { expect, test } from "vitest";
import type { RawOptions, SharedOptions } from "../../src/cli/options.ts";
import { againFor, commandLine } from "../../src/cli/say/next-command.ts";
import { readPostgresAddress } from "../../src/ledger/postgres-address.ts";

const shared: SharedOptions = {
  ...{ json: false, out: "out", local: false, service: null, ledger: null, logLevel: "warn" as const },
  ...{ logFile: null, quiet: false },
};

function again(
  raw: RawOptions,
  typed: readonly string[] = Object.keys(raw),
  toReplace: readonly string[] = [],
) {
  return againFor("my plan.yaml", { raw, typed: new Set(typed), shared }, toReplace);
}

const chosen = { only: "t1*", first: "2", maxCredits: "60", order: "stream", limitStarts: "5/10m" };

test("The command after a plan buys no more than was looked at, and no faster", () => {
  expect(commandLine("run", again(chosen))).toBe(
    "coursebinder run 'my plan.yaml' --only 't1*' --first 2 --max-credits 60 --order stream --limit-starts 5/10m",
  );
});

test("A verb is given the flags that it takes", () => {
  const given = again({ ...chosen, audio: "embed", giveUp: "3h", date: "2026-12-01", edition: "it's" });
  expect(commandLine("status", given, "t1.es.2")).toBe(
    String.raw`coursebinder status 'my plan.yaml' t1.es.2 --edition 'it'\''s' --date 2026-12-01`,
  );
  expect(commandLine("package", given)).toMatch(/yaml' --audio embed --edition/);
  expect(commandLine("plan", given)).not.toMatch(/--audio|--give-up/);
  expect(commandLine("run", given)).toMatch(/--give-up 3h --audio embed --edition/);
});

test("What came from a variable is not repeated, nor what was about one run alone", () => {
  expect(commandLine("run", again(chosen, ["only"]))).toBe("coursebinder run 'my plan.yaml' --only 't1*'");
  const once = { deadline: "2h", yes: true, approved: "bill.json", save: "bill.json", retryRefused: true };
  expect(commandLine("run", again({ ...once, allowPartial: true, json: true }))).toBe(
    "coursebinder run 'my plan.yaml'",
  );
});

test("Another story that was asked for and is not bought is asked for again, by a run alone", () => {
  const given = again({ replace: ["a.es.2", "b.es.2"] }, ["replace"], ["b.es.2@1a2b3c4d"]);
  expect(commandLine("run", given)).toBe("coursebinder run 'my plan.yaml' --replace b.es.2@1a2b3c4d");
  expect(commandLine("plan", given)).toBe("coursebinder plan 'my plan.yaml'");
});

test("A ledger in a database is named with its own name and its way to connect, and without who connects", () => {
  const typed =
    "postgres://me:secret-word@db.school:5433/books?sslmode=verify-full&password=secret-word#north";
  const ledger = readPostgresAddress(typed);
  const given = againFor("course.yaml", { raw: {}, typed: new Set(), shared: { ...shared, ledger } });
  expect(commandLine("resolve", given)).toBe(
    "coursebinder resolve course.yaml --ledger 'postgres://db.school:5433/books?sslmode=verify-full#north'",
  );
  const plain = { ...shared, ledger: readPostgresAddress("postgres://db.school/books") };
  expect(commandLine("run", againFor("c.yaml", { raw: {}, typed: new Set(), shared: plain }))).toBe(
    "coursebinder run c.yaml --ledger postgres://db.school/books",
  );
});
