import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import { type Document, temporaryFolder } from "../fixtures.ts";
import { planText } from "../plan/fixtures.ts";
import { undo } from "../undo.ts";

const folder = temporaryFolder();

afterAll(() => folder.dispose());

const plan = join(folder.path, "course.yaml");

writeFileSync(plan, planText({ topics: "topics: [One]" }));

/** A command in this process, at a service that nobody answers for: what it prints, and its exit code. */
async function coursebinder(args: readonly string[], address = "http://127.0.0.1:9/api/v1") {
  const printed = { stdout: "", stderr: "" };
  const { stdout, stderr } = process;
  const writes = [stdout.write, stderr.write] as const;
  const into = (name: keyof typeof printed) =>
    ((text: string, done?: () => void) => {
      printed[name] += text;
      done?.();
      return true;
    }) as typeof stdout.write;
  stdout.write = into("stdout");
  stderr.write = into("stderr");
  try {
    const env = {
      STORY_API_URL: address,
      STORY_API_KEY: `sk_live_${"k".repeat(43)}`,
      COURSEBINDER_STATE: join(folder.path, "state"),
    };
    const whole = args.flatMap((arg) =>
      arg === "course.yaml" ? [plan, "--out", join(folder.path, "out")] : [arg],
    );
    const code = await main([...whole, "--json"], env, new AbortController().signal);
    return { ...printed, code };
  } finally {
    [stdout.write, stderr.write] = writes;
  }
}

/** Sets a variable until the test has ended. */
function inEnvironment(variable: string, value: string): void {
  process.env[variable] = value;
  undo.push(async () => {
    delete process.env[variable];
  });
}

const documentIn = (stdout: string): Document => {
  expect(stdout.split("\n")).toEqual([expect.stringMatching(/^\{/), ""]);
  return JSON.parse(stdout) as Document;
};

describe("what is typed after the command's name", () => {
  it.each([
    [["run", "course.yaml", "--nonsense"], "unknown option"],
    [
      ["plan", "course.yaml", "--next", "2", "--save", "bill.json"],
      "--next <n>' cannot be used with option '--save",
    ],
    [["run", "course.yaml", "--poll", "soon"], "--poll takes a duration"],
    [["run", "course.yaml", "--limit-calls", "many"], "--limit-calls takes"],
    [
      ["run", "course.yaml", "--timeout", "25d"],
      "--timeout takes a duration such as 500ms, 20s or 15m, at most 1h",
    ],
    [["run", "course.yaml", "--creation-timeout", "61m"], "--creation-timeout takes a duration"],
    [["run", "course.yaml", "--poll", "2d"], "at most 1d"],
    [["run", "course.yaml", "--give-up", "366d"], "at most 365d"],
    [["run", "course.yaml", "--max-wait", "366d"], "at most 365d"],
    [["run", "course.yaml", "--deadline", "366d"], "at most 365d"],
    [
      ["plan", "course.yaml", "--limit-starts", "1/9999999d"],
      "such as 60/1m, at most 1000000 in at most 31d",
    ],
    [["plan", "course.yaml", "--limit-calls", "1000001/1m"], "--limit-calls takes"],
    [["serve", "--writing-time", "25d"], "--writing-time takes a duration"],
    [["serve", "--narration-time", "25d"], "--narration-time takes a duration"],
    [["run", "course.yaml", "--first", "none"], "--first takes"],
    [["run", "course.yaml", "--date", "2026-02-30"], "--date takes"],
    [["run"], "missing required argument"],
    [["ruin", "course.yaml"], "unknown command"],
    [["run", "course.yaml", "--only", "nothing.*"], "No job in the plan matches"],
    [["run", "course.yaml", "--only", "[on]ne.*"], "Only * and ? are wildcards there"],
    [["run", "course.yaml", "--only", "{one,two}.*"], "Only * and ? are wildcards there"],
    [["run", "course.yaml", "--replace", "ona.es.2"], 'did you mean "one.es.2"'],
    [["run", "course.yaml", "--ledger", "postgres:me:secret"], "isn't a PostgreSQL address"],
  ])("exits 2 for %j with one document and the reason", async (args, reason) => {
    const { code, stdout, stderr } = await coursebinder(args);
    expect(code).toBe(2);
    expect(documentIn(stdout)).toMatchObject({ ok: false, exitCode: 2 });
    expect(stderr).toContain(reason);
  });
});

describe("the address of a service", () => {
  it.each([
    "http://example.com/api/v1",
    "http://localhost:4010/api/v1",
    "https://user:secret@example.com/api/v1",
    "not an address",
  ])("exits 2 if it is %s, and is not shown with its password", async (address) => {
    const { stdout, stderr } = await coursebinder(["run", "course.yaml"], address);
    expect(documentIn(stdout)).toMatchObject({ exitCode: 2, problems: [{ code: "service_url_invalid" }] });
    expect(stdout + stderr).not.toContain("secret@");
  });
});

describe("a duration in the environment", () => {
  it.each([
    ["COURSEBINDER_TIMEOUT", "50d"],
    ["COURSEBINDER_CREATION_TIMEOUT", "25d"],
    ["COURSEBINDER_POLL", "25d"],
    ["COURSEBINDER_GIVE_UP", "9999d"],
    ["COURSEBINDER_MAX_WAIT", "9999d"],
    ["COURSEBINDER_DEADLINE", "9999d"],
    ["COURSEBINDER_LIMIT_CALLS", "60/32d"],
    ["COURSEBINDER_LIMIT_STARTS", "20/32d"],
  ])("has the same limits as on the command line: %s=%s exits 2", async (variable, value) => {
    inEnvironment(variable, value);
    const { code, stdout, stderr } = await coursebinder(["run", "course.yaml"]);
    expect(code).toBe(2);
    expect(documentIn(stdout)).toMatchObject({ exitCode: 2, problems: [{ code: "bad_value" }] });
    expect(stderr).toContain("at most");
  });
});

describe("a ledger's address", () => {
  it.each([
    "postgre://u:topsecret@h/x",
    " postgres:/u:topsecret@h/x",
    '"postgres://u:topsecret@h/x"',
    "mysql://u:topsecret@h/x",
    "",
    " ",
  ])("that is invalid creates no ledger of that name and does not show its password: %j", async (address) => {
    inEnvironment("COURSEBINDER_LEDGER", address);
    const { code, stdout, stderr } = await coursebinder(["run", "course.yaml"]);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain("topsecret");
    expect(existsSync(join(folder.path, "out"))).toBe(false);
  });
});
