import type { BoughtElsewhere, OtherLedger, RunProblem, UnknownPurchases } from "../../../run/problem.ts";
import type { LostLedger } from "../../../run/purchases-elsewhere.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { isOfOtherCourses } from "../ledger/ledger-elsewhere.ts";
import { describeRuleOfJob, someOf } from "./edit-words.ts";

type Code = LostLedger["code"] | "ledger_not_rebuildable";
type Words = { [One in Code]: (problem: Extract<RunProblem, { code: One }>) => string };

function consenting(again: readonly BoughtElsewhere[]): string {
  const most = again.length === 0 ? "" : `, and pays again for ${describeLessons(again)}`;
  return `With --new-ledger a run goes on with this ledger all the same${most}.`;
}

/**
 * If only courses with other names have the lessons, this course may have been renamed, so that its ledger is not found under the new name.
 * Or both courses want them, and there is no lost ledger to restore.
 */
function ofOtherCourses(
  found: readonly Pick<OtherLedger, "course" | "isOwn">[],
  again: readonly BoughtElsewhere[],
): string {
  const [first] = found;
  if (first === undefined || found.some(({ isOwn }) => isOwn)) return "";
  const course = showText(first.course);
  const renamed = `If the course was renamed, give it its old name back in the plan (course: ${course}): its ledger is then found again. `;
  if (again.length === 0) return renamed;
  const rules = again.slice(0, rulesMost).map(({ job }) => describeRuleOfJob(job));
  const rest = again.length - rules.length;
  return (
    `${renamed}If both courses are to have them, a ledger of each pays for its own: leave them out here ` +
    `(exclude: [${rules.join(", ")}]${rest === 0 ? "" : `, and ${rest} more`}), or pay again. `
  );
}

/** No one pastes more rules than this; `--json` names the lessons. */
const rulesMost = 5;

/** If a ledger of this course, or a lost one, has the lessons. */
function goOnThere({ ledgers, stories }: Pick<UnknownPurchases, "ledgers" | "stories">): string {
  const isOthers = stories === 0 && ledgers.every(({ isOwn, now }) => !isOwn && now === "there");
  return isOthers
    ? ""
    : "Go on with the ledger that they are in (give --out or --ledger as it was then), or bring it back with coursebinder ledger restore, which buys nothing. ";
}

export const lostLedgerWords: Words = {
  ledger_begun_anew: ({ path, again, ...unknown }) =>
    `Nothing was ever bought with the ledger ${showText(path)}, and ${describeUnknown(unknown)}. Nothing was sent. ` +
    `${goOnThere(unknown)}${ofOtherCourses(unknown.ledgers, again)}${consenting(again)}`,
  ledger_lost: ({ path, again, ...unknown }) =>
    `The ledger ${showText(path)} was replaced, or is an older copy: ${describeUnknown(unknown)}. Nothing was sent. Put the right ledger back; ` +
    "where there is none any more, move this one aside and bring it back with coursebinder ledger restore, which buys nothing. " +
    consenting(again),
  bought_elsewhere: ({ path, again }) =>
    `This machine has bought what would be bought again with the ledger ${showText(path)}: ${describeLessons(again)}, with ` +
    `${[...new Set(again.map((one) => showText(one.path)))].slice(0, ledgersMost).join(" and ")}. Nothing was sent for that. ` +
    (isOfOtherCourses(again)
      ? ""
      : "Go on with the ledger that has them (give --out or --ledger as it was then), or join the two with coursebinder ledger join, which buys nothing. ") +
    `${ofOtherCourses(again, again)}${consenting(again)}`,
  ledger_half_rebuilt: ({ path }) =>
    `An older version has not finished rebuilding the ledger ${showText(path)}: purchases may be missing. Nothing was sent. ` +
    "coursebinder ledger restore finishes it.",
  ledger_not_rebuildable: ({ path, service, elsewhere: [elsewhere] }) =>
    `The ledger ${showText(path)} can't be restored: there is no saved story, no rescue file, and no copy of a lost ledger of this ` +
    `course${service === null ? "" : ` at the service ${showText(service)}`} on this machine. Nothing was changed.` +
    (elsewhere === undefined
      ? " Lessons of another edition are found with --edition."
      : ` There is one at ${showText(elsewhere)}: go on with that (give --out or --ledger as it was then).`),
};

/** More ledgers than this don't help to find the right one. */
const ledgersMost = 5;

/** Lessons by job and topic, with their total cost. */
export function describeLessons(again: readonly BoughtElsewhere[]): string {
  const named = again.map(({ job, topic }) => `${job} "${shortened(topic)}"`);
  const lessons = pluralize(again.length, "lesson");
  return `${lessons} (${someOf(named)}), quoted at ${pluralize(creditsOf(again), "credit")} then`;
}

/** The number of lessons, and their total cost. */
export function describeCost(again: readonly BoughtElsewhere[]): string {
  return `${pluralize(again.length, "lesson")} (${pluralize(creditsOf(again), "credit")} by the quotes of then)`;
}

function creditsOf(again: readonly BoughtElsewhere[]): number {
  return again.reduce((sum, one) => sum + one.credits, 0);
}

function shortened(topic: string): string {
  return topic.length <= topicMost ? topic : `${topic.slice(0, topicMost)}…`;
}

/** Enough of a topic to recognize it. */
const topicMost = 40;

function describeUnknown({ stories, forgotten, ledgers }: Omit<UnknownPurchases, "again">): string {
  const more = ledgers.length - ledgersMost;
  return [
    ...(stories === 0
      ? []
      : [
          `${pluralize(stories, "saved story lies", "saved stories lie")} beside it of which it knows nothing`,
        ]),
    ...(forgotten === 0
      ? []
      : [`this machine remembers ${pluralize(forgotten, "purchase")} of it that it does not know`]),
    ...ledgers.slice(0, ledgersMost).map(describeLedger),
    ...(more > 0 ? [`${pluralize(more, "more ledger")} did`] : []),
  ].join("; ");
}

const places: Readonly<Record<OtherLedger["now"], string>> = {
  there: ", which is still there",
  gone: ", which is no longer there",
  replaced: ", in whose place this one was begun",
  unknown: "",
};

function describeLedger({ path, course, lessons, last, now }: OtherLedger): string {
  const bought = lessons === null ? "lessons" : pluralize(lessons, "lesson");
  const until = last === null ? "" : `, the last on ${last.slice(0, 10)}`;
  return `this machine has bought ${bought} of the course ${showText(course)} with ${showText(path)}${places[now]}${until}`;
}
