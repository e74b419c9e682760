import type { LineFault } from "../../../ledger/format/line.ts";
import type { AcceptedStory, LedgerMove, LedgerNotice, LedgerProblem } from "../../../ledger/problem.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { mayBeHeld, type System, thisSystem } from "../../../shared/files/windows.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { describeCause, describeRemedy, describeUnused } from "../cause-words.ts";
import { moneyWords } from "../money/money-words.ts";

type Words = {
  [Code in LedgerProblem["code"]]: (
    problem: Extract<LedgerProblem, { code: Code }>,
    system: System,
  ) => string;
};

type LedgerUnreadable = Extract<LedgerProblem, { code: "ledger_unreadable" }>;

// A database server's refusals to connect; any other is shown as its code.
const unreachable: Readonly<Record<string, string>> = {
  "28P01": "the user or the password was refused",
  "28000": "the user was refused",
  "3D000": "the server has no such database",
  "42501": "the user may not use the schema coursebinder, or not make or change its tables",
  "2BP01":
    "something of yours, such as a view, uses columns that this version drops. Drop it first; src/ledger/format/FORMAT.md has queries on lines",
  "25006": "the server is read-only",
  "53300": "the server has too many connections",
};

const faults: Readonly<Record<LineFault, string>> = {
  "not-json": "it is no complete event",
  crlf: "its line ending was rewritten (CRLF), as some tools do with text files",
  sequence: "its number does not follow the one before",
  hash: "its hash does not fit its content",
  fork: "it follows an earlier event than the last: two copies of this ledger went on separately",
  shape: "it is no event that this version knows",
  version: "it was written by another version of the format",
  columns: "the columns beside it in the database say something else than it does",
};

const moves: Readonly<Record<LedgerMove, string>> = {
  gone: "was removed or renamed",
  replaced: "was replaced by another file",
  "lock-gone": "lost the lock file beside it",
  overwritten: "was overwritten",
};

const remedy =
  "Put back the newest copy of it that is whole, from your history or a backup (ledger verify says which is); where lessons were bought since " +
  "that copy, their creations are in your account.";

/** Other remedies than a copy of the ledger. */
const remedies: Partial<Record<LineFault, string>> = {
  crlf: "Nothing is lost: take the carriage returns out of every line end, and have git leave the file alone (*.jsonl -text).",
  fork: "Go on with the copy that has more purchases; what only the other one bought is in your account, and would be bought again.",
  version: "Use the version of this program that wrote it, or a newer one.",
};

/** That a ledger can't be opened, and why. */
export function describeUnreadable({ path, at, cause }: LedgerUnreadable): string {
  // Only a link is reported with that code: without one there is no ledger yet, which is no error.
  const why = cause === "ENOENT" ? "a link to where nothing is, ENOENT" : describeCause(cause);
  return `The ledger ${showText(path)} can't be opened (${at === null ? "" : `${showText(at)}: `}${why}).`;
}

/** What to do about a ledger that can't be opened. */
export function remedyForUnreadable(cause: string, system = thisSystem): string {
  if (cause === "ENOENT") {
    return "Connect the disk that it leads to, or put the link right; where no lesson was bought yet, remove it.";
  }
  if (cause === "ENOTDIR" || cause === "EEXIST") {
    return "Move away what stands in the folder's place, or name another folder with --out; where lessons were bought, name their ledger with --ledger.";
  }
  if (!misplaced.has(cause)) return describeRemedy(cause, system) ?? "See to that, and repeat the command.";
  return "Move away what stands there; where lessons were bought, put their ledger back, or name it with --ledger.";
}

const misplaced: ReadonlySet<string> = new Set(["EISDIR", "ENXIO", "ELOOP"]);

