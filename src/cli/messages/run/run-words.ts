import { idCharactersLeast } from "../../../run/lesson.ts";
import type { CommandFailure, Moved, RunNotice, RunProblem } from "../../../run/problem.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { type System, thisSystem } from "../../../shared/files/windows.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { describeCallError, describeRefusal } from "../call-error-words.ts";
import { describeCause, describeUnused } from "../cause-words.ts";
import { ledgerNoticeWords, ledgerWords } from "../ledger/ledger-words.ts";
import {
  describeContradictedMove,
  describeContradictedRemoval,
  describeLeft,
  describeMoved,
  describeRuleOfJob,
  describeUnknownBasis,
  someOf,
} from "../lessons/edit-words.ts";
import { describeLessons, lostLedgerWords } from "../lessons/lost-ledger-words.ts";
import { describeWrongReplacement } from "../lessons/replacement-words.ts";
import { describeClosedGate, describeUnapproved } from "../lessons/review-words.ts";
import { describeDifferences } from "../money/difference-words.ts";
import { moneyNoticeWords, moneyWords } from "../money/money-words.ts";
import { qualityWords } from "../quality/problem-words.ts";
import { describePackageProblem, packageWords } from "./package-words.ts";

type Words = {
  [Code in RunProblem["code"]]: (problem: Extract<RunProblem, { code: Code }>, system: System) => string;
};

const movedWords: Readonly<Record<Moved, string>> = {
  course: "it was another course",
  edition: "it was another edition",
  service: "it was another service",
  plan: "the plan has changed",
  ledger: "the ledger has gone on",
  jobs: "other jobs would be created",
  price: "a price has changed",
  expiry: "the approval has expired",
};

const stopped = "Stopped as you asked. What was answered is recorded.";

