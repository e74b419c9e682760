import type { LineFault } from "../../ledger/format/line.ts";
import type { AcceptedStory, LedgerMove, LedgerNotice, LedgerProblem } from "../../ledger/problem.ts";
import type { BoughtElsewhere, OtherLedger, RunProblem, UnknownPurchases } from "../../run/problem.ts";
import { canFindLost, type LostLedger } from "../../run/purchases-elsewhere.ts";
import { formatDuration } from "../../shared/duration.ts";
import { mayBeHeld, type System } from "../../shared/files/windows.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { quoted } from "../render/shell.ts";
import { describeCause, describeRemedy, unusedFile } from "./causes.ts";
import { describeRuleOfJob } from "./edits.ts";
import { type Messages, type Step, someOf, unchanged, unsent, unsentAfter } from "./message.ts";

type OfLedger = Exclude<LedgerProblem, { code: "over_budget" }>;
type OfLostLedger = LostLedger | Extract<RunProblem, { code: "ledger_not_rebuildable" }>;

// A database server's refusals to connect; any other is shown as its code.
const unreachable: Readonly<Record<string, string>> = {
  "28P01": "the user or the password was refused",
  "28000": "the user was refused",
  "3D000": "the server has no such database",
  "42501": "the user isn't allowed to use the schema coursebinder, or to create or change its tables",
  "2BP01":
    "an object of yours, such as a view, uses columns that this version drops. Drop that object first; src/ledger/format/FORMAT.md shows how to query the lines instead",
  "25006": "the server is read-only",
  "53300": "the server has too many connections",
};

const putBack =
  "Move the ledger aside, and restore it from this machine's own copy with coursebinder ledger restore, which buys nothing. Without that, put back the " +
  "newest undamaged copy from version control or a backup (ledger verify shows whether a copy is undamaged); stories bought since are in your account.";

/** What is wrong with a line, and what helps, if that is no copy of the ledger. */
const faults: Readonly<Record<LineFault, { readonly what: string; readonly fix?: string }>> = {
  "not-json": { what: "it isn't a complete event" },
  crlf: {
    what: "its line ending was rewritten (CRLF), as some tools do with text files",
    fix: "Nothing is lost: remove the carriage return from every line ending, and have git leave the file alone (*.jsonl -text).",
  },
  sequence: { what: "its number does not follow the previous event's number" },
  hash: { what: "its hash does not match its content" },
  fork: {
    what: "it continues from an earlier event, not from the event just before it: two copies of this ledger were continued separately",
    fix: "Continue with the copy that has more purchases. Lessons that only the other copy bought are in your account, and would be bought again.",
  },
  shape: { what: "this version doesn't know this kind of event" },
  version: {
    what: "it was written in another version of the format",
    fix: "Use the version of this program that wrote it, or a newer one.",
  },
  columns: { what: "it contradicts the other columns of its row in the database" },
};

const moves: Readonly<Record<LedgerMove, string>> = {
  gone: "was removed or renamed",
  replaced: "was replaced by another file",
  "lock-gone": "lost its lock file",
  overwritten: "was overwritten",
};

const restore: Step = { verb: "ledger restore" };
const rerun: Step = { verb: "run" };

