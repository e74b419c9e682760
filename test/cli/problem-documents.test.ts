import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { verbs } from "../../src/cli/commands/status.ts";
import { describeProblem, exitCodeOfFailure } from "../../src/cli/problems/problems.ts";
import { type AnyProblem, Failure } from "../../src/shared/failure.ts";
import { fileFolder } from "../fixtures.ts";
import { expectPublished } from "../published.ts";
import { printedBy } from "./printed.ts";
import { noticeSamples, problemSamples } from "./problem-samples.ts";

const gap = /undefined|\[object|NaN|\{(?!iso)\w+(?: as \w+)?(?::[^{}]*)?\}|\\u\{/;

it("prints a published document for every problem, with its exit code and a whole message", async () => {
  const folder = fileFolder();
  for (const [code, facts] of Object.entries(problemSamples)) {
    const problem: AnyProblem = { code, ...facts };
    const run = vi.spyOn(verbs, "status").mockRejectedValue(new Failure(problem));
    const document = await printedBy(["status", join(folder, "course.yaml"), "--local", "--out", folder]);
    run.mockRestore();
    expectPublished("status", document);
    const [told] = document.problems as readonly [{ code: string; message: string }];
    expect(told.code).toBe(code);
    expect(told.message, code).toMatch(/^\S[\s\S]*\S$/);
    expect(told.message, code).not.toMatch(gap);
    expect(document.exitCode, code).toBe(exitCodeOfFailure(problem));
  }
});

it("has a whole message for every notice", () => {
  for (const [code, facts] of Object.entries(noticeSamples)) {
    const message = describeProblem({ code, ...facts });
    expect(message, code).toMatch(/^[A-Z"\w][\s\S]*[.\]]$/);
    expect(message, code).not.toMatch(gap);
  }
});
