import { existsSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { coursebinder, temporaryFolder } from "../fixtures.ts";
import { smallCourse } from "./fixtures/served.ts";

const folder = temporaryFolder();
const cwd = folder.path;

beforeAll(() => writeFile(join(cwd, "course.yaml"), smallCourse(["A walk"])));
afterEach(() => rmSync(join(cwd, "out"), { recursive: true, force: true }));
afterAll(() => folder.dispose());

describe("COURSEBINDER_LOCAL, as a CI job passes its inputs,", () => {
  it.for(["false", "0", "no", "off", "False", " OFF "])(
    "does not rehearse where it is %j: the run is meant to be real",
    async (value) => {
      const env = { COURSEBINDER_LOCAL: value };
      const { code, stderr } = await coursebinder(["run", "course.yaml"], { cwd, env });
      expect(stderr).toContain("No service is named");
      expect(code).toBe(2);
      expect(existsSync(join(cwd, "out", "local"))).toBe(false);
    },
  );

  it.for(["true", "1", "yes", "on", "TRUE", " On "])("rehearses where it is %j", async (value) => {
    const env = { COURSEBINDER_LOCAL: value };
    const { code } = await coursebinder(["plan", "course.yaml"], { cwd, env });
    expect(code).toBe(0);
  });

  it.for(["", "maybe", "2", "falsch"])("is refused with what is understood where it is %j", async (value) => {
    const env = { COURSEBINDER_LOCAL: value };
    const { code, stderr, stdout } = await coursebinder(["run", "course.yaml", "--json"], { cwd, env });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [{ code: "bad_switch" }] });
    expect(stderr).toContain(`COURSEBINDER_LOCAL is ${value === "" ? "set, but empty" : `"${value}"`}`);
    expect(stderr).toContain("--local");
    expect(stderr).toMatch(/1, true, yes or on .* 0, false, no or off .* Nothing was done/);
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  it("gives way to a typed --local", async () => {
    const env = { COURSEBINDER_LOCAL: "false" };
    expect((await coursebinder(["plan", "course.yaml", "--local"], { cwd, env })).code).toBe(0);
  });
});

describe("the other variables that stand for a switch", () => {
  it.for(["COURSEBINDER_NO_ALIGN", "COURSEBINDER_HOLD_UNEXPLAINED"])(
    "are read the same way: %s",
    async (name) => {
      const env = { [name]: "perhaps" };
      const refused = await coursebinder(["run", "course.yaml", "--local"], { cwd, env });
      expect(refused.stderr).toContain(`${name} is "perhaps"`);
      expect(refused.code).toBe(2);
      expect(existsSync(join(cwd, "out"))).toBe(false);
      const off = await coursebinder(["run", "course.yaml", "--local"], { cwd, env: { [name]: "no" } });
      expect(off.code).toBe(0);
    },
  );
});
