import type { RemoteProblem } from "../../client/problem.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { operatorWords } from "../../story-service/operator/operator-words.ts";
import type { CommandProblem } from "../problem.ts";
import { describeCause } from "./cause-words.ts";
import { describeContrary, describeMisfit } from "./ledger/contrary-words.ts";
import { describePlace } from "./plan/phrases.ts";
import { describeStartProblem } from "./service-words.ts";

export type EdgeProblem = CommandProblem | RemoteProblem;

type Words = { [Code in EdgeProblem["code"]]: (problem: Extract<EdgeProblem, { code: Code }>) => string };

const urlFaults = {
  "not-a-url": "is no address",
  "not-https": "is not https: (plain http: is for 127.0.0.1 and [::1] alone)",
  "has-credentials": "carries a user name or a password; keys never go into an address",
  "not-local": "is not on this machine, where a rehearsal's service runs",
  "has-query": "has a ? or # part; give the base address, which ends in /api/v1",
} as const;

const keyFaults = {
  unreadable: "can't be read",
  folder: "is not there: that is a folder",
  empty: "is empty",
  "not-a-key": "holds something that is no key (spaces or odd characters, or too short)",
  "open-to-others": "can be read by others; make it yours alone with: chmod 600",
} as const;

const loginFaults = {
  unreadable: "can't be read",
  damaged: "is damaged",
  "open-to-others": "can be read by others, who could use it; make it yours alone with chmod 600",
} as const;

const answerFaults = {
  large: "it is larger than any answer, and was not read",
  no_file: "it is a folder or a device",
  no_answer: "it holds something else, or was damaged on its way",
} as const;

/** Why a file named on the command line could not be read: a cause, or a phrase. */
function describeUnread(cause: string): string {
  return cause === "ENOENT" ? "there is no such file" : describeCause(cause);
}

const outputNames = {
  "saved-plan": "a saved plan",
  summary: "a summary for continuous integration",
  outputs: "outputs for continuous integration",
  log: "a log",
  levels: "an answer with levels",
  report: "a report",
  export: "this export",
  "reviewer-page": "a page for a reviewer",
  events: "a file of --events",
} as const;

