import type { BalanceFall, StoryAboveQuote } from "../../ledger/format/charges.ts";
import type { Objection } from "../../ledger/format/reviews.ts";
import type { LedgerNotice, LedgerProblem, OverBudget } from "../../ledger/problem.ts";
import type { Check } from "../../lessons/quality/finding.ts";
import type { PackageProblem } from "../../package/package-problem.ts";
import { idCharactersLeast } from "../../run/lesson.ts";
import type {
  CommandFailure,
  ExplainedFall,
  Moved,
  RunNotice,
  RunProblem,
  WaitingGate,
  WrongReplacement,
} from "../../run/problem.ts";
import type { LostLedger } from "../../run/purchases-elsewhere.ts";
import { formatDuration } from "../../shared/duration.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { quoted } from "../render/shell.ts";
import {
  describeCallError,
  describeCause,
  describeRefusal,
  remedyForCall,
  remedyForConnection,
  unusedFile,
} from "./causes.ts";
import {
  contradictedMove,
  contradictedRemoval,
  describeMoved,
  describeRuleOfJob,
  editAt,
  lessonsLeft,
  unknownBasis,
} from "./edits.ts";
import { describeLessons } from "./ledger.ts";
import { type Message, type Messages, messageIn, type Step, someOf, textOf, unsent } from "./message.ts";
import { packageMessages } from "./package.ts";
import { planNotices } from "./plan-notices.ts";

type OfRun = Exclude<
  RunProblem,
  Exclude<LedgerProblem, OverBudget> | LostLedger | PackageProblem | { code: "ledger_not_rebuildable" }
>;

const review: Step = { verb: "review" };
const checkLessons: Step = { verb: "check-lessons" };
const plan: Step = { verb: "plan" };
const noStory = "No story was created.";
const packageUnwritten = "The package was not written.";
const stopped: Message = {
  what: "Stopped as you asked. All answers received so far are recorded.",
  next: { verb: "same" },
};

