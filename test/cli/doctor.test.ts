import { describe, expect, it } from "vitest";
import { nodeFinding } from "../../src/cli/commands/doctor.ts";
import { clockFinding, finding } from "../../src/cli/commands/doctor-service.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");
const seconds = 1_000;

/** The service says noon; this machine said so much else before it was asked, and got its answer a second later. */
const apart = (ms: number) => clockFinding({ said: noon, before: noon + ms, after: noon + ms + seconds });

describe("a clock", () => {
  it.each([0, 4 * seconds, -4 * seconds])("that is %d ms off is as good as the service's", (ms) => {
    expect(apart(ms)).toMatchObject({ state: "ok", exitCode: 0 });
  });

  it("is said to be ahead or behind, and by how much", () => {
    expect(apart(121 * seconds)).toMatchObject({ state: "warning", exitCode: 0 });
    expect(apart(121 * seconds).found).toMatch(/^2 min ahead of the service's/);
    expect(apart(-121 * seconds).found).toMatch(/^2 min behind the service's/);
  });

  it("that would make the search for a lost story fail is a problem", () => {
    expect(apart(9 * 60 * seconds).state).toBe("warning");
    expect(apart(11 * 60 * seconds)).toMatchObject({ state: "problem", exitCode: 7 });
    expect(apart(-86_400 * seconds)).toMatchObject({ state: "problem", exitCode: 7 });
  });

  it("is not blamed for a slow answer", () => {
    expect(clockFinding({ said: noon, before: noon - 25 * seconds, after: noon + 2 * seconds }).state).toBe(
      "ok",
    );
  });

  it("can't be compared with an answer without a readable time", () => {
    expect(clockFinding({ said: null, before: noon, after: noon })).toMatchObject({
      state: "skipped",
      exitCode: 0,
    });
  });
});

describe("Node", () => {
  it.each([
    ["20.19.0", "20.19", "ok"],
    ["22.3.1", "20.19", "ok"],
    ["20.18.3", "20.19", "problem"],
    ["18.20.0", "20.19", "problem"],
    ["20.9.0", "20.19", "problem"],
    ["100.0.0", "20.19", "ok"],
  ])("%s where %s is needed: %s", (running, least, state) => {
    expect(nodeFinding(running, least).state).toBe(state);
  });
});

it("text from outside can't move a terminal's cursor", () => {
  expect(finding("key", "ok", { source: "of \u001b[2Jfile" }).found).toBe("from of \\u{1b}[2Jfile");
  const at = "\u001b]0;x\u0007";
  expect(finding("ledger", "problem", { at, cause: "EIO" }).remedy).toContain("\\u{1b}]0;x\\u{7}");
});