export const commandWords: Words = {
  usage: ({ message }) => message,
  bad_value: ({ flag, value, expected }) =>
    `${flag} takes ${expected}, not "${showText(value)}". Nothing was done.`,
  empty_value: ({ flag, variable }) =>
    variable === null
      ? `${flag} is given an empty value: a variable that is not set? Give it one, or leave ${flag} out. Nothing was done.`
      : `${variable} is set, but empty. Give it a value${flag === null ? "" : ` (it stands for ${flag})`}, or unset it. Nothing was done.`,
  bad_switch: ({ variable, value, flag }) =>
    `${variable} is ${value === "" ? "set, but empty" : `"${showText(value)}"`}, which says neither yes nor no. It stands for ${flag}: 1, true, yes or on give that flag, ` +
    "and 0, false, no or off leave it out. Nothing was done.",
  output_unwritten: ({ cause }) =>
    `The output could not be written (${describeCause(cause)}). What the command did was done to its end, and is kept.`,
  file_of_others: ({ flag, path, kind }) =>
    `${flag} names ${showText(path)}, which is something else than ${outputNames[kind]} or will be, and would be lost or spoilt. ` +
    "Name another file, or move that one away. Nothing was sent, and nothing was changed.",
  nothing_remembered: ({ folder }) =>
    `There is no place for this machine's copy of the ledger: ${folder === null ? "this account has no home for a state folder" : `${showText(folder)} can't be made`}. ` +
    "If the ledger were lost, the next run would buy its lessons again. Nothing was sent. Name a folder that lasts with COURSEBINDER_STATE. Where there is none, " +
    "as in a container, begin the ledger once with coursebinder ledger create and give each run --ledger-must-exist; --new-ledger buys without a copy this once.",
  ledger_joins_itself: ({ path }) =>
    `${showText(path)} is the course's own ledger: there is nothing to join. Name the other one. Nothing was changed.`,
  ledger_copies_itself: ({ path }) =>
    `${showText(path)} is the ledger itself: name the place of the copy. Nothing was copied.`,
  shell_unknown: ({ name, known, suggestion }) =>
    `There is a script for ${known.join(", ")}, and none for "${showText(name)}"${suggestion === null ? "" : `; did you mean "${suggestion}"?`}`,
  no_job_selected: ({ only }) =>
    `No job of the plan matches --only "${showText(only)}".${/[[\]{}]/.test(only) ? " Only * and ? stand for other characters there: brackets and braces are themselves." : ""} Nothing was sent.`,
  edition_skipped: ({ edition, place }) =>
    `The plan leaves the edition ${showText(edition)} out (skip, ${describePlace(place)}). Nothing was sent.`,
  edition_not_in_sequence: ({ edition }) =>
    `The edition ${showText(edition)} has neither a date nor a number at its end, so nobody can say which comes next. Write edition: "{isoYear}-W{isoWeek}" in the plan. Nothing was sent.`,
  job_unknown: ({ job, suggestion }) =>
    `The plan has no job "${showText(job)}"${suggestion === null ? "" : `; did you mean "${showText(suggestion)}"?`}`,
  bad_ledger_address: () =>
    "The ledger's address is no PostgreSQL address such as postgres://user:password@host:5432/database. Nothing was sent.",
  speaks_for_story: ({ jobs }) =>
    [
      ...jobs.flatMap(({ job, evidence }) => [
        `${showText(job)} may have been created:`,
        ...evidence.map((one) => `  - ${describeContrary(one)}`),
      ]),
      "Settled as not created it would be bought again. Nothing was changed. Settle it with --story if it exists; if you know that it does not, " +
        'say how you know: --not-created --reason "…", which the ledger keeps with the evidence.',
    ].join("\n"),
  declared_before: ({ jobs }) =>
    `You have said before that ${jobs.map(showText).join(" and ")} ${jobs.length === 1 ? "was" : "were"} not created. To take that back, say why with ` +
    '--reason "…", which the ledger keeps. Nothing was changed.',
  empty_ledger_name: () =>
    "--ledger or COURSEBINDER_LEDGER is set, but empty. Name the ledger, or leave it out for the course's own. Nothing was sent.",
  ledger_not_named: ({ location, found }) =>
    `${showText(location)} holds several ledgers; name one after a #: ${found.map(showText).join(", ")}.`,
  service_config_unreadable: ({ path, cause }) =>
    `The configuration ${showText(path)} can't be read (${describeUnread(cause)}).`,
  service_config_invalid: ({ lines }) => lines.map(showText).join("\n"),
  service_not_started: ({ folder, why, flag }) =>
    `The local service could not start on ${showText(folder)}: ${describeStartProblem(why, flag)}.`,
  bad_database_address: () =>
    "--database or COURSEBINDER_DATABASE is no PostgreSQL address such as postgres://user:password@host:5432/database. Nothing was started.",
  books_unreadable: ({ folder, why }) =>
    `The books of ${showText(folder)} can't be added up: ${describeStartProblem(why, "--data")}. Nothing was changed.`,
  ...operatorWords,
  service_unusable: ({ folder, why }) =>
    `The service of ${showText(folder)} can't be used: ${describeStartProblem(why, "--data")}. Nothing was changed.`,
  keys_unusable: ({ folder, why }) =>
    `The keys of ${showText(folder)} can't be used: ${describeStartProblem(why, "--data")}. Nothing was changed.`,
  data_folder_missing: ({ folder }) =>
    `${showText(folder)} holds no local service. If its database is on a server, give the address in COURSEBINDER_DATABASE; if there is none yet, start one with: coursebinder serve --data ${showText(folder)}. Nothing was changed.`,
  account_unknown: ({ name, known }) =>
    known.length === 0
      ? "There is no account yet; make one with: coursebinder serve admin accounts add <id>. Nothing was changed."
      : `${name === "" ? "Say whose key it is with --account" : `There is no account ${showText(name)}`}: the accounts are ${firstOf(known)}. Nothing was changed.`,
  key_not_made: ({ reason }) => `${showText(reason)} No key was made.`,
  no_such_key: ({ which, account }) =>
    account === null
      ? `No account has a key or connection ${showText(which)}; coursebinder serve keys list shows those that there are. Nothing was changed.`
      : `The account ${showText(account)} has no key or connection ${showText(which)}; coursebinder serve keys list shows whose it is, and --account names another account. Nothing was changed.`,
  key_of_several: ({ which, accounts }) =>
    `Several accounts have a key or connection ${showText(which)}: ${firstOf(accounts)}. Say whose to revoke with --account. Nothing was changed.`,
  nothing_made: ({ path, isRehearsed }) =>
    `Nothing was made for this course yet: there is no ledger at ${showText(path)}. ${isRehearsed ? "But it was rehearsed: --local is about the rehearsal." : "A run makes its lessons."} Nothing was done.`,
  nothing_to_review: () =>
    "No lesson of the plan has a text yet, so there is nothing to review, and no page was written.",
  too_much_to_review: ({ lessons, most }) =>
    `A page for a reviewer has at most ${most} lessons, and the plan has ${lessons} with a text. No page was written: review them at the desk.`,
  answer_unreadable: ({ path, why }) =>
    why in answerFaults
      ? `${showText(path)} is no answer of a reviewer: ${answerFaults[why as keyof typeof answerFaults]}. Nothing was recorded. ` +
        "An answer is the file that the page of review --export saves; ask the reviewer to save it and send it again."
      : `${showText(path)} can't be read: ${describeUnread(why)}. Nothing was recorded.`,
  approval_unreadable: ({ path, cause }) =>
    `${showText(path)} can't be used as a saved bill (${describeUnread(cause)}); write one with: coursebinder plan --save. Nothing was sent.`,
  not_uncertain: ({ job, elsewhere }) =>
    `${showText(job)} has no uncertain creation${elsewhere.length === 0 ? "" : ` in this edition; in others: ${elsewhere.map(showText).join(", ")}`}. Nothing was changed.`,
  several_uncertain: ({ job, count }) =>
    `${showText(job)} has ${pluralize(count, "uncertain creation")}; settle one by its attempt's id. Nothing was changed.`,
  job_needed: () => "Say which jobs to settle. Nothing was changed.",
  job_named_twice: ({ job }) => `${showText(job)} is named twice. Nothing was changed.`,
  stories_for_jobs: ({ stories, jobs }) =>
    `${pluralize(jobs, "job takes", "jobs take")} as many --story, in the same order, and ${pluralize(stories, "was", "were")} given. Nothing was changed.`,
  story_named_twice: ({ id }) => `Story ${id} is given for two jobs, and can't be both. Nothing was changed.`,
  story_misfit: ({ job, id, misfits, time }) => describeMisfit(job, id, { misfits, time }),
  story_unknown: ({ job, id }) =>
    `The service has no story ${id} for this account, so ${showText(job)} can't have made it. Nothing was changed.`,
  book_unknown: ({ id }) => `The service has no book ${id} for this account.`,
  replace_not_selected: ({ job }) =>
    `--replace names ${showText(job)}, which --only or --first leave out. Nothing was sent.`,
  not_a_story_id: ({ value }) =>
    `--story takes a story's id, a UUID, not "${showText(value)}". Nothing was changed.`,
  port_unusable: ({ port, cause }) =>
    `The review desk can't listen on port ${port} of this computer (${describeCause(cause)}). Leave --port out, and it takes a free one.`,
  nothing_to_package: ({ missing }) =>
    `No lesson of the plan is finished (${missing} missing), so no package was written.`,
  package_incomplete: ({ missing, uncertain, held, jobs }) =>
    `${pluralize(missing, "lesson is", "lessons are")} not finished${held === 0 ? "" : " or on hold"} (${jobs.map(showText).join(", ")}${missing > jobs.length ? ", …" : ""})` +
    `${uncertain === 0 ? "" : `, ${uncertain} of them uncertain`}${held === 0 ? "" : `, ${held} of them on hold for what was found in them (coursebinder check-lessons)`}, so no package was written; --allow-partial packages what is done.`,
  service_url_missing: () =>
    "No service is named: set STORY_API_URL, give --service, or rehearse with --local. Nothing was sent.",
  service_url_invalid: ({ url, why }) =>
    `The service's address "${showText(url)}" ${urlFaults[why]}. Nothing was sent.`,
  key_missing: () =>
    "The API key is missing: set STORY_API_KEY, or STORY_API_KEY_FILE to a file that only you can read, or log in with coursebinder login. Nothing was sent.",
  key_unreadable: ({ source, why }) => `The key of ${showText(source)} ${keyFaults[why]}. Nothing was sent.`,
  tls_checks_off: () =>
    "NODE_TLS_REJECT_UNAUTHORIZED=0 switches the check of the service's certificate off; unset it. Nothing was sent.",
  login_elsewhere: ({ address, origin }) =>
    `The service at ${showText(origin)} leads elsewhere to log in ("${showText(address)}"), where your consent could be misused. Nothing was kept; use an API key.`,
  login_not_offered: ({ cause }) =>
    `The service offers no login that this program understands (${showText(cause)}). Use an API key: STORY_API_KEY or STORY_API_KEY_FILE.`,
  login_refused: ({ error, why }) =>
    `The service refused the login: ${showText(error)}${why === "" ? "" : `, "${showText(why)}"`}. Nothing was kept; log in again to try once more.`,
  login_unreachable: ({ cause }) =>
    `The service could not be reached to log in: ${describeCause(cause)}. Nothing was kept; try again.`,
  login_certificate: ({ cause }) =>
    `The service's certificate can't be trusted: ${describeCause(cause)}. Nothing was sent.`,
  login_not_revoked: ({ cause }) =>
    `This machine does not use the login any more, but the service has not confirmed that it is over (${describeCause(cause)}). Once it can be reached: coursebinder logout`,
  login_not_revocable: ({ why }) =>
    `This machine has forgotten the login, but ${why === "damaged" ? "its file was damaged, so that it can't be ended" : "the service offers no way to end it"} from here: ` +
    "end the connection on the service's pages.",
  login_unusable: ({ path, why, cause }) =>
    `The login that ${showText(path)} keeps ${loginFaults[why]}${cause === null ? "" : ` (${describeCause(cause)})`}. Nothing was sent. ` +
    "See to that, log in again with coursebinder login, or use an API key.",
  login_given_up: () => "Nobody came back from the consent page. Nothing was kept; log in again.",
  login_nowhere: () =>
    "There is no folder of your own to keep a login in; set COURSEBINDER_STATE to one, or use an API key.",
  login_unwritable: ({ path, cause }) =>
    `A login can't be kept at ${showText(path)} (${describeCause(cause)}). Nobody is logged in. See to that, set COURSEBINDER_STATE to another folder, or use an API key.`,
};

/** Enough names to see a slip; a service may have thousands. */
const namesMost = 10;

function firstOf(names: readonly string[]): string {
  const more = names.length > namesMost ? `, and ${names.length - namesMost} more` : "";
  return names.slice(0, namesMost).map(showText).join(", ") + more;
}

export function describeEdgeProblem(problem: EdgeProblem): string {
  return (commandWords[problem.code] as (problem: EdgeProblem) => string)(problem);
}