/** What happened, why, and what was not done. */
export const runMessages: Messages<OfRun> = {
  over_budget: ({ ceiling, limit, committed, price, job, left = 0, aboveQuote = [] }) => {
    const sum =
      committed === 0 ? "" : `; with the ${committed} already committed, that is ${committed + price}`;
    if (job === null)
      return {
        what: `The stories to be made cost ${pluralize(price, "credit")}${sum}, but ${ceilingNames[ceiling]} is ${limit}.`,
        not: noStory,
        next: plan,
      };
    return {
      what: `${showText(job)} costs ${pluralize(price, "credit")}${sum}, ${committed + price - limit} more than ${ceilingNames[ceiling]} (${limit}).`,
      not: `It was not sent, and ${pluralize(left, "lesson was", "lessons were")} not bought; the run still waits for existing stories.${describeAboveQuote(aboveQuote)}`,
      next: plan,
    };
  },
  balance_unexplained: (fall) => ({
    what: `${describeFall(fall)} ${perhaps}`,
    not: "Because of --hold-unexplained, no story was created.",
    fix: "Check your account to find out why. A run without that flag treats the difference as accounted for.",
    next: plan,
  }),
  quote_failed: ({ setting, callError }) => ({
    what: `We couldn't get the price of "${setting}": ${describeCallError(callError)}.`,
    not: noStory,
    fix: remedyForCall(callError),
  }),
  credential_refused: ({ callError }) => ({
    what: `The service refused the key or the login: ${describeCallError(callError)}.`,
    next: { verb: "doctor" },
  }),
  account_of_others: ({ path, service, asked }) => ({
    what:
      `The account behind this key or login ${asked === 1 ? "doesn't know the story" : `knows none of the ${asked} stories`} that ${showText(path)} lists as bought at ` +
      `${showText(service)}: it is a different account, or the service has lost ${asked === 1 ? "it" : "them"}.`,
    not: "Nothing was bought, and nothing was charged.",
    fix:
      "Use the key or login that the lessons were bought with; coursebinder whoami shows which one is used now. To buy the rest of the " +
      "course with this account anyway, add --other-account.",
    next: { verb: "doctor" },
  }),
  service_unavailable: ({ callError, service }) => ({
    what: `The service${service === null ? "" : ` at ${showText(service)}`} could not be used: ${describeCallError(callError)}.`,
    fix: remedyForCall(callError),
  }),
  not_connected: ({ cause }) => ({
    what: `No connection to the service could be made (${describeCause(cause)}).`,
    not: "Nothing was sent, so nothing was bought.",
    fix: remedyForConnection(cause),
  }),
  creation_refused: ({ job, refusal }) => ({
    what: `${job} was refused: ${describeRefusal(refusal)}.`,
    not: "Nothing was charged.",
  }),
  creations_stopped: ({ refusal, left }) => ({
    what: `The service accepts no more stories: ${describeRefusal(refusal)}.`,
    not: `${pluralize(left, "lesson was", "lessons were")} not created; nothing was charged for ${left === 1 ? "it" : "them"}.`,
  }),
  creation_postponed: ({ job, refusal }) => ({
    what: `${job} is left for the next run: ${describeRefusal(refusal)}.`,
    not: "Nothing was charged.",
    fix: "With --retry-refused, a run sends such lessons once more at its end.",
  }),
  creation_uncertain: ({ job, cause }) => ({
    what: `We can't tell whether ${job} was created: ${describeCause(cause)}.`,
    not: "It won't be sent again, and its price counts as spent, until you resolve it.",
    // A name that looks like a flag is left out: the list shows how to settle each.
    next: { verb: "resolve", rest: job.startsWith("-") ? "" : quoted(job) },
  }),
  outcome_not_recorded: ({ job, id, named, rescue }) => ({
    what: `The answer for ${job} could not be written to the ledger.`,
    fix:
      (id === null ? "" : `The story's id is ${id}: keep it. `) +
      (named.length === 0 ? "" : `The answer may contain the story's id: keep ${named.join(", ")}. `) +
      (rescue === null
        ? "The answer could not be saved anywhere else either."
        : `The answer is kept in ${showText(rescue)}: coursebinder ledger restore adds it to the ledger.`),
    next: { verb: "ledger restore" },
  }),
  after_creation_failed: ({ job, failure, left }) => ({
    what: `After ${job} was created, the --after-creation command ${describeCommandFailure(failure)}.`,
    not:
      "Nothing is lost: that creation is in the ledger, and the run still waits for existing stories. " +
      (left === 0
        ? "There were no more lessons to create."
        : `No further creation was started: ${pluralize(left, "lesson was", "lessons were")} not created.`),
  }),
  lesson_unfit: ({ job, checks }) => ({
    what: `${job} is left out of the package because of "quality" in the plan (${checks.map((check) => checkNames[check]).join(", ")}).`,
    not: "It is kept, and nothing is bought in its place:",
    fix: "read it and listen to it, then relax the check, exclude the lesson, or ask for another story with --replace.",
    next: checkLessons,
  }),
  volume_unfit: ({ volume, check }) => ({
    what: `The stories of ${volume} have more in common (${checkNames[check]}) than "quality" in the plan allows.`,
    next: checkLessons,
  }),
  lessons_unchecked: ({ cause }) => ({
    what: `The lessons could not be checked (${describeCause(cause)}).`,
    not: 'Because "quality" in the plan can hold back or fail lessons, no package was written.',
    next: checkLessons,
  }),
  lessons_unapproved: ({ required, jobs, objections, approved, held, rejected, lapsed }) => {
    const facts = [
      ...(held === 0 ? [] : [`${held} held by a reviewer`]),
      ...(rejected === 0 ? [] : [`${rejected} rejected by a reviewer`]),
      ...(lapsed === 0 ? [] : [`${lapsed} changed since being approved`]),
    ];
    const named = objections.slice(0, objectionsNamed).map((one) => `${one.job} ${describeObjection(one)}`);
    const more = objections.length - named.length;
    const by = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
    const terms =
      required === 1
        ? "requires each to be approved"
        : `requires each to be approved by ${required} different people`;
    return {
      what:
        required === 0
          ? `${pluralize(jobs.length, "lesson was", "lessons were")} held or rejected by a reviewer: ${by}.`
          : `${pluralize(jobs.length, "lesson is", "lessons are")} not approved (${[someOf(jobs), ...facts].join("; ")}), but "review" in the plan ${terms}.${by === "" ? "" : ` ${by}.`}`,
      not: `${jobs.length === 1 ? "It is kept, but stays" : "They are kept, but stay"} out of the package until this is resolved; nothing is bought for ${jobs.length === 1 ? "it" : "them"}.`,
      ...(approved === 0
        ? {}
        : { fix: `--allow-partial packages the ${approved} ${required === 0 ? "others" : "approved"}.` }),
      next: review,
    };
  },
  gate_closed: ({ gates }) => ({
    what: `${pluralize(waitingIn(gates), "lesson")} will not be bought until people have approved the first lessons of their volumes, as "gate" in the plan requires.`,
    fix: `Not approved yet: ${gates.map(({ volume, missing, samples }) => `${missing} of ${volume} (${someOf(samples)})`).join("; ")}.`,
    next: review,
  }),
  story_failed: ({ job, id, error }) => ({
    what: `${job} failed at the service${error === null ? "." : `: ${quotedSentence(showText(error))}`}`,
    not: "It is not made again automatically.",
    next: replacing([{ job, id }]),
  }),
  story_canceled: ({ job, id }) => ({
    what: `${job} was canceled at the service.`,
    not: "It is not made again automatically.",
    next: replacing([{ job, id }]),
  }),
  replacement_wrong: ({ wrong }) => ({
    what: wrong.map(describeWrongReplacement).join(" "),
    not: unsent,
    next: replacementsStep(wrong),
  }),
  story_missing: ({ job, id }) => ({
    what: `${job}: the service no longer knows story ${id}, which it had accepted, or this key belongs to a different account from the one that bought it.`,
    fix: `Check the account first: --replace ${job}@${id.slice(0, idCharactersLeast)} would buy another story. Everything known about the missing story is kept.`,
    // Another account's key would get the same answer: the user must look before anything is bought again.
    next: { verb: "status", rest: job },
  }),
  story_unreadable: ({ job, callError }) => ({
    what: `${job} could not be read: ${describeCallError(callError)}.`,
    not: "The story is not lost.",
  }),
  audiobook_unpaid: ({ job, refusal }) => ({
    what: `${job} has been written, but its audiobook could not be paid for: ${describeRefusal(refusal)}.`,
    not: "The story is kept.",
  }),
  audiobook_failed: ({ job, id, status }) => ({
    what: `${job} has been written, but its audiobook ended as "${showText(status)}", so the lesson is packaged without sound.`,
    fix: `To accept that, set "audiobook: false" for the lesson in the plan; --replace ${job}@${id.slice(0, idCharactersLeast)} buys another story with an audiobook.`,
  }),
  book_unavailable: ({ job, cause }) => ({
    what: `${job} has been made, but its audiobook could not be exported (${showText(cause)}).`,
    not: "The text is kept, and the next run tries again.",
  }),
  given_up: ({ job, status }) => ({
    what: `${job} is still "${showText(status)}" after the time that --give-up allows.`,
    not: "It is left for the next run.",
  }),
  unfinished: ({ left }) => ({ what: `${pluralize(left, "lesson is", "lessons are")} not finished.` }),
  interrupted: () => stopped,
  deadline_near: ({ left, needsMs, isMeasured }) => ({
    what:
      `${pluralize(left, "lesson is", "lessons are")} left for the next run: another lesson takes about ${formatDuration(needsMs)}` +
      `${isMeasured ? "" : " (a typical time; a run that has that much time left measures the actual time)"}, and would not be finished before the deadline.`,
  }),
  deadline_reached: () => ({ what: "The deadline has passed. All answers received so far are recorded." }),
  declined: () => ({ what: "You declined the bill.", not: noStory }),
  plan_outdated: ({ edition }) => ({
    what: `Another run has begun an edition since the plan was read, and edition ${showText(edition)} depends on that edition.`,
    not: noStory,
    fix: "Run again. A program that uses the library must pass the settings of its ledger to readPlan.",
  }),
  approval_moved: ({ moved }) => ({
    what: `The reviewed bill no longer matches what would be bought: ${moved.map((part) => movedWords[part]).join("; ")}.`,
    not: noStory,
    fix: "The plan command with --against <bill> shows each difference.",
    next: plan,
  }),
  lessons_left: lessonsLeft,
  move_contradicted: contradictedMove,
  removal_contradicted: contradictedRemoval,
  basis_unknown: unknownBasis,
  request_bought: ({ job, name, id, isLast, place }) => ({
    what: `${job} requests exactly the story that was bought before as ${name} (${id}) and has since been replaced.`,
    not: "It is not bought again.",
    // A plan without lessons is refused.
    fix: `Change the lesson's text or settings${isLast ? "" : `, or leave it out: exclude: [${describeRuleOfJob(job)}]`}.`,
    next: editAt(place),
  }),
  disk_failed: ({ cause, path, whilePackaging }, system) =>
    unusedFile(
      {
        file: path === null ? "A file or folder" : showText(path),
        how: "could not be read or written",
        not:
          whilePackaging === true
            ? "The package was not written. Everything that was paid for is in the ledger."
            : "The run stopped.",
        cause,
      },
      system,
    ),
  correction_unusable: ({ job, path, why }) => ({
    what: `${job}: its correction ${showText(path)} ${correctionWords[why]}.`,
    not: packageUnwritten,
    fix: "Restore the file from a machine or backup that has it, or undo the correction at the review desk (coursebinder review; key u).",
    next: review,
  }),
  package_of_others: ({ path }) => ({
    what: `${showText(path)} isn't a package of this course and would be overwritten, so the package was not written.`,
    fix: "Move that file elsewhere, and run again.",
  }),
};

