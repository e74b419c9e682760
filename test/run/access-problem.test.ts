import { expect, test } from "vitest";
import { describeProblem } from "../../src/cli/problems/problems.ts";

import { accessProblem } from "../../src/run/quote.ts";

test("a service that can't be reached is named by its address, which may be mistyped", () => {
  const callError = { kind: "network", cause: "ENOTFOUND", isUnsent: true } as const;
  const problem = accessProblem(callError, "https://storys.example/api/v1");
  if (problem === null) throw new Error("no problem");
  expect(describeProblem(problem)).toContain(
    "The service at https://storys.example/api/v1 could not be used: no answer came",
  );
});
