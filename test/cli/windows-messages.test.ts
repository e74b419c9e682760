import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { quoted } from "../../src/cli/io.ts";
import { remedyForUnreadable } from "../../src/cli/problems/ledger.ts";
import { describeProblem } from "../../src/cli/problems/problems.ts";
import { refusalOf, rightsCommand } from "../../src/cli/problems/texts.ts";
import { unreadable } from "../../src/ledger/file/file-ledger.ts";
import type { RunProblem } from "../../src/run/problem.ts";

const windows = { isWindows: true };
const linux = { isWindows: false };

describe.each(["EBUSY", "EPERM", "EACCES"])("a file that Windows refuses with %s", (cause) => {
  it.each<RunProblem>([
    { code: "disk_failed", cause, path: "course-1.zip", whilePackaging: true },
    { code: "ledger_unreadable", cause, path: "ledger.jsonl", at: null },
    { code: "ledger_unreadable", cause, path: "ledger.jsonl", at: "ledger.jsonl.lock" },
    { code: "ledger_not_written", cause, path: "ledger.jsonl" },
  ])("is said to be open in another program: $code", (problem) => {
    const said = describeProblem(problem, windows);
    expect(said).toMatch(
      /^(The ledger )?\S+ is open in another program \(Explorer, Excel, a virus scanner\?\): close it, and repeat the command\. /,
    );
    expect(said).not.toMatch(/chown|chmod/);
    expect(describeProblem(problem, linux)).not.toContain("Explorer");
  });

  it("is closed, by all other messages too, and its owner or mode never changed", () => {
    expect(refusalOf(cause, windows)?.remedy).toMatch(/^close it/);
    expect(remedyForUnreadable(cause, windows)).toMatch(/^Close it .*, and repeat the command\.$/);
    expect(remedyForUnreadable(cause, linux)).toMatch(/chown|^End that program/);
  });
});

it("a ledger is named as the user did, though Windows names its whole path", () => {
  const error = (path: string) => Object.assign(new Error("EBUSY"), { code: "EBUSY", syscall: "open", path });
  const path = "out/course/ledger.jsonl";
  expect(unreadable(error(resolve(path)), path).problem).toMatchObject({ path, at: null });
  const lock = resolve(`${path}.lock`);
  expect(unreadable(error(lock), path).problem).toMatchObject({ path, at: lock });
});

describe("a value in a command to paste", () => {
  it.each([
    ["course.yaml", "course.yaml", "course.yaml"],
    [String.raw`C:\kurse\plan.yaml`, String.raw`'C:\kurse\plan.yaml'`, String.raw`C:\kurse\plan.yaml`],
    ["--max-credits", "--max-credits", "--max-credits"],
    ["t1.es.2@12ab34cd", "t1.es.2@12ab34cd", "t1.es.2@12ab34cd"],
    ["Frühling & Sommer (2).yaml", "'Frühling & Sommer (2).yaml'", '"Frühling & Sommer (2).yaml"'],
    ["L'été.yaml", String.raw`'L'\''été.yaml'`, `"L'été.yaml"`],
    ["es,fr", "es,fr", '"es,fr"'],
    ["t1*", "'t1*'", '"t1*"'],
    // At the end of quotes a single backslash would take them along.
    ["C:\\my courses\\", "'C:\\my courses\\'", '"C:\\my courses\\\\"'],
    // PowerShell expands these, also in quotes.
    ["$HOME$(ls) `x` „y“", "'$HOME$(ls) `x` „y“'", '"`$HOME`$(ls) ``x`` `„y`“"'],
    ['say "no"', `'say "no"'`, '"say ""no"""'],
    ["", "''", '""'],
  ])("%j is one word for the shell of the machine", (value, posix, ofWindows) => {
    expect(quoted(value, linux)).toBe(posix);
    expect(quoted(value, windows)).toBe(ofWindows);
  });

  it("is looked at with the system's own program", () => {
    expect(rightsCommand("my out", linux)).toBe("ls -ld 'my out'");
    expect(rightsCommand("my out", windows)).toBe('icacls "my out"');
  });
});