/** Short names of the checks, for lists of them. */
const checkNames: Readonly<Record<Check, string>> = {
  missing: "missing words",
  possible: "doubtful words",
  inflected: "words in another form",
  offList: "words not on the lists",
  language: "language",
  level: "level",
  length: "length",
  brokenOff: "broken off",
  repeats: "repetition",
  echo: "echo of another story",
  title: "title",
  openings: "openings",
  endings: "endings",
  names: "names",
  recording: "recording",
  sentences: "spoken sentences",
  silent: "silent recording",
  silence: "silence",
  clipped: "clipped sound",
  loudness: "loudness",
  peak: "peak",
  audiobook: "audiobook shops",
  speed: "speed",
};

/** How many lessons wait behind gates. */
export function waitingIn(gates: readonly WaitingGate[]): number {
  return gates.reduce((sum, gate) => sum + gate.waiting, 0);
}

/** The name of each ceiling. */
const ceilingNames = {
  edition: "the plan's budget for this edition",
  month: "the plan's budget for this month",
  run: "--max-credits",
  balance: "the account's balance",
} as const;

const movedWords: Readonly<Record<Moved, string>> = {
  course: "it is for another course",
  edition: "it is for another edition",
  service: "it is for another service",
  plan: "the plan has changed",
  ledger: "the ledger has changed",
  jobs: "different jobs would be created",
  price: "a price has changed",
  expiry: "the approval has expired",
};

