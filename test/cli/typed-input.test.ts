import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { coursebinderHere } from "../e2e/fixtures/in-this-process.ts";
import { documentOf, fileFolder } from "../fixtures.ts";
import { planText } from "../plan/fixtures.ts";

const cwd = fileFolder();
const elsewhere = fileFolder();

beforeAll(() => {
  for (const folder of [cwd, elsewhere])
    writeFileSync(join(folder, "course.yaml"), planText({ topics: "topics: [One]" }));
});

/** At a service that nobody answers for. */
const nowhere = { STORY_API_URL: "http://127.0.0.1:9/api/v1", STORY_API_KEY: `sk_live_${"k".repeat(43)}` };

/** A command is refused for what was typed or set: exit 2, with one document, and nothing is made. */
async function refused(args: readonly string[], env: Readonly<Record<string, string>> = nowhere) {
  const finished = await coursebinderHere([...args, "--json"], { cwd, env });
  const document = documentOf(finished);
  expect(document).toMatchObject({ ok: false, exitCode: 2 });
  expect(existsSync(join(cwd, "out"))).toBe(false);
  return { ...finished, code: document.problems[0]?.code };
}

describe("what is typed after the command's name", () => {
  it.each([
    ["run course.yaml --nonsense", "unknown option"],
    ["plan course.yaml --next 2 --save bill.json", "--next <n>' cannot be used with option '--save"],
    ["review course.yaml --export a.html --import b.json", "cannot be used with option '--import"],
    ["review course.yaml --with-sound", "--with-sound is for --export"],
    ["resolve course.yaml one.es.2 --not-created --story x", "cannot be used with option '--story"],
    ["run course.yaml --only *.es.2 --only *.fr.2", 'It was also given as "*.es.2": give it once'],
    ["run course.yaml --for moodle --for canvas", "argument 'canvas' is invalid"],
    ["run course.yaml --max-credits 5 --max-credits 500", "argument '500' is invalid"],
    ["run course.yaml --poll soon", "--poll takes a duration"],
    ["run course.yaml --limit-calls many", "--limit-calls takes"],
    ["run course.yaml --timeout 25d", "--timeout takes a duration such as 500ms, 20s or 15m, at most 1h"],
    ["run course.yaml --creation-timeout 61m", "--creation-timeout takes a duration"],
    ["run course.yaml --poll 2d", "at most 1d"],
    ["run course.yaml --give-up 366d", "at most 365d"],
    ["run course.yaml --max-wait 366d", "at most 365d"],
    ["run course.yaml --deadline 366d", "at most 365d"],
    ["plan course.yaml --limit-starts 1/9999999d", "the count at most 1000000 and the duration at most 31d"],
    ["plan course.yaml --limit-calls 1000001/1m", "--limit-calls takes"],
    ["serve --writing-time 25d", "--writing-time takes a duration"],
    ["serve --narration-time 25d", "--narration-time takes a duration"],
    ["run course.yaml --first none", "--first takes"],
    ["run course.yaml --date 2026-02-30", "--date takes"],
    ["plan course.yaml --date 0099-01-01", "--date takes a date from 1970 on"],
    ["run", "missing required argument"],
    ["ruin course.yaml", "unknown command"],
    ["run course.yaml --only nothing.*", "No job in the plan matches"],
    ["run course.yaml --only [on]ne.*", "* and ? are its only wildcards"],
    ["run course.yaml --only {one,two}.*", "* and ? are its only wildcards"],
    ["run course.yaml --replace ona.es.2", 'did you mean "one.es.2"? Nothing was sent.'],
    ["run course.yaml --ledger postgres:me:secret", "isn't a PostgreSQL address"],
    ["account quote es eleven", '<difficulty> takes a whole number from 1 to 10, not "eleven"'],
    ["account quote es 2 huge", '<length> takes short, medium, long, not "huge"'],
    [
      "account quote es-149 2",
      `<lang> takes one of the service's language codes, such as es-419, not "es-149"`,
    ],
    ["completion zhs", 'takes bash, zsh, fish, powershell, not "zhs"'],
  ])("exits 2 for %s with one document and the reason", async (line, reason) => {
    expect((await refused(line.split(" "))).stderr).toContain(reason);
  });

  it.each([
    ["COURSEBINDER_CREATION_TIMEOUT", "25d", "a duration such as 500ms, 20s or 15m, at most"],
    ["COURSEBINDER_DEADLINE", "9999d", "a duration such as 500ms, 20s or 15m, at most"],
    ["COURSEBINDER_LIMIT_STARTS", "20/32d", "a count and a duration such as 60/1m, the count at most"],
    ["COURSEBINDER_MAX_CREDITS", "-5", "a whole number of at least 0"],
    ["COURSEBINDER_AUDIO", "loud", "link, embed, or some of"],
  ])("has the same limits in the environment: %s=%s exits 2", async (variable, value, takes) => {
    const { code, stderr } = await refused(["run", "course.yaml"], { ...nowhere, [variable]: value });
    expect([code, stderr]).toEqual(["bad_value", expect.stringContaining(`${variable} takes ${takes}`)]);
  });

  it("names a variable that nothing reads, and the one that was probably meant", async () => {
    const env = { ...nowhere, COURSEBINDER_MAX_CREDIT: "5", COURSEBINDER_STORY: "of --after-creation" };
    const finished = await coursebinderHere(["check", "course.yaml", "--json"], { cwd, env });
    const message = expect.stringMatching(/^COURSEBINDER_MAX_CREDIT .*COURSEBINDER_MAX_CREDITS.*/);
    expect([finished.code, finished.stderr]).toEqual([0, message]);
    expect(documentOf(finished)).toMatchObject({
      notices: expect.arrayContaining([{ code: "variable_unknown", message }]),
    });
  });

  it.each(["YES", "EDITION_NAME"])("suggests no variable that is unlike COURSEBINDER_%s", async (name) => {
    const env = { ...nowhere, [`COURSEBINDER_${name}`]: "1" };
    expect((await coursebinderHere(["check", "course.yaml"], { cwd, env })).stderr).toMatch(/variable\.\n$/);
  });
});

