import { expect, test } from "vitest";
import { sayRunProblem } from "../../src/cli/say/run-words.ts";
import { accessProblem } from "../../src/pipeline/quote.ts";

test("a service that nobody answers for is named by its address, which may be mistyped", () => {
  const trouble = { kind: "network", cause: "ENOTFOUND", isUnsent: true } as const;
  const problem = accessProblem(trouble, "https://storys.example/api/v1");
  if (problem === null) throw new Error("no problem");
  expect(sayRunProblem(problem)).toContain(
    "The service at https://storys.example/api/v1 could not be used: no answer came",
  );
});