export const ledgerMessages: Messages<OfLedger | OfLostLedger> = {
  ledger_held: ({ path, holder }) => ({
    what: `Another run holds the ledger ${showText(path)}${holder === null ? "" : ` (${showText(holder)})`}.`,
    not: unsent,
    next: { verb: "same" },
  }),
  ledger_damaged: ({ path, damage }) => ({
    what: `The ledger is damaged at ${showText(path)}:${damage.line} (byte ${damage.offset}): ${faults[damage.fault].what}.`,
    not: "The ledger was left as it was, and nothing was sent.",
    fix: faults[damage.fault].fix ?? putBack,
    next: null,
  }),
  ledger_of_other_course: ({ path, found, expected }) => ({
    what: `The ledger ${showText(path)} belongs to the course "${showText(found)}", not to "${expected}".`,
    not: unsent,
    fix: "Name this course's own ledger with --ledger, or leave --ledger and COURSEBINDER_LEDGER out.",
    next: null,
  }),
  ledger_of_other_service: ({ path, found, expected }) => ({
    what: `The ledger ${showText(path)} belongs to the service ${showText(found)}, not to ${expected}.`,
    not: unsent,
    fix:
      found === "local"
        ? "Rehearse with --local, or give the real course another --ledger."
        : `Use the service that it was made with: --service ${showText(found)}`,
    next: null,
  }),
  ledger_missing: ({ path }) => ({
    what: `There is no ledger at ${showText(path)}, or nothing has been recorded in it yet.`,
    fix: "If lessons were bought, coursebinder ledger restore brings their ledger back; otherwise coursebinder ledger create makes an empty one.",
    next: null,
  }),
  ledger_older_copy: ({ path, seen, seq, seenSeq }) => ({
    what: `The ledger ${showText(path)} is an older copy, or its end was lost: it ends at event ${seq}, but ${showText(seen)} goes up to event ${seenSeq}.`,
    not: "Nothing was sent, because lessons may have been bought since.",
    fix: "coursebinder ledger restore brings the missing events back; it buys nothing.",
    next: restore,
  }),
  ledger_forked: ({ path, seen, seq }) => ({
    what: `The ledger ${showText(path)} differs from ${showText(seen)} at event ${seq}: two copies of it were continued separately.`,
    not: "Nothing was sent or changed, because the other copy may have bought the same lessons.",
    fix: "coursebinder ledger join merges the two.",
    // A head of an older version only says that there was another copy.
    next: { verb: "ledger join", rest: seen.endsWith(".head") ? "<the other copy>" : quoted(seen) },
  }),
  mirror_unusable: ({ path, cause }) => ({
    what: `This machine's copy of a ledger, ${showText(path)}, can't be used (${cause === "damaged" ? "it is damaged" : describeCause(cause)}).`,
    not: "Without it, a lesson could be bought twice, so nothing was sent.",
    fix: remedyForMirror(path, cause),
    next: null,
  }),
  ledger_unreadable: ({ path, at, cause }, system) => {
    const not = "Nothing was bought or changed.";
    const file = at === null ? `The ledger ${showText(path)}` : showText(at);
    if (mayBeHeld(cause, system)) return { ...unusedFile({ file, how: "", not, cause }, system), next: null };
    // Only a link is reported with that code: without one there is no ledger yet, which is no error.
    const why = cause === "ENOENT" ? "a broken link, ENOENT" : describeCause(cause);
    return {
      what: `The ledger ${showText(path)} can't be opened (${at === null ? "" : `${showText(at)}: `}${why}).`,
      not,
      fix: remedyForUnreadable(cause, system),
      next: null,
    };
  },
  ledger_not_written: ({ path, cause }, system) => {
    const file = `The ledger ${showText(path)}`;
    return {
      ...unusedFile({ file, how: "could not be written", not: unsentAfter, cause }, system),
      next: rerun,
    };
  },
  ledger_grown_by_other: ({ path }) => ({
    what: `Somebody else wrote to the ledger ${showText(path)} while this run held it.`,
    not: unsentAfter,
    next: rerun,
  }),
  ledger_moved: ({ path, how, mirror, accepted }) => ({
    what: `The ledger ${showText(path)} ${moves[how]} while this run held it.`,
    not: unsentAfter,
    fix:
      (mirror === null
        ? "This machine has no copy of the ledger: keep the ids shown here."
        : `${showText(mirror)} has every event: coursebinder ledger restore puts back those that the ledger lacks.`) +
      (accepted.length === 0 ? "" : ` Its stories: ${accepted.map(describeAccepted).join(", ")}.`),
    next: restore,
  }),
  ledger_unreachable: ({ path, cause }) => ({
    what: `The ledger ${showText(path)} can't be used: ${unreachable[cause] ?? showText(cause)}.`,
    not: unsent,
    fix: "Make sure that the server is running, and that COURSEBINDER_LEDGER (or --ledger) and PGPASSWORD are right.",
    next: null,
  }),
  ledger_tables_unknown: ({ path, found, newest }) => ({
    what: `The tables of ${showText(path)} have version ${showText(found)}, but this program only knows versions up to ${newest}.`,
    not: "The tables were left as they were, and nothing was sent.",
    fix: "Update coursebinder.",
    next: null,
  }),
  ledger_taken_over: ({ path }) => ({
    what: `Another run has opened the ledger ${showText(path)} in the meantime.`,
    not: unsentAfter,
    next: rerun,
  }),
  ledger_pooled: ({ path }) => ({
    what: `The ledger ${showText(path)} is reached through a connection pooler, such as PgBouncer, that gives each transaction a different connection.`,
    not: "Locks are not reliable there, so nothing was sent.",
    fix: "Give the address of the database itself, or of a pooler in session mode.",
    next: null,
  }),
  ledger_connection_lost: ({ path }) => ({
    what: `The connection to the ledger ${showText(path)} was lost, so nothing more was bought.`,
    fix: "Run again.",
    next: rerun,
  }),
  ledger_job_taken: ({ path, job }) => ({
    what: `The ledger ${showText(path)} already has a creation of ${showText(job)} that may have made a story.`,
    not: unsent,
    next: rerun,
  }),
  ledger_unpriced: ({ path, job, unpriced }) => ({
    what: `The ledger ${showText(path)} has ${pluralize(unpriced, "restored purchase")} without a price, so no budget can be enforced.`,
    not: `${showText(job)} was not sent.`,
    fix: "Run again: a run first asks the service for these prices.",
    next: rerun,
  }),
  ledger_starts_spent: ({ waitMs }) => ({
    what: `All the paid starts that the rate limit currently allows have been used, here or on another machine; the next one is possible in ${formatDuration(waitMs)}.`,
    not: unsent,
    next: rerun,
  }),
  not_a_ledger: ({ path }) => ({
    what: `${showText(path)} isn't a ledger: the file contains something else.`,
    not: "Nothing was sent, and nothing was changed.",
    fix: "Name a ledger, or a file that does not exist yet; without --ledger, the course's own ledger is used.",
    next: null,
  }),
  ledger_not_copied: ({ path, why }) => ({
    what:
      why === "exists"
        ? `There is already a ledger at ${showText(path)}.`
        : `The last record of ${showText(path)} was cut off in the middle.`,
    not: "Nothing was copied.",
    fix:
      why === "exists"
        ? "Name another place."
        : "A run sets the record aside and reports what it contains; copy the ledger after that.",
    next: null,
  }),
  ledger_begun_anew: (problem) => ({
    what: `Nothing was ever bought with the ledger ${showText(problem.path)}, and ${describeUnknown(problem)}.`,
    not: unsent,
    fix: `${goOnThere(problem)}${ofOtherCourses(problem.ledgers, problem.again)}${consenting(problem.again)}`,
    next: stepElsewhere(problem),
  }),
  ledger_lost: (problem) => ({
    what: `The ledger ${showText(problem.path)} was replaced, or is an older copy: ${describeUnknown(problem)}.`,
    not: unsent,
    fix:
      "Put the right ledger back. If it is gone, move this ledger aside and restore the right one with coursebinder ledger restore, which buys nothing. " +
      consenting(problem.again),
    next: { verb: "ledger verify" },
  }),
  bought_elsewhere: (problem) => ({
    what:
      `With the ledger ${showText(problem.path)}, a run would buy again what this machine has already bought with ` +
      `${[...new Set(problem.again.map((one) => showText(one.path)))].slice(0, ledgersMost).join(" and ")}: ${describeLessons(problem.again)}.`,
    not: `Nothing was sent for ${problem.again.length === 1 ? "this lesson" : "these lessons"}.`,
    fix:
      (isOfOtherCourses(problem.again)
        ? ""
        : "Continue with the ledger that has these purchases (give the same --out or --ledger as before), or join the two ledgers with coursebinder ledger join, which buys nothing. ") +
      `${ofOtherCourses(problem.again, problem.again)}${consenting(problem.again)}`,
    next: stepElsewhere(problem),
  }),
  ledger_half_rebuilt: ({ path }) => ({
    what: `An older version of coursebinder has not finished rebuilding the ledger ${showText(path)}: purchases may be missing.`,
    not: unsent,
    fix: "coursebinder ledger restore finishes the rebuild.",
    next: restore,
  }),
  ledger_not_rebuildable: ({ path, service, elsewhere: [elsewhere] }) => ({
    what:
      `The ledger ${showText(path)} can't be restored: this machine has no saved story, no rescue file, and no copy of a lost ledger of this ` +
      `course${service === null ? "" : ` at the service ${showText(service)}`}.`,
    not: unchanged,
    fix:
      elsewhere === undefined
        ? "To restore lessons of another edition, add --edition."
        : `There is a ledger of this course at ${showText(elsewhere)}: continue with that ledger (give the same --out or --ledger as before).`,
    next: null,
  }),
};