// Which addresses are refused is tested in test/client/credentials.test.ts.
it("the address of a service that is invalid exits 2, and is not shown with its password", async () => {
  const env = { ...nowhere, STORY_API_URL: "https://user:secret@example.com/api/v1" };
  const { code, stdout, stderr } = await refused(["run", "course.yaml"], env);
  expect(code).toBe("service_url_invalid");
  expect(stdout + stderr).not.toContain("secret@");
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
    const env = { ...nowhere, COURSEBINDER_LEDGER: address };
    const { stdout, stderr } = await refused(["run", "course.yaml"], env);
    expect(stdout + stderr).not.toContain("topsecret");
  });
});

describe("an empty value, as an unset variable gives it,", () => {
  it.each([
    ...["--max-credits", "--deadline", "--only", "--first", "--limit-calls", "--limit-starts"],
    ...["--approved", "--edition", "--out", "--replace", "--after-creation"],
  ])("of %s stops a run that would spend or do more than was meant", async (flag) => {
    const { stderr } = await refused(["run", "course.yaml", "--local", flag, ""]);
    expect(stderr).toMatch(new RegExp(`${flag} (?:is|has).*empty`));
  });

  it.each([["init"], ["check"], ["status", "course.yaml"], ["cost"], ["ledger", "copy", "course.yaml"]])(
    "of an argument of %s is refused",
    async (...command) => {
      const { code, stderr } = await refused([...command, ""]);
      expect([code, stderr]).toEqual(["empty_value", expect.stringMatching(/^<\w+> has an empty value/)]);
    },
  );

  it.each([
    ...["MAX_CREDITS", "DEADLINE", "LIMIT_CALLS", "LIMIT_STARTS", "OUT", "STATE", "EVENTS"],
    ...["ONLY", "FIRST", "SUMMARY", "OUTPUTS", "LOG_FILE", "AFTER_CREATION", "LOCAL"],
  ])("of COURSEBINDER_%s does the same", async (name) => {
    const local = name === "LOCAL" ? [] : ["--local"];
    const { stderr } = await refused(["run", "course.yaml", ...local], { [`COURSEBINDER_${name}`]: "" });
    expect(stderr).toMatch(new RegExp(`COURSEBINDER_${name} is.*empty`));
  });
});

test("A bad key in a variable is not called a file's", async () => {
  const { code, stderr } = await coursebinderHere(["account", "balance"], {
    cwd,
    env: { ...nowhere, STORY_API_KEY: "abc def" },
  });
  expect([code, stderr]).toEqual([6, expect.stringContaining("Give only the key, exactly as")]);
  expect(stderr).not.toContain("file");
});

describe("a variable", () => {
  const plan = (env: Readonly<Record<string, string>>, ...flags: string[]) =>
    coursebinderHere(["plan", "course.yaml", ...flags], { cwd: elsewhere, env });

  it("that restricts nothing counts as unset where it is empty", async () => {
    const planned = await plan({ COURSEBINDER_ORDER: "", COURSEBINDER_POLL: "" }, "--local");
    expect(planned.code, planned.stderr).toBe(0);
  });

  it.each(["false", "0", "no", " OFF "])("that is a switch is off where it is %j", async (value) => {
    const { stderr } = await refused(["run", "course.yaml"], { COURSEBINDER_LOCAL: value });
    expect(stderr).toContain("No service is set");
  });

  it.each(["true", "1", "yes", " On "])("that is a switch is on where it is %j", async (value) => {
    expect((await plan({ COURSEBINDER_LOCAL: value })).code).toBe(0);
  });

  it.each([
    ["COURSEBINDER_LOCAL", "maybe"],
    ["COURSEBINDER_HOLD_UNEXPLAINED", "perhaps"],
  ])("that is a switch is refused with what is understood: %s=%s", async (name, value) => {
    const { code, stderr } = await refused(["run", "course.yaml"], { [name]: value });
    expect(code).toBe("bad_value");
    expect(stderr).toMatch(
      new RegExp(
        `${name} takes 1, true, yes or on, .* 0, false, no or off, not "${value}"\\. Nothing was done`,
      ),
    );
  });

  it("gives way to a typed flag", async () => {
    expect((await plan({ COURSEBINDER_LOCAL: "false" }, "--local")).code).toBe(0);
  });
});