const correctionWords = {
  missing: "is missing",
  changed: "has changed since it was saved",
  other_text: "belongs to a different text from the saved one",
} as const;

function describeCommandFailure(failure: CommandFailure): string {
  switch (failure.how) {
    case "exit":
      return `failed with exit code ${failure.code}`;
    case "signal":
      return `was ended by ${failure.signal}`;
    case "timeout":
      return `was stopped because it took longer than ${formatDuration(failure.afterMs)}`;
    case "not-started":
      return `could not be started (${describeCause(failure.cause)})`;
  }
}

type EndedStory = Pick<Extract<RunProblem, { code: "story_failed" }>, "job" | "id">;

/** The command that buys replacements for some stories. */
export function replacing(ended: readonly EndedStory[]): Step {
  const flags = ended.map(({ job, id }) => `--replace ${job}@${id.slice(0, idCharactersLeast)}`);
  return { verb: "run", rest: flags.join(" ") };
}

/** The command line with the right stories; if something else was wrong, the user must look first. */
function replacementsStep(wrong: readonly WrongReplacement[]): Step {
  const only = wrong.length === 1 ? wrong[0]?.job : undefined;
  const open = wrong.find(({ why }) => why === "uncertain");
  if (open !== undefined) return { verb: "resolve", rest: only === undefined ? "" : quoted(open.job) };
  if (wrong.every(({ why }) => why === "nothing_there")) return { verb: "run" };
  if (wrong.every(({ why }) => why === "unnamed")) {
    return { verb: "run", rest: wrong.map(({ job, has }) => `--replace ${job}@${has}`).join(" ") };
  }
  return { verb: "status", rest: only ?? "" };
}