const misplaced: ReadonlySet<string> = new Set(["EISDIR", "ENXIO", "ELOOP"]);

/** What to do about a ledger that can't be opened. */
export function remedyForUnreadable(cause: string, system: System): string {
  if (cause === "ENOENT") {
    return "Connect the disk that the link points to, or correct the link; if no lesson has been bought yet, remove the link.";
  }
  if (cause === "ENOTDIR" || cause === "EEXIST") {
    return "Move whatever is in the folder's place out of the way, or name another folder with --out; if lessons were bought, name their ledger with --ledger.";
  }
  if (!misplaced.has(cause)) return describeRemedy(cause, system) ?? "Fix that, and repeat the command.";
  return "Move whatever is there out of the way; if lessons were bought, put their ledger back, or name it with --ledger.";
}

function remedyForMirror(path: string, cause: string): string {
  if (cause === "damaged" || cause === "EISDIR") {
    return `Move ${showText(path)} aside: the next run makes a new copy of the ledger.`;
  }
  if (cause === "ENOSPC" || cause === "EDQUOT") return "Make room on the disk, and run again.";
  return "Let this user read and write the copy, or name another folder with COURSEBINDER_STATE, and run again.";
}

function describeAccepted({ edition, job, id }: AcceptedStory): string {
  return `${showText(edition)}/${showText(job)} ${id}`;
}

