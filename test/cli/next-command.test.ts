import { expect, test } from "vitest";
import { commandLine, nextAbout, nextAfterFailure, nextLine, repeatedFlagsFor } from "../../src/cli/next.ts";
import type { RawOptions, SharedOptions } from "../../src/cli/parser/options.ts";
import { describeProblem } from "../../src/cli/problems/problems.ts";
import type { KnownLedger, RunProblem } from "../../src/run/problem.ts";
import { readPostgresAddress } from "../../src/shared/postgres/address.ts";

const shared: SharedOptions = {
  json: false,
  out: "out",
  local: false,
  service: null,
  ledger: null,
  logLevel: "warn" as const,
  logFile: null,
  quiet: false,
};

const typing = (raw: RawOptions, of: Partial<SharedOptions> = {}, typed = Object.keys(raw)) => {
  return { raw, typed: new Set(typed), shared: { ...shared, ...of }, verb: "run", args: [] };
};

const again = (raw: RawOptions, typed?: string[], toReplace: readonly string[] = []) =>
  repeatedFlagsFor("my plan.yaml", typing(raw, {}, typed), toReplace);

const chosen = { only: "t1*", first: "2", maxCredits: "60", order: "stream", limitStarts: "5/10m" };

test("The command suggested after a plan buys no more than was shown, and no faster", () => {
  expect(commandLine("run", again(chosen))).toBe(
    "coursebinder run 'my plan.yaml' --only 't1*' --first 2 --max-credits 60 --order stream --limit-starts 5/10m",
  );
});

