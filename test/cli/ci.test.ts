import { expect, test } from "vitest";
import { annotations, type CiProblem, outputLines, stepSummary } from "../../src/cli/ci.ts";

const workspace = "/checkout";

test("A problem is put beside its own line of the plan, and can't end its command or begin another", () => {
  const problems: CiProblem[] = [
    {
      code: "unknown_key",
      file: "/checkout/plans/a,b.yaml",
      line: 12,
      column: 5,
      message: "100% lost\r\n::error::forged",
      next: "coursebinder run x",
    },
    {
      code: "unknown_key",
      severity: "warning",
      file: "/checkout/p.yaml",
      line: 3,
      column: 1,
      message: "/checkout/p.yaml:3:1: warning: odd",
    },
    { code: "elsewhere", file: "/home/ann/p.yaml", line: 3, column: 1, message: "outside" },
  ];
  expect(annotations(problems, workspace)).toEqual([
    "::error file=plans/a%2Cb.yaml,line=12,col=5,title=coursebinder::100%25 lost%0D%0A::error::forged%0Anext: coursebinder run x",
    "::warning file=p.yaml,line=3,col=1,title=coursebinder::warning: odd",
    "::error title=coursebinder::outside",
  ]);
});

test("An output has one line, whatever a folder is called", () => {
  const written = { path: "out/a\nspent=0/b.zip", bytes: 1, sha256: "" };
  const document = { exitCode: 5, jobs: { uncertain: 1 }, credits: { spent: 39 }, package: written };
  expect(outputLines(document, 3)).toEqual([
    "package=out/a spent=0/b.zip",
    "spent=39",
    "uncertain=1",
    "has-changes=true",
    "exit-code=5",
  ]);
});

test("A summary says how it ended, what stands in the way and what to type, and nothing of it is markup from outside", () => {
  const next = "coursebinder run a.yaml";
  const problems = [{ code: "lessons_left", message: "Two @everyone left.\nremoved:\n  - ```", next }];
  const text = stepSummary({ exitCode: 2, course: "<b>", edition: "1", problems }, null);
  expect(text).toContain("**The command line or the plan is invalid. Nothing was bought.**");
  expect(text).toContain("  ```sh\n  coursebinder run a.yaml\n  ```");
  expect(text).toContain("  ````yaml\n  removed:\n    - ```\n  ````");
  expect(text).not.toContain("<b>");
  expect(text).not.toContain("@everyone");
});

test("A run that ends because its ledger moved is not said to have bought nothing: it may have", () => {
  const page = stepSummary({ exitCode: 8, course: "course", credits: { spent: 50 } }, null);
  expect(page).toContain("Nothing more is bought.");
  expect(page).not.toContain("Nothing was bought");
});
