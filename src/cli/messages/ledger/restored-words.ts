import type { RunProblem } from "../../../run/problem.ts";
import type { Restored, RestoredLesson } from "../../../run/restore.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { type Again, commandLine } from "../next-command.ts";
import { describeRunProblem } from "../run/run-words.ts";

type Done = Restored & { readonly ledger: string };

const knownBy: Readonly<Record<RestoredLesson["by"], string>> = {
  memory: "remembered by this machine",
  rescue: "from a rescue file",
  text: "by its topic, language and difficulty",
  nothing: "fits no lesson of the plan",
};

/** What `ledger restore` has put back, and what it could not. */
export function describeRestored(done: Done, problems: readonly RunProblem[], again: Again): string[] {
  const { ledger, from, events, recorded, lessons, unreadable, corrected, unpriced } = done;
  const path = showText(ledger);
  const isWhole = events + recorded.length + lessons.length === 0;
  return [
    ...(isWhole ? [`${path} has everything that this machine knows of it.`] : []),
    ...(from === null
      ? []
      : [`${path} has everything that ${showText(from)} has: ${pluralize(events, "event")} restored.`]),
    ...recorded.map(
      ({ file, job, id }) =>
        `The answer for ${showText(job)} is recorded from ${showText(file)}${id === null ? "" : `: its story is ${id}`}.`,
    ),
    ...(lessons.length === 0
      ? []
      : [`${path} has ${pluralize(lessons.length, "restored purchase")}. Nothing was bought.`]),
    ...lessons.map(describeLesson),
    ...unreadable.map((file) => `unread   ${showText(file)} can't be read, or is not as it was saved`),
    ...(corrected === 0
      ? []
      : [
          `changed  ${pluralize(corrected, "lesson has", "lessons have")} corrections, as far as they are known: look at them in the review desk ` +
            "(coursebinder review) before you package",
        ]),
    ...(unpriced === 0
      ? []
      : [
          `price    of ${pluralize(unpriced, "purchase")} is not known yet; a run asks for it before it buys anything`,
        ]),
    `next     ${nextOf(problems, again)}`,
  ];
}

function describeLesson({ edition, job, story, by }: RestoredLesson): string {
  const name = `${showText(edition)}/${showText(job)}`;
  return story === null
    ? `unknown  ${name}: bought perhaps; its story is not known`
    : `story    ${name}: ${story}, ${knownBy[by]}`;
}

function nextOf(problems: readonly RunProblem[], again: Again): string {
  const isUncertain = problems.some(({ code }) => code === "creation_uncertain");
  return commandLine(isUncertain ? "resolve" : "run", again);
}

/** The same for `--json`. */
export function restoredDocument(
  done: Done,
  problems: readonly RunProblem[],
  again: Again,
): Record<string, unknown> {
  return {
    ok: problems.every(({ code }) => code === "creation_uncertain"),
    ...done,
    problems: problems.map((problem) => ({
      job: "job" in problem ? problem.job : null,
      code: problem.code,
      message: describeRunProblem(problem),
    })),
    next: nextOf(problems, again),
  };
}