/** What is wrong with a `--replace`. */
function describeWrongReplacement({ job, given, why, has }: WrongReplacement): string {
  const hasNow =
    has === null
      ? "The outcome of the lesson's newest creation is unknown: resolve it first with coursebinder resolve."
      : `The lesson's current story is ${has}: --replace ${job}@${has} buys another in its place.`;
  const named = showText(given ?? "");
  switch (why) {
    case "nothing_there":
      return `${job} has no story that could be replaced: a run without --replace makes one.`;
    case "uncertain":
      return `We can't tell whether the newest creation of ${job} made a story, so there is nothing to replace yet: resolve it first with coursebinder resolve.`;
    case "unnamed":
      return `--replace ${job} does not say which story is to be replaced. ${hasNow}`;
    case "inherited":
      return (
        `${job} takes its story from an earlier edition, which still uses it. Replace the story there (--edition, with that edition's plan), and this edition ` +
        "takes the new story. Or change the topic's text here, and another story is bought for this edition."
      );
    case "unknown":
      return `"${named}" doesn't identify one story or attempt of ${job}: give at least the first ${idCharactersLeast} characters of its id. ${hasNow}`;
  }
}

function describeAboveQuote(stories: readonly StoryAboveQuote[]): string {
  if (stories.length === 0) return "";
  const shown = stories
    .slice(0, shownMost)
    .map(({ job, quoted: quote, cost }) => `${showText(job)} ${cost} instead of ${quote}`);
  const more = stories.length - shown.length;
  return ` Stories that cost more than quoted: ${shown.join(", ")}${more === 0 ? "" : `, and ${more} more`}.`;
}

const shownMost = 5;

const perhaps =
  "Another program, person or course may be using the account. Or this ledger may not know of some purchases, such as those recorded in a lost ledger, " +
  "or a creation that was resolved as not created.";

function describeFall(fall: ExplainedFall): string {
  const { unexplained, perhapsUncertain } = fall;
  return (
    `${describeBalances(fall)}${describeOthers(fall)}, and ${pluralize(unexplained, "credit of the difference is", "credits of the difference are")} not explained by any story in this ledger` +
    `${perhapsUncertain === 0 ? "." : `, even counting the ${perhapsUncertain} that creations of unknown outcome may have cost.`}`
  );
}

function describeBalances({ since, before, now }: BalanceFall): string {
  return `Since ${since} the account's balance has fallen from ${before} to ${now}`;
}

/** A harmless explanation: this machine's other courses. */
function describeOthers({ byOthers }: ExplainedFall): string {
  if (byOthers === 0) return "";
  return `; ${pluralize(byOthers, "credit of the difference matches", "credits of the difference match")} purchases that this machine recorded in other ledgers`;
}

function describeUncertain({ perhapsUncertain }: BalanceFall): string {
  if (perhapsUncertain === 0) return "";
  return `; ${pluralize(perhapsUncertain, "credit")} of the difference may have paid for creations whose outcome is unknown: coursebinder resolve lists them`;
}

function describeDay(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "no date" : date.toISOString().slice(0, -"T00:00:00.000Z".length);
}