export const ledgerWords: Words = {
  ledger_held: ({ path, holder }) =>
    `Another run holds the ledger ${showText(path)}${holder === null ? "" : ` (${showText(holder)})`}. Nothing was sent.`,
  ledger_damaged: ({ path, damage }) =>
    `The ledger is damaged at ${showText(path)}:${damage.line} (byte ${damage.offset}): ${faults[damage.fault]}. ` +
    `It was left as it is, and nothing was sent. ${remedies[damage.fault] ?? remedy}`,
  ledger_of_other_course: ({ path, found, expected }) =>
    `The ledger ${showText(path)} belongs to the course "${showText(found)}", not to "${expected}". Nothing was sent.`,
  ledger_of_other_service: ({ path, found, expected }) =>
    `The ledger ${showText(path)} belongs to the service ${showText(found)}, not to ${expected}. Nothing was sent.`,
  ledger_missing: ({ path }) =>
    `There is no ledger at ${showText(path)}, or nothing was recorded in it yet. coursebinder ledger create begins one; ` +
    "where lessons were bought, coursebinder ledger restore brings theirs back.",
  ledger_older_copy: ({ path, seen, seq, seenSeq }) =>
    `The ledger ${showText(path)} is an older copy, or its end was lost: it ends at event ${seq}, and ${showText(seen)} has event ${seenSeq} of it. ` +
    "Nothing was sent, because lessons may have been bought since. coursebinder ledger restore brings the missing events back; it buys nothing.",
  ledger_forked: ({ path, seen, seq }) =>
    `The ledger ${showText(path)} differs from ${showText(seen)} at event ${seq}: two copies of it went on separately. Nothing was sent or changed, ` +
    "because the other copy may have bought the same lessons. coursebinder ledger join takes both into one.",
  mirror_unusable: (problem) =>
    `This machine's copy of a ledger, ${showText(problem.path)}, can't be used (${mirrorCause(problem.cause)}). Without it a lesson could be bought twice, ` +
    `so nothing was sent. ${upperCase(remedyForMirror(problem))}.`,
  ledger_unreadable: (problem, system) => {
    const after = "Nothing was bought or changed.";
    const file = problem.at === null ? `The ledger ${showText(problem.path)}` : showText(problem.at);
    return mayBeHeld(problem.cause, system)
      ? describeUnused({ file, how: "", after, cause: problem.cause }, system)
      : `${describeUnreadable(problem)} ${after} ${remedyForUnreadable(problem.cause, system)}`;
  },
  ledger_not_written: ({ path, cause }, system) => {
    const file = `The ledger ${showText(path)}`;
    const after = "Nothing was sent after that.";
    return describeUnused({ file, how: "could not be written", after, cause }, system);
  },
  ledger_grown_by_other: ({ path }) =>
    `Somebody else wrote into the ledger ${showText(path)} while this run held it. Nothing was sent after that.`,
  ledger_moved: ({ path, how, mirror, accepted }) =>
    `The ledger ${showText(path)} ${moves[how]} while this run held it. Nothing was sent after that. ` +
    (mirror === null
      ? "This machine has no copy of it: keep the ids that stand here."
      : `${showText(mirror)} has all of it: coursebinder ledger restore puts back what the ledger lacks.`) +
    (accepted.length === 0 ? "" : ` Its stories: ${accepted.map(describeAccepted).join(", ")}.`),
  ledger_unreachable: ({ path, cause }) =>
    `The ledger ${showText(path)} can't be used: ${unreachable[cause] ?? showText(cause)}. Nothing was sent.`,
  ledger_tables_unknown: ({ path, found, newest }) =>
    `The tables of ${showText(path)} are of version ${showText(found)}, and this program knows version ${newest} at most. ` +
    "They were left as they are, and nothing was sent. Update coursebinder.",
  ledger_taken_over: ({ path }) =>
    `Another run has opened the ledger ${showText(path)} in the meantime. Nothing was sent after that.`,
  ledger_pooled: ({ path }) =>
    `The ledger ${showText(path)} is reached through a connection pooler, such as PgBouncer, that gives every transaction to another connection. ` +
    "A lock does not hold there, so nothing was sent. Give the address of the database itself, or of a pooler in session mode.",
  ledger_connection_lost: ({ path }) =>
    `The connection to the ledger ${showText(path)} was lost, so nothing more was bought. Run again.`,
  ledger_job_taken: ({ path, job }) =>
    `The ledger ${showText(path)} already has a creation of ${showText(job)} that may have made a story. Nothing was sent.`,
  over_budget: moneyWords.over_budget,
  ledger_unpriced: ({ path, job, unpriced }) =>
    `The ledger ${showText(path)} has ${pluralize(unpriced, "restored purchase")} without a price, so no budget can be kept. ${showText(job)} was not ` +
    "sent. Run again: a run asks for these prices first.",
  ledger_starts_spent: ({ waitMs }) =>
    `All paid starts of this time are used, here or on another machine; the next is free in ${formatDuration(waitMs)}. Nothing was sent.`,
  ledger_of_nobody: ({ path }) =>
    `${showText(path)} is no ledger: something else is in that file. Nothing was sent, and nothing was changed. Name a ledger, or a file that is not there ` +
    "yet; without --ledger the course's own is used.",
  ledger_not_empty: ({ path }) => `There is a ledger at ${showText(path)} already. Nothing was copied.`,
  ledger_torn: ({ path }) =>
    `The last record of ${showText(path)} was cut off in the middle. A run sets it aside and says what it holds; copy it then. Nothing was copied.`,
};