/** What happened, why, and what was not done; the next line says what to do. */
const words: Words = {
  ...moneyWords,
  quote_failed: ({ setting, callError }) =>
    `The price of "${setting}" could not be had: ${describeCallError(callError)}. No story was created.`,
  credential_refused: ({ callError }) =>
    `The service refused the key or the login: ${describeCallError(callError)}.`,
  account_of_others: ({ path, service, asked }) =>
    `The account behind this key or login knows ${asked === 1 ? "not the story" : `none of ${asked} stories`} that ${showText(path)} has bought at ` +
    `${showText(service)}: it is another account's, or the service has lost ${asked === 1 ? "it" : "them"}. Nothing was bought, and nothing was ` +
    "charged. Use the key or login that the lessons were bought with; coursebinder whoami shows which one is used now. To buy the rest of the " +
    "course with this account all the same, add --other-account.",
  service_unavailable: ({ callError, service }) =>
    `The service${service === null ? "" : ` at ${showText(service)}`} could not be used: ${describeCallError(callError)}.`,
  certificate_refused: ({ cause }) =>
    `The service could not prove who it is (${describeCause(cause)}). Nothing was sent to it.`,
  not_connected: ({ cause }) =>
    `No connection to the service could be made (${describeCause(cause)}). Nothing was sent, so nothing was bought.`,
  creation_refused: ({ job, refusal }) =>
    `${job} was refused: ${describeRefusal(refusal)}. Nothing was charged.`,
  creations_stopped: ({ refusal, left }) =>
    `The service takes no more stories: ${describeRefusal(refusal)}. ${left} not created; nothing was charged for them.`,
  creation_postponed: ({ job, refusal }) =>
    `${job} is left for the next run: ${describeRefusal(refusal)}. Nothing was charged. With --retry-refused a run sends such lessons ` +
    "once more at its end.",
  creation_uncertain: ({ job, cause }) =>
    `Whether ${job} was created is not known: ${describeCause(cause)}. It is not sent again, and its price counts as spent, until you settle it.`,
  outcome_not_recorded: ({ job, id, named, rescue }) =>
    `The answer for ${job} could not be written into the ledger.${id === null ? "" : ` The story's id is ${id}: keep it.`} ` +
    (named.length === 0 ? "" : `What it named may be the story's id: keep ${named.join(", ")}. `) +
    (rescue === null
      ? "It could not be kept anywhere else either."
      : `It is kept in ${showText(rescue)}: coursebinder ledger restore records it.`),
  after_creation_failed: ({ job, failure, left }) =>
    `The command of --after-creation ${describeCommandFailure(failure)} after ${job}. Nothing is lost: the ledger has that creation, and what exists ` +
    `is followed. ${left === 0 ? "No creation was left." : `No further one was begun: ${left} not created.`}`,
  ...qualityWords,
  lessons_unapproved: describeUnapproved,
  gate_closed: describeClosedGate,
  story_failed: ({ job, error }) =>
    `${job} failed at the service${error === null ? "" : `: "${showText(error)}"`}. It is not made again by itself.`,
  story_canceled: ({ job }) => `${job} was canceled at the service. It is not made again by itself.`,
  replacement_wrong: ({ wrong }) => `${wrong.map(describeWrongReplacement).join(" ")} Nothing was sent.`,
  story_missing: ({ job, id }) =>
    `${job}: the service no longer knows story ${id}, which it had accepted, or this key is not of the account that bought it. Look there ` +
    `first: --replace ${job}@${id.slice(0, idCharactersLeast)} would buy another. Everything known of it is kept.`,
  story_unreadable: ({ job, callError }) =>
    `${job} could not be read: ${describeCallError(callError)}. It is not lost.`,
  audiobook_unpaid: ({ job, refusal }) =>
    `${job} is written, but its audiobook could not be paid: ${describeRefusal(refusal)}. The story is kept.`,
  audiobook_failed: ({ job, status }) =>
    `${job} is written, but its audiobook ended as "${showText(status)}". The text is kept.`,
  book_unavailable: ({ job, cause }) =>
    `${job} is made, but its audiobook could not be exported (${showText(cause)}). The text is kept, and the next run tries again.`,
  given_up: ({ job, status }) =>
    `${job} is still "${showText(status)}" after the time that --give-up allows. It is left for the next run.`,
  unfinished: ({ left }) => `${pluralize(left, "lesson is", "lessons are")} not finished.`,
  interrupted: () => stopped,
  deadline_near: ({ left, needsMs, isMeasured }) =>
    `${pluralize(left, "lesson is", "lessons are")} left for the next run: one more needs about ${formatDuration(needsMs)}` +
    `${isMeasured ? "" : ", by what is usual (a run with that much time learns how long it takes here)"}, and would not have been finished before the deadline.`,
  deadline_reached: () => "The deadline is over. What was answered is recorded.",
  approval_moved: ({ moved, jobs }) =>
    `What was reviewed is no longer what would be bought: ${moved.map((part) => movedWords[part]).join("; ")}. No story was created.${describeDifferences(jobs)}`,
  lessons_left: (problem) => describeLeft(problem),
  move_contradicted: (problem) => describeContradictedMove(problem),
  removal_contradicted: (problem) => describeContradictedRemoval(problem),
  basis_unknown: (problem) => describeUnknownBasis(problem),
  request_bought: ({ job, name, id, isLast }) =>
    `${job} asks for exactly what was bought before as ${name} (${id}), and replaced since. It is not bought again. Change its text or its ` +
    // A plan without lessons is refused.
    `settings${isLast ? "" : `, or leave it out: exclude: [${describeRuleOfJob(job)}]`}.`,
  ...lostLedgerWords,
  declined: () => "You declined the bill. No story was created.",
  disk_failed: ({ cause, path, whilePackaging }, system) => {
    const file = path === null ? "A file or folder" : showText(path);
    const after =
      whilePackaging === true
        ? "The package was not written. What was paid for is in the ledger."
        : "The run stopped.";
    return describeUnused({ file, how: "could not be read or written", after, cause }, system);
  },
  file_damaged: ({ job, path }) =>
    job === null
      ? `${showText(path)}, a picture that the plan names, is missing or no longer a PNG or JPEG. The package was not written. Put the picture ` +
        "back, or take it out of the plan."
      : `${job}: ${showText(path)} is missing or not as it was saved. The package was not written; a run fetches it again, free of charge.`,
  correction_unusable: ({ job, path, why }) =>
    `${job}: its correction ${showText(path)} ${correctionWords[why]}. The package was not written. Put the file back, ` +
    "from the machine or the copy that has it, or take the correction back in the review desk (coursebinder review; key u).",
  package_of_others: ({ path }) =>
    `${showText(path)} is no package of this course, and would be lost: the package was not written. Move that file away, and run again.`,
  book_missing: packageWords.book_missing,
  book_changed: packageWords.book_changed,
  sqlite_missing: packageWords.sqlite_missing,
  ...ledgerWords,
};