export const runNotices: Messages<Exclude<RunNotice, LedgerNotice>> = {
  ...planNotices,
  job_changed: ({ job, has }) => ({
    what:
      has === null
        ? `${job} has changed in the plan since it was sent, and the outcome of its creation is unknown: resolve the creation with coursebinder resolve.`
        : `${job} has changed in the plan since its story was made. It keeps its story; --replace ${job}@${has} buys another.`,
  }),
  replacement_made: ({ job, given, has }) => ({
    what:
      has === null
        ? `A replacement for ${showText(given)} of ${job} was already ordered, and the outcome of that order is unknown. Nothing is bought again: resolve the order with coursebinder resolve.`
        : `${showText(given)} of ${job} has already been replaced by ${has}, so nothing is bought again. To buy another story, use --replace ${job}@${has}.`,
  }),
  lessons_left_over: ({ names }) => ({
    what: `${pluralize(names.length, "bought lesson is", "bought lessons are")} no longer in the plan: ${someOf(names)}.`,
    fix: `Nothing is lost; before anything new is bought for this edition, the plan must say, with moved or removed, what became of ${names.length === 1 ? "it" : "them"}.`,
  }),
  lessons_removed: ({ names }) => ({
    what: `${pluralize(names.length, "bought lesson was", "bought lessons were")} taken out of the plan on purpose: ${someOf(names)}. Everything already saved is kept.`,
  }),
  edits_for_later: ({ topics }) => ({
    what: `This edition stays as it was when it began. The plan's edits to ${someOf(topics)} take effect in the next edition.`,
  }),
  lessons_moved: ({ jobs }) => ({
    what: `${pluralize(jobs.length, "lesson keeps its story, which was", "lessons keep their stories, which were")} bought under another id: ${someOf(jobs.map(describeMoved))}.`,
  }),
  job_orphaned: ({ job }) => ({
    what: `${job} is no longer in the plan, but its story was paid for, so the run still waits for that story.`,
  }),
  edition_unfinished: ({ edition, stories, uncertain }) => {
    const left = [
      ...(stories === 0 ? [] : [pluralize(stories, "story that was paid for", "stories that were paid for")]),
      ...(uncertain === 0 ? [] : [`${pluralize(uncertain, "creation")} of unknown outcome`]),
    ].join(" and ");
    return {
      what: `Edition ${edition} is not finished: it still has ${left}. A run with --edition ${edition} continues it.`,
    };
  },
  questions_unproposed: ({ job, why }) => ({
    what: `The language model proposed no questions about ${job}: ${showText(why)}. The next run asks again.`,
  }),
  answer_odd: ({ job, warning }) => ({ what: `${job}: ${showText(warning)}. The story's id is recorded.` }),
  status_unknown: ({ job, status }) => ({
    what: `${job}: the status "${showText(status)}" is unknown, so the story counts as still being made.`,
  }),
  story_above_quote: ({ job, quoted: quote, cost }) => ({
    what: `${showText(job)} was quoted at ${pluralize(quote, "credit")} and has cost ${cost} so far. The higher figure counts.`,
  }),
  clock_disbelieved: ({ clock, at, own }) => ({
    what:
      `The ${clock}'s clock says that it is ${describeDay(at)}, and this machine's says ${describeDay(own)}: they are more than a year apart, so the ` +
      "month's budget uses this machine's clock.",
    fix: "Correct the clock that is wrong.",
  }),
  month_kept: ({ month, byClocks }) => ({
    what:
      `The ledger has purchases from ${month}, but the clocks say ${byClocks}. New purchases count towards ${month}, so that no month's budget is ` +
      "spent twice. One of the clocks is or was wrong.",
  }),
  balance_fell: (fall) => ({
    what:
      fall.unexplained > 0
        ? `${describeFall(fall)} ${perhaps}`
        : `${describeBalances(fall)}${describeOthers(fall)}${describeUncertain(fall)}.`,
  }),
  paid_again: ({ again }) => ({
    what: `With this ledger, you agreed to pay again for ${describeLessons(again)}. No other lessons are paid for again.`,
  }),
  crash_found: ({ job }) => ({
    what: `An earlier run ended while it was creating ${job}: the outcome is unknown.`,
  }),
  interrupted: () => stopped,
  package_odd: ({ warning }) => ({ what: textOf(messageIn(packageMessages, warning)) }),
};

/** A message names so many lessons with the reason why they were held or rejected. */
const objectionsNamed = 5;

/** A person's decision against a lesson, with the reason that they gave. */
export function describeObjection({ decision, who, why }: Objection): string {
  return `${decision} by ${showText(who)}${why === null ? "" : `: "${showText(why)}"`}`;
}

/** What somebody else says, as the end of a sentence. */
function quotedSentence(text: string): string {
  return /[.!?…]$/u.test(text) ? `"${text}"` : `"${text}".`;
}