test("A verb is suggested with the flags that it takes", () => {
  const given = again({ ...chosen, audio: "embed", giveUp: "3h", date: "2026-12-01", edition: "it's" });
  expect(commandLine("status", given, "t1.es.2")).toBe(
    String.raw`coursebinder status 'my plan.yaml' t1.es.2 --edition 'it'\''s' --date 2026-12-01`,
  );
  expect(commandLine("package", given)).toMatch(/yaml' --audio embed --edition/);
  expect(commandLine("plan", given)).not.toMatch(/--audio|--give-up/);
  expect(commandLine("run", given)).toMatch(/--audio embed --give-up 3h --order/);
});

test("Values from environment variables are not repeated, nor is a consent", () => {
  expect(commandLine("run", again(chosen, ["only"]))).toBe("coursebinder run 'my plan.yaml' --only 't1*'");
  const consents = { yes: true, newLedger: true, otherAccount: true };
  expect(commandLine("run", again({ ...consents, json: true }))).toBe("coursebinder run 'my plan.yaml'");
});

test("Whatever else changes what the next run does or writes is repeated", () => {
  const writing = { events: "e.jsonl", summary: "s.md", outputs: "o.txt" };
  const doing = { retryRefused: true, deadline: "2h", allowPartial: true, align: false };
  expect(commandLine("run", again({ ...doing, ...writing }))).toBe(
    "coursebinder run 'my plan.yaml' --retry-refused --deadline 2h --allow-partial --no-align --events e.jsonl --summary s.md --outputs o.txt",
  );
  expect(commandLine("package", again(doing))).toBe("coursebinder package 'my plan.yaml' --allow-partial");
});

test("A run that was limited to a reviewed bill stays limited to it in every command that follows", () => {
  const given = again({ approved: "the bill.json" });
  expect(commandLine("run", given)).toBe("coursebinder run 'my plan.yaml' --approved 'the bill.json'");
  expect(commandLine("status", given)).toBe("coursebinder status 'my plan.yaml'");
});

test("After a failure, a command about the plan is suggested only if the command that failed was about a plan", () => {
  const held = { code: "ledger_held", path: "l", holder: null };
  const after = (verb: string, ...args: readonly string[]) =>
    nextAfterFailure(held, { ...typing({}), verb, args }).next;
  expect(after("status", "c.yaml", "a.es.2")).toBe("coursebinder status c.yaml a.es.2");
  expect(after("cost", "c.yaml")).toBe("coursebinder cost c.yaml");
  expect(after("ledger restore", "c.yaml")).toBe("coursebinder ledger restore c.yaml");
  for (const verb of ["open", "init", "languages", "account levels", "ledger verify", "serve restore"])
    expect(after(verb, "c"), verb).toBeNull();
});

test("A requested replacement that was not bought is suggested again, for a run only", () => {
  const given = again({ replace: ["a.es.2", "b.es.2"] }, ["replace"], ["b.es.2@1a2b3c4d"]);
  expect(commandLine("run", given)).toBe("coursebinder run 'my plan.yaml' --replace b.es.2@1a2b3c4d");
  expect(commandLine("plan", given)).toBe("coursebinder plan 'my plan.yaml'");
});

test("A ledger in a database is suggested with its own name and connection, but without the password", () => {
  const typed =
    "postgres://me:secret-word@db.school:5433/books?sslmode=verify-full&password=secret-word#north";
  const ledger = readPostgresAddress(typed);
  const given = repeatedFlagsFor("course.yaml", typing({}, { ledger }));
  expect(commandLine("resolve", given)).toBe(
    "coursebinder resolve course.yaml --ledger 'postgres://me@db.school:5433/books?sslmode=verify-full#north'",
  );
  const plain = typing({}, { ledger: readPostgresAddress("postgres://db.school/books") });
  expect(commandLine("run", repeatedFlagsFor("c.yaml", plain))).toBe(
    "coursebinder run c.yaml --ledger postgres://db.school/books",
  );
});

const other = {
  path: "/old/course/ledger.jsonl",
  course: "course",
  isOwn: true,
  isThere: true,
} as const;

function begunAnew(...ledgers: readonly KnownLedger[]): RunProblem {
  return { code: "ledger_begun_anew", path: "/new", stories: 0, ledgers, again: [] };
}

const lesson = { job: "a.es.2", topic: "A", requestHash: "h", credits: 13 };

test.for<[string, RunProblem, string]>([
  ["goes on where it is", begunAnew(other), "run c.yaml --first 2 --out /old"],
  [
    "goes on with one that is there",
    begunAnew({ ...other, path: "/gone/course/ledger.jsonl", isThere: false }, other),
    "run c.yaml --first 2 --out /old",
  ],
  [
    "is named where it lies in no course's folder",
    begunAnew({ ...other, path: "/old/my ledger" }),
    "run c.yaml --first 2 --out here --ledger '/old/my ledger'",
  ],
  ["that is gone is restored", begunAnew({ ...other, isThere: false }), "ledger restore c.yaml --out here"],
  [
    "is joined where both have bought lessons",
    {
      code: "bought_elsewhere",
      path: "/new",
      again: [
        { ...lesson, ...other, isOwn: false },
        { ...lesson, ...other },
      ],
    },
    "ledger join c.yaml /old/course/ledger.jsonl --out here",
  ],
  [
    "of a course with another name is not lost: what both are to have is paid for again, which is said",
    { code: "bought_elsewhere", path: "/new", again: [{ ...lesson, ...other, isOwn: false }] },
    "to pay again for 1 lesson (13 credits at the original prices): coursebinder run c.yaml --new-ledger --first 2 --out here",
  ],
  [
    "of a course with another name is not made again in a new one's place either",
    {
      code: "ledger_begun_anew",
      path: "/new",
      stories: 0,
      ledgers: [{ ...other, isOwn: false }],
      again: [{ ...lesson, ...other, isOwn: false }],
    },
    "to pay again for 1 lesson (13 credits at the original prices): coursebinder run c.yaml --new-ledger --first 2 --out here",
  ],
])("A ledger that lessons were bought with before %s", ([, problem, expected]) => {
  const given = repeatedFlagsFor("c.yaml", typing({ first: "2" }, { out: "here" }));
  expect(nextLine(nextAbout(problem, given))).toBe(expected.replace(/^(?!to )/, "coursebinder "));
});

test("If a ledger is already named, a different one must be named, and a rehearsal adds a folder", () => {
  const line = (of: Partial<SharedOptions>, path: string): string | null =>
    nextAbout(begunAnew({ ...other, path }), repeatedFlagsFor("c.yaml", typing({}, of))).next;
  expect(line({ ledger: "mine.jsonl" }, other.path)).toBe(
    "coursebinder run c.yaml --ledger /old/course/ledger.jsonl",
  );
  expect(line({ local: true }, "/old/local/course/ledger.jsonl")).toBe(
    "coursebinder run c.yaml --out /old --local",
  );
});

test("If only a course with another name has the lessons, its old name is shown", () => {
  const renamed = { ...lesson, ...other, course: "before", isOwn: false };
  const elsewhere: RunProblem = { code: "bought_elsewhere", path: "/new", again: [renamed] };
  const said = describeProblem(elsewhere);
  expect(said).toContain("give it its old name back in the plan (course: before)");
  expect(describeProblem(begunAnew({ ...other, course: "before", isOwn: false }))).toContain(
    "(course: before)",
  );
  expect(describeProblem(begunAnew(other))).not.toContain("old name");
});

test("an edition that has no jobs left is named, and no --only that nobody gave", () => {
  const problem = { code: "no_job_selected", only: null, edition: "2026-W49", place: null } as const;
  expect(describeProblem(problem)).toBe(
    "The edition 2026-W49 has no jobs; those that it had are removed from the plan. Nothing was sent.",
  );
});