function mirrorCause(cause: string): string {
  return cause === "damaged" ? "it is damaged" : describeCause(cause);
}

/** What to do about a mirror that can't be used, as a clause. */
export function remedyForMirror({ path, cause }: { readonly path: string; readonly cause: string }): string {
  if (cause === "damaged" || cause === "EISDIR") {
    return `move ${showText(path)} aside: the next run copies it from the ledger`;
  }
  if (cause === "ENOSPC" || cause === "EDQUOT") return "make room on its disk, and run again";
  return "let this user read and write it, or name another folder with COURSEBINDER_STATE, and run again";
}

function upperCase(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

function describeAccepted({ edition, job, id }: AcceptedStory): string {
  return `${showText(edition)}/${showText(job)} ${id}`;
}

/** The consequence if there is no place for a mirror. */
export const forgetting =
  "this machine can't notice a lost ledger or an older copy of one, and may buy its lessons again";

type NoticeWords = {
  [Code in LedgerNotice["code"]]: (notice: Extract<LedgerNotice, { code: Code }>) => string;
};

export const ledgerNoticeWords: NoticeWords = {
  ledger_tables_migrated: ({ path }) =>
    `The tables of ${showText(path)} were brought to this version; every line stayed as it was. Older versions of coursebinder exit 8 with any ledger in ` +
    "this database from now on: update them on every machine that uses it.",
  ledger_tail_set_aside: ({ path, file, bytes, salvaged }) =>
    `The last record of ${showText(path)} was cut off in the middle; its ${pluralize(bytes, "byte")} ${bytes === 1 ? "was" : "were"} set aside in ${showText(file)}.` +
    (salvaged.length === 0 ? "" : ` These ids could be read in it: ${salvaged.join(", ")}.`),
  no_mirror: ({ folder, cause }) =>
    `${folder === null ? "This account has no home for a state folder" : `The state folder ${showText(folder)} can't be made (${describeCause(cause ?? "")})`}, ` +
    `so ${forgetting}. Name a folder that lasts with COURSEBINDER_STATE.`,
  mirror_behind: ({ path, cause }) =>
    `${showText(path)}, this machine's copy of the ledger, could not be written (${describeCause(cause)}). The ledger has everything; the next run needs ` +
    "the copy, too.",
  rescue_found: ({ file, job, id }) =>
    `The answer for ${job} is not in the ledger but in ${showText(file)}` +
    `${id === null ? "" : `; it names the story ${id}`}. coursebinder ledger restore records it.`,
};
