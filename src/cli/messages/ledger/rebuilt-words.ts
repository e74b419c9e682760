import type { RunProblem } from "../../../run/problem.ts";
import type { Restored } from "../../../run/rebuild/restore.ts";
import type { Sources } from "../../../run/rebuild/sources.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { type Again, commandLine } from "../next-command.ts";
import { describeRunProblem } from "../run/run-words.ts";

/** The result of a rebuild. */
export interface Rebuilt {
  readonly ledger: string;
  readonly sources: Sources;
  readonly restored: readonly Restored[];
  /** Stories with missing parts that only the service can supply. */
  readonly missing: readonly Restored[];
  /** How many lessons have something corrected. */
  readonly corrected: number;
  /** Purchases whose price is lost, and could not be queried. */
  readonly unpriced: number;
  readonly isOnline: boolean;
  readonly problems: readonly RunProblem[];
}

const knownBy: Readonly<Record<Restored["by"], string>> = {
  memory: "remembered by this machine",
  rescue: "from a rescue file",
  text: "by its topic, language and difficulty",
  nothing: "fits no lesson of the plan",
};

/** What `ledger rebuild` restored, and what it could not. */
export function describeRebuilt(done: Rebuilt, again: Again): string[] {
  const { ledger, restored, missing, corrected, unpriced, isOnline, sources } = done;
  const stories = restored.filter(({ story }) => story !== null);
  return [
    `${showText(ledger)} is made again: ${pluralize(stories.length, "story", "stories")} of ${pluralize(restored.length, "purchase")}. Nothing was bought.`,
    ...restored.map(describeRestored),
    ...sources.unreadable.map(
      (file) => `unread   ${showText(file)} can't be read, or is not as it was saved`,
    ),
    ...(missing.length === 0 ? [] : [describeMissing(done)]),
    ...(corrected === 0 ? [] : [describeCorrected(corrected)]),
    ...(isOnline || unpriced === 0
      ? []
      : [
          `price    of ${pluralize(unpriced, "purchase")} is not known and counts as 0: the budget has less room than it seems`,
        ]),
    `next     ${nextOf(done, again)}`,
  ];
}

function describeRestored({ intended, story, by }: Restored): string {
  const job = `${showText(intended.edition)}/${showText(intended.job)}`;
  return story === null
    ? `unknown  ${job}: bought perhaps, on ${(intended.happenedAt ?? "").slice(0, 10)}; its story is not known`
    : `story    ${job}: ${story}, ${knownBy[by]}`;
}

function describeMissing({ missing, isOnline }: Rebuilt): string {
  const count = pluralize(missing.length, "story is", "stories are");
  return isOnline
    ? `missing  ${count} not finished yet, or could not be read; a run goes on with them and buys nothing for them`
    : `missing  ${count} known, but not whole here: the service was not asked. A run asks it, and buys nothing for them`;
}

function describeCorrected(count: number): string {
  const lessons = pluralize(count, "lesson has", "lessons have");
  return `changed  ${lessons} corrections, as far as they are known: look at them in the review desk (coursebinder review) before you package`;
}

function nextOf({ restored, missing }: Rebuilt, again: Again): string {
  if (restored.some(({ story }) => story === null)) return commandLine("resolve", again);
  return commandLine(missing.length === 0 ? "package" : "run", again);
}

/** The same for `--json`. */
export function rebuiltDocument(done: Rebuilt, again: Again): Record<string, unknown> {
  const { ledger, restored, missing, corrected, unpriced, isOnline, sources, problems } = done;
  const unfinished = new Set(missing.map(({ intended }) => intended.attempt));
  return {
    ok: problems.length === 0,
    ledger,
    isOnline,
    lessons: restored.map(({ intended, story, by }) => ({
      edition: intended.edition,
      job: intended.job,
      attempt: intended.attempt,
      story,
      by,
      price: intended.price,
      isWhole: story !== null && !unfinished.has(intended.attempt),
    })),
    unreadable: sources.unreadable,
    corrected,
    unpriced,
    problems: problems.map((problem) => ({
      job: "job" in problem ? problem.job : null,
      code: problem.code,
      message: describeRunProblem(problem),
    })),
    next: nextOf(done, again),
  };
}
