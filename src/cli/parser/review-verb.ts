import type { Command } from "commander";
import { editions } from "./common-flags.ts";
import { acting, type Runner, verb, withExamples, withoutHelpFor } from "./verb.ts";

const byMail = "By mail:";

/** The review desk, and reviewers by mail. */
export function addReview(program: Command, runner: Runner): void {
  withExamples(
    withoutHelpFor(
      verb(program, "review <plan>", "read, hear and approve the lessons in a browser; offline", [
        ...editions,
        { flags: "--port <n>", text: "where it listens on this computer; 0 takes a free one", standard: "0" },
        { flags: "--no-open", text: "print the address, and don't open a browser" },
        {
          flags: "--export <file>",
          text: "write the lessons as one page, which a reviewer opens anywhere and which saves an answer",
          group: byMail,
        },
        { flags: "--with-sound", text: "with the recordings in the page: it becomes large", group: byMail },
        {
          flags: "--import <file>",
          text: "show what a reviewer's answer would record, ask, and record it. An edited or damaged answer is refused; a forged one can't be told from a true one, so take answers only from people you know",
          group: byMail,
        },
        { flags: "--yes", text: "record it without asking", group: byMail },
      ]),
      ["--service"],
    ),
    "coursebinder review course.yaml",
    "coursebinder review course.yaml --no-open --port 4020",
    "coursebinder review course.yaml --export page.html   # for a reviewer",
    "coursebinder review course.yaml --import answer.json",
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/review/review.ts")).review(plan, context),
    ),
  );
}
