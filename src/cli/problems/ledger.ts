import type { LedgerNotice, LedgerProblem } from "../../ledger/problem.ts";
import type { BoughtElsewhere, KnownLedger, RunProblem, UnknownPurchases } from "../../run/problem.ts";
import type { LostLedger } from "../../run/purchases-elsewhere.ts";
import { mayBeHeld, type System } from "../../shared/files/windows.ts";
import { showText } from "../../shared/text.ts";
import { quoted } from "../io.ts";
import { describeRuleOfJob } from "./edits.ts";
import {
  type DetailsOf,
  describeCause,
  describeRemedy,
  type Step,
  someOf,
  textIn,
  unsentAfter,
  unusedFile,
  wordFor,
} from "./texts.ts";

type OfLedger = Exclude<LedgerProblem, { code: "over_budget" }> | LedgerNotice;
type OfLostLedger = LostLedger | Extract<RunProblem, { code: "ledger_not_rebuildable" }>;

export const ledgerDetails: DetailsOf<OfLedger | OfLostLedger> = {
  // A `.head` file from an older version only shows that there was another copy.
  ledger_forked: ({ seen }) => ({
    next: { verb: "ledger join", rest: seen.endsWith(".head") ? "<the other copy>" : quoted(seen) },
  }),
  ledger_unreadable: ({ path, at, cause }, system) => {
    const not = "Nothing was bought or changed.";
    const file = at === null ? `The ledger ${showText(path)}` : showText(at);
    if (mayBeHeld(cause, system)) return unusedFile({ file, how: "", not, cause }, system);
    return {
      what: `The ledger ${showText(path)} can't be opened (${at === null ? "" : `${showText(at)}: `}${describeCause(cause)}).`,
      fix: remedyForUnreadable(cause, system),
    };
  },
  ledger_unreachable: ({ cause }) => ({
    facts: { cause: wordFor("serverRefusals", cause) ?? describeCause(cause) },
  }),
  ledger_not_written: ({ path, cause }, system) => {
    const file = `The ledger ${showText(path)}`;
    return unusedFile({ file, how: "could not be written", not: unsentAfter, cause }, system);
  },
  ledger_moved: ({ accepted }) => ({
    facts: { stories: accepted.map(({ edition, job, id }) => `${edition}/${job} ${id}`).join(", ") },
  }),
  ledger_begun_anew: (problem) => ({
    facts: {
      unknown: describeUnknown(problem),
      // Whether a ledger of this course, or a lost one, has the lessons.
      goesOnThere: problem.stories > 0 || problem.ledgers.some(({ isOwn, isThere }) => isOwn || !isThere),
      ofOthers: ofOtherCourses(problem.ledgers, problem.again),
      consent: consenting(problem.again),
    },
    next: stepElsewhere(problem),
  }),
  ledger_lost: (problem) => ({
    facts: { unknown: describeUnknown(problem), consent: consenting(problem.again) },
  }),
  bought_elsewhere: (problem) => ({
    facts: {
      paths: [...new Set(problem.again.map((one) => one.path))],
      lessons: describeLessons(problem.again),
      isOwn: !isOfOtherCourses(problem.again),
      ofOthers: ofOtherCourses(problem.again, problem.again),
      consent: consenting(problem.again),
    },
    next: stepElsewhere(problem),
  }),
  no_mirror: () => ({ facts: { forgetting: forgetting() } }),
};

export function remedyForUnreadable(cause: string, system: System): string {
  const remedy = wordFor("ledgerRemedies", cause) ?? describeRemedy(cause, system);
  return remedy ?? "Fix that, and repeat the command.";
}

function part(name: string, facts: Readonly<Record<string, unknown>> = {}): string {
  return textIn("ledger", `part_${name}`, { end: "", ...facts });
}

/** The text on what follows if no mirror can be stored. */
export function forgetting(): string {
  return part("forgetting");
}

function consenting(again: readonly BoughtElsewhere[]): string {
  return part("consent", { lessons: again.length === 0 ? null : describeLessons(again) });
}

/** Nobody pastes more rules than this; `--json` names all lessons. */
const rulesMost = 5;

/**
 * If only courses with other names have the lessons, this course may have been renamed, so that its ledger isn't found under the new name. Or both
 * courses need the lessons, and there is no lost ledger to restore.
 */
function ofOtherCourses(
  found: readonly Pick<KnownLedger, "course" | "isOwn">[],
  again: readonly BoughtElsewhere[],
): string {
  const [first] = found;
  if (first === undefined || found.some(({ isOwn }) => isOwn)) return "";
  const renamed = part("renamed", { course: first.course });
  if (again.length === 0) return renamed;
  const rules = again.slice(0, rulesMost).map(({ job }) => describeRuleOfJob(job));
  return renamed + part("both_courses", { rules, more: again.length - rules.length });
}

/**
 * The command to type if lessons were bought with another ledger; null if none helps. An existing ledger of the course is used instead of a new one. If
 * both ledgers have purchases, they are joined: switching to the other would only reverse the problem. Another course's ledger is neither lost nor this
 * course's: lessons wanted in both courses are paid for again, or left out.
 */
function stepElsewhere(
  problem: Extract<LostLedger, { code: "ledger_begun_anew" | "bought_elsewhere" }>,
): Step | null {
  const { again } = problem;
  const cost = part("cost", { again, credits: creditsOf(again) });
  const payAgain: Step | null = isOfOtherCourses(again)
    ? { verb: "run", rest: "--new-ledger", before: part("pay_again", { cost }) }
    : null;
  if (problem.code === "bought_elsewhere") {
    const other = again.find(({ isOwn, isThere }) => isOwn && isThere);
    return other === undefined ? payAgain : { verb: "ledger join", rest: quoted(other.path) };
  }
  const there = problem.ledgers.find(({ isOwn, isThere }) => isOwn && isThere);
  if (there !== undefined) return { verb: "run", at: there };
  const isLost = problem.stories > 0 || problem.ledgers.some(({ isThere }) => !isThere);
  return isLost ? { verb: "ledger restore" } : payAgain;
}

/** Whether all lessons that would be paid for again belong to courses with other names. */
function isOfOtherCourses(again: readonly BoughtElsewhere[]): boolean {
  return again.length > 0 && again.every(({ isOwn }) => !isOwn);
}

/** A topic is shortened to this many characters: enough to recognize it. */
const topicMost = 40;

/** Lessons by job and topic, with their total cost. */
export function describeLessons(again: readonly BoughtElsewhere[]): string {
  const shortened = (topic: string) => (topic.length <= topicMost ? topic : `${topic.slice(0, topicMost)}…`);
  const named = someOf(again.map(({ job, topic }) => `${job} "${shortened(topic)}"`));
  return part("lessons", { again, named, credits: creditsOf(again) });
}

function creditsOf(again: readonly BoughtElsewhere[]): number {
  return again.reduce((sum, one) => sum + one.credits, 0);
}

function describeUnknown({ stories, ledgers }: Omit<UnknownPurchases, "again">): string {
  const others = ledgers.map((ledger) => part("other", { ...ledger }));
  return someOf([...(stories === 0 ? [] : [part("stories", { stories })]), ...others], "; ");
}
