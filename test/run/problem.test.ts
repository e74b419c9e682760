import { expect, test } from "vitest";
import { describeProblem } from "../../src/cli/problems/problems.ts";
import { exitCodeOf } from "../../src/run/problem.ts";
import { accessProblem } from "../../src/run/quote.ts";

test("a service that can't be reached is named by its address, which may be mistyped", () => {
  const callError = { kind: "network", cause: "ENOTFOUND", isUnsent: true } as const;
  const problem = accessProblem(callError, "https://storys.example/api/v1");
  if (problem === null) throw new Error("no problem");
  expect(describeProblem(problem)).toContain(
    "The service at https://storys.example/api/v1 could not be used: no answer came",
  );
});

test.each([
  [402, "payment_required", 3],
  [404, "not_found", 6],
  [400, "invalid_request", 7],
] as const)(
  "a price that is refused with %i exits like a creation, which needs the same: money, access or time",
  (status, code, exit) => {
    const refusal = { status, code, message: "no", retryAfterMs: null };
    const callError = { kind: "refused", refusal } as const;
    expect(exitCodeOf({ code: "quote_failed", setting: "es 2 short text", callError })).toBe(exit);
  },
);
