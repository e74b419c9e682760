import { expect, test } from "vitest";
import { exitCodeOf } from "../../src/run/problem.ts";

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
