import type { Command } from "commander";
import { editions } from "./common-flags.ts";
import { acting, type Runner, verb, withExamples, withoutHelpFor } from "./verb.ts";

/** The review desk. */
export function addReview(program: Command, runner: Runner): void {
  withExamples(
    withoutHelpFor(
      verb(program, "review <plan>", "read, hear and approve the lessons in a browser; offline", [
        ...editions,
        { flags: "--port <n>", text: "where it listens on this computer; 0 takes a free one", standard: "0" },
        { flags: "--no-open", text: "print the address, and don't open a browser" },
      ]),
      ["--service"],
    ),
    "coursebinder review course.yaml",
    "coursebinder review course.yaml --no-open --port 4020",
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/review.ts")).review(plan, context),
    ),
  );
}