function consenting(again: readonly BoughtElsewhere[]): string {
  const most = again.length === 0 ? "" : `, and pays again for ${describeLessons(again)}`;
  return `With --new-ledger, a run continues with this ledger anyway${most}.`;
}

/** No one pastes more rules than this; `--json` names the lessons. */
const rulesMost = 5;

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
  const renamed = `If the course was renamed, give it its old name back in the plan (course: ${course}), and its ledger will be found again. `;
  if (again.length === 0) return renamed;
  const rules = again.slice(0, rulesMost).map(({ job }) => describeRuleOfJob(job));
  const rest = again.length - rules.length;
  return (
    `${renamed}If both courses are meant to have these lessons, each course pays for them separately: either leave the lessons out here ` +
    `(exclude: [${rules.join(", ")}]${rest === 0 ? "" : `, and ${rest} more`}), or pay again. `
  );
}

/** If a ledger of this course, or a lost one, has the lessons. */
function goOnThere({ ledgers, stories }: Pick<UnknownPurchases, "ledgers" | "stories">): string {
  const isOthers = stories === 0 && ledgers.every(({ isOwn, now }) => !isOwn && now === "there");
  return isOthers
    ? ""
    : "Continue with the ledger that has these purchases (give the same --out or --ledger as before), or restore it with coursebinder ledger restore, which buys nothing. ";
}

/**
 * What to type if lessons were bought with another ledger; null if no command helps. An existing ledger of the course is used instead of a
 * new one. Two that both have purchases are joined: switching to the other would only reverse the problem. Another course's ledger is
 * neither lost nor this one's: lessons wanted in both courses are paid for again, or left out.
 */
function stepElsewhere(
  problem: Extract<LostLedger, { code: "ledger_begun_anew" | "bought_elsewhere" }>,
): Step | null {
  const payAgain: Step | null = isOfOtherCourses(problem.again)
    ? { verb: "run", rest: "--new-ledger", before: `to pay again for ${describeCost(problem.again)}: ` }
    : null;
  if (problem.code === "bought_elsewhere") {
    const other = problem.again.find(({ isOwn, now }) => isOwn && (now === "there" || now === "unknown"));
    return other === undefined ? payAgain : { verb: "ledger join", rest: quoted(other.path) };
  }
  const [newest] = problem.ledgers
    .filter(({ isOwn, now }) => isOwn && now === "there")
    .sort((one, other) => (other.last ?? "").localeCompare(one.last ?? ""));
  if (newest !== undefined) return { verb: "run", at: newest };
  return canFindLost(problem) ? restore : payAgain;
}