const correctionWords = {
  missing: "is missing",
  changed: "is not as it was saved",
  other_text: "is of another text than the one that is saved",
} as const;

function describeCommandFailure(failure: CommandFailure): string {
  switch (failure.how) {
    case "exit":
      return `failed with exit code ${failure.code}`;
    case "signal":
      return `was ended by ${failure.signal}`;
    case "timeout":
      return `was ended because it took longer than ${formatDuration(failure.afterMs)}`;
    case "not-started":
      return `could not be started (${describeCause(failure.cause)})`;
  }
}

export function describeRunProblem(problem: RunProblem, system = thisSystem): string {
  return (words[problem.code] as (problem: RunProblem, system: System) => string)(problem, system);
}

type NoticeWords = { [Code in RunNotice["code"]]: (notice: Extract<RunNotice, { code: Code }>) => string };

const noticeWords: NoticeWords = {
  job_changed: ({ job, has }) =>
    has === null
      ? `${job} has changed in the plan since it was sent, and nobody knows what came of that: resolve settles it.`
      : `${job} has changed in the plan since its story was made. It keeps its story; --replace ${job}@${has} buys another.`,
  replacement_made: ({ job, given, has }) =>
    has === null
      ? `Another story of ${job} was ordered before in place of ${showText(given)}, and nobody knows what came of that. Nothing is bought again: ` +
        "coursebinder resolve settles it."
      : `${job} has ${has} by now, in place of ${showText(given)}: that was replaced before, and nothing is bought again. ` +
        `Another one is --replace ${job}@${has}.`,
  lessons_left_over: ({ names }) =>
    `${pluralize(names.length, "bought lesson is", "bought lessons are")} no longer in the plan: ${someOf(names)}. Nothing is lost; before anything new ` +
    "of this edition is bought the plan has to say what became of them, with moved or removed.",
  lessons_removed: ({ names }) =>
    `${pluralize(names.length, "bought lesson was", "bought lessons were")} taken out of the plan on purpose: ${someOf(names)}. What was saved stays saved.`,
  lessons_moved: ({ jobs }) =>
    `${pluralize(jobs.length, "lesson keeps its story, which was", "lessons keep their stories, which were")} bought under another id: ${someOf(jobs.map(describeMoved))}.`,
  job_orphaned: ({ job }) =>
    `${job} is no longer in the plan, but its story was paid for: it is followed to its end.`,
  edition_unfinished: ({ edition, stories, uncertain }) => {
    const left = [
      ...(stories === 0 ? [] : [pluralize(stories, "story that was paid for", "stories that were paid for")]),
      ...(uncertain === 0 ? [] : [`${pluralize(uncertain, "creation")} that nobody knows the outcome of`]),
    ].join(" and ");
    return `Edition ${edition} has ${left}, and has not ended: a run with --edition ${edition} goes on with it.`;
  },
  answer_odd: ({ job, warning }) => `${job}: ${showText(warning)}. Its id is recorded.`,
  status_unknown: ({ job, status }) =>
    `${job}: unknown status "${showText(status)}"; it counts as still being made.`,
  ...moneyNoticeWords,
  paid_again: ({ again }) =>
    `As was agreed to, ${describeLessons(again)}, may be paid for again with this ledger. No others are.`,
  crash_found: ({ job }) =>
    `An earlier run ended in the middle of creating ${job}: what became of it is not known.`,
  interrupted: () => stopped,
  package_odd: ({ warning }) => describePackageProblem(warning),
  ...ledgerNoticeWords,
};

export function describeRunNotice(notice: RunNotice): string {
  return (noticeWords[notice.code] as (notice: RunNotice) => string)(notice);
}
