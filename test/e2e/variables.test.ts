import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Finished, fileFolder } from "../fixtures.ts";
import { coursebinderHere } from "./fixtures/in-this-process.ts";
import { smallCourse } from "./fixtures/served.ts";

const cwd = fileFolder();

beforeAll(() => writeFileSync(join(cwd, "course.yaml"), smallCourse(["A walk", "A night"])));

const run = (flags: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> =>
  coursebinderHere(["run", "course.yaml", "--json", ...flags], { cwd, env });

describe("an empty value, as an unset variable gives it,", () => {
  it.each([
    ...["--max-credits", "--deadline", "--only", "--first", "--limit-calls", "--limit-starts"],
    ...["--approved", "--edition", "--out", "--replace", "--after-creation"],
  ])("of %s stops a run that would spend or do more than was meant", async (flag) => {
    const refused = await run(["--local", flag, ""]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(`${flag} (?:is|has).*empty`) });
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  it.each([
    ...["MAX_CREDITS", "DEADLINE", "LIMIT_CALLS", "LIMIT_STARTS", "OUT", "STATE", "EVENTS"],
    ...["SUMMARY", "OUTPUTS", "LOG_FILE", "AFTER_CREATION", "LOCAL"],
  ])("of COURSEBINDER_%s does the same", async (name) => {
    const refused = await run(name === "LOCAL" ? [] : ["--local"], { [`COURSEBINDER_${name}`]: "" });
    const empty = expect.stringMatching(`COURSEBINDER_${name} is.*empty`);
    expect(refused).toMatchObject({ code: 2, stderr: empty });
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  it("of a variable that restricts nothing counts as unset", async () => {
    const env = { COURSEBINDER_ORDER: "", COURSEBINDER_POLL: "" };
    const planned = await coursebinderHere(["plan", "course.yaml", "--local"], { cwd, env });
    expect(planned.code, planned.stderr).toBe(0);
  });
});

describe("a variable that stands for a switch", () => {
  it.each(["false", "0", "no", "off", "False", " OFF "])("is off where it is %j", async (value) => {
    const { code, stderr } = await run([], { COURSEBINDER_LOCAL: value });
    expect([code, stderr]).toEqual([2, expect.stringContaining("No service is named")]);
  });

  it.each(["true", "1", "yes", "on", "TRUE", " On "])("is on where it is %j", async (value) => {
    const env = { COURSEBINDER_LOCAL: value };
    expect((await coursebinderHere(["plan", "course.yaml"], { cwd, env })).code).toBe(0);
  });

  it.each([
    ["COURSEBINDER_LOCAL", "maybe"],
    ["COURSEBINDER_LOCAL", "2"],
    ["COURSEBINDER_NO_ALIGN", "perhaps"],
    ["COURSEBINDER_HOLD_UNEXPLAINED", "perhaps"],
  ])("is refused with what is understood: %s=%s", async (name, value) => {
    const { code, stderr, stdout } = await run([], { [name]: value });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [{ code: "bad_switch" }] });
    expect(stderr).toContain(`${name} is "${value}"`);
    expect(stderr).toMatch(/1, true, yes or on .* 0, false, no or off .* Nothing was done/);
  });

  it("gives way to a typed flag", async () => {
    const env = { COURSEBINDER_LOCAL: "false" };
    expect((await coursebinderHere(["plan", "course.yaml", "--local"], { cwd, env })).code).toBe(0);
  });
});