/** Whether all lessons that would be paid for again belong to courses with other names. */
function isOfOtherCourses(again: readonly BoughtElsewhere[]): boolean {
  return again.length > 0 && again.every(({ isOwn }) => !isOwn);
}

/** More ledgers than this don't help to find the right one. */
const ledgersMost = 5;

/** Lessons by job and topic, with their total cost. */
export function describeLessons(again: readonly BoughtElsewhere[]): string {
  const named = again.map(({ job, topic }) => `${job} "${shortened(topic)}"`);
  return `${pluralize(again.length, "lesson")} (${someOf(named)}), originally quoted at ${pluralize(creditsOf(again), "credit")}`;
}

function describeCost(again: readonly BoughtElsewhere[]): string {
  return `${pluralize(again.length, "lesson")} (${pluralize(creditsOf(again), "credit")} at the original prices)`;
}

function creditsOf(again: readonly BoughtElsewhere[]): number {
  return again.reduce((sum, one) => sum + one.credits, 0);
}

function shortened(topic: string): string {
  return topic.length <= topicMost ? topic : `${topic.slice(0, topicMost)}…`;
}

/** Enough of a topic to recognize it. */
const topicMost = 40;

function describeUnknown({ stories, ledgers }: Omit<UnknownPurchases, "again">): string {
  const more = ledgers.length - ledgersMost;
  return [
    ...(stories === 0
      ? []
      : [`it has no record of ${pluralize(stories, "story", "stories")} saved beside it`]),
    ...ledgers.slice(0, ledgersMost).map(describeOther),
    ...(more > 0 ? [`this machine has also bought lessons with ${pluralize(more, "more ledger")}`] : []),
  ].join("; ");
}

const places: Readonly<Record<OtherLedger["now"], string>> = {
  there: ", which is still there",
  gone: ", which is no longer there",
  replaced: ", which this ledger has replaced",
  unknown: "",
};

function describeOther({ path, course, lessons, last, now }: OtherLedger): string {
  const bought = lessons === null ? "lessons" : pluralize(lessons, "lesson");
  const until = last === null ? "" : ` (the last on ${last.slice(0, 10)})`;
  return `this machine has bought ${bought} for the course ${showText(course)}${until} with ${showText(path)}${places[now]}`;
}

/** The consequence if no mirror can be stored. */
export const forgetting =
  "this machine can't detect that a ledger was lost or replaced by an older copy, and may buy lessons again";

export const ledgerNotices: Messages<LedgerNotice> = {
  ledger_tables_migrated: ({ path }) => ({
    what: `The tables of ${showText(path)} were updated for this version of coursebinder; every line stayed as it was.`,
    fix: "From now on, older versions of coursebinder exit with code 8 for any ledger in this database: update coursebinder on every machine that uses the database.",
  }),
  ledger_tail_set_aside: ({ path, file, bytes, salvaged }) => ({
    what:
      `The last record of ${showText(path)} was cut off in the middle; its ${pluralize(bytes, "byte")} ${bytes === 1 ? "was" : "were"} set aside in ${showText(file)}.` +
      (salvaged.length === 0 ? "" : ` These ids could be read from it: ${salvaged.join(", ")}.`),
  }),
  no_mirror: ({ folder, cause }) => ({
    what: `${folder === null ? "This user has no home directory for a state folder" : `The state folder ${showText(folder)} can't be made (${describeCause(cause ?? "")})`}, so ${forgetting}.`,
    fix: "Set COURSEBINDER_STATE to a permanent folder.",
  }),
  mirror_behind: ({ path, cause }) => ({
    what: `${showText(path)}, this machine's copy of the ledger, could not be written (${describeCause(cause)}).`,
    fix: "The ledger itself is complete, but the next run also needs this copy.",
  }),
  rescue_found: ({ file, job, id }) => ({
    what: `The answer for ${job} is not in the ledger but in ${showText(file)}${id === null ? "" : `; it names the story ${id}`}.`,
    fix: "coursebinder ledger restore records the answer.",
  }),
};
