import type { RemoteProblem } from "../../client/problem.ts";
import type { Contrary, Misfit, TimeDiffers } from "../../run/resolve.ts";
import { formatDuration } from "../../shared/duration.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { OperatorProblem } from "../../story-service/operator/problem.ts";
import type { CommandProblem } from "../problem.ts";
import { quoted, rightsCommand } from "../render/shell.ts";
import { describeCause } from "./causes.ts";
import { type Message, type Messages, unchanged, unsent } from "./message.ts";
import { describePlace } from "./plan.ts";
import { describeStartProblem } from "./service.ts";

const undone = "Nothing was done.";
const unkept = "Nothing was kept.";

const urlFaults = {
  "not-a-url": "isn't a valid URL",
  "not-https": "does not begin with https: (plain http: is allowed only for 127.0.0.1 and [::1])",
  "has-credentials": "contains a user name or a password; never put credentials into an address",
  "not-local": "is not on this machine, but a rehearsal uses a service on this machine",
  "has-query": "has a ? or # part; give the base address, which ends in /api/v1",
} as const;

/** What is wrong with a key's file, and what to do. */
const keyFaults = {
  unreadable: ["can't be read", "Check that the path is right and that you are allowed to read the file."],
  folder: ["can't be read: the path is a folder", "Name the file in that folder that holds the key."],
  empty: ["is empty", "Put the key into the file."],
  "not-a-key": [
    "isn't a valid key (it has spaces or odd characters, or is too short)",
    "Put only the key into the file, exactly as your account's key settings page showed it (it is shown only once).",
  ],
  "open-to-others": ["can be read by others", "Make the file readable only by you: chmod 600"],
} as const;

const loginFaults = {
  unreadable: "can't be read",
  damaged: "is damaged",
  "open-to-others": "can be read by others, who could use it",
} as const;

const notRevoked = {
  unconfirmed: "the service has not confirmed that the login has ended",
  "not-offered": "the service offers no way to end the login from here",
  damaged: "its file was damaged, so the login can't be ended from here",
} as const;

const loginRemedies = {
  unreadable: (path: string) =>
    `Check the file's permissions (${rightsCommand(path)}), log in again with coursebinder login, or use an API key.`,
  damaged: () => "Log in again with coursebinder login, or use an API key.",
  "open-to-others": (path: string) =>
    `Make the file readable only by you: chmod 600 ${quoted(path)}. If others may have read the file, end the login with coursebinder logout.`,
};

const answerFaults = {
  large: "it is larger than any answer can be, and was not read",
  no_file: "it is a folder or a device",
  no_answer: "its content is not an answer, or was damaged in transit",
} as const;

const inputs = {
  bill: { name: "a saved bill", not: unsent, fix: "Write a bill with: coursebinder plan --save." },
  answer: {
    name: "a reviewer's answer",
    not: "Nothing was recorded.",
    fix: "An answer is the file saved by a page that review --export made; ask the reviewer to save the answer and send it again.",
  },
  configuration: {
    name: "a service configuration",
    not: "Nothing was started.",
    fix: "See courses/local-service.yaml for an example.",
  },
} as const;

const outputNames = {
  "saved-plan": "a saved plan",
  summary: "a summary for continuous integration",
  outputs: "an outputs file for continuous integration",
  log: "a log file",
  levels: "an answer with levels",
  report: "a report",
  export: "this export",
  "reviewer-page": "a page for a reviewer",
  events: "an --events file",
} as const;

const ofService = {
  service: "The service can't be used in",
  start: "The local service could not start in",
} as const;

export const commandMessages: Messages<Exclude<CommandProblem, OperatorProblem> | RemoteProblem> = {
  usage: ({ message, not = "" }) => ({ what: message, not }),
  bad_value: ({ flag, value, expected }) => ({
    what: `${flag} takes ${expected}, not "${showText(value)}".`,
    not: undone,
  }),
  empty_value: ({ flag, variable }) => ({
    what:
      variable === null
        ? `${flag} has an empty value: is a variable not set? Give ${flag} a value, or leave it out.`
        : `${variable} is set, but empty. Give it a value${flag === null ? "" : ` (it sets ${flag})`}, or unset it.`,
    not: undone,
  }),
  bad_switch: ({ variable, value, flag }) => ({
    what:
      `${variable} is ${value === "" ? "set, but empty" : `"${showText(value)}"`}, which means neither yes nor no. It sets ${flag}: 1, true, yes or on turns the flag on, ` +
      "and 0, false, no or off leaves it off.",
    not: undone,
  }),
  output_unwritten: ({ cause }) => ({
    what: `The output could not be written (${describeCause(cause)}).`,
    not: "The command itself completed.",
  }),
  not_overwritten: ({ flag, path, kind }) => ({
    what: `${showText(path)}, which ${flag} names, isn't ${outputNames[kind]} and would be overwritten.`,
    fix: "Name another file, or move the existing file elsewhere.",
    not: "Nothing was sent, and nothing was changed.",
  }),
  nothing_remembered: ({ folder }) => ({
    what:
      `There is no place for this machine's copy of the ledger: ${folder === null ? "this user has no home directory for a state folder" : `${showText(folder)} can't be made`}. ` +
      "If the ledger were lost, the next run would buy its lessons again.",
    not: unsent,
    fix:
      "Set COURSEBINDER_STATE to a permanent folder. If there is no such folder, as in a container, create the ledger once with coursebinder ledger create " +
      "and use --ledger-must-exist for each run; --new-ledger lets a single run buy without a copy.",
  }),
  no_job_selected: ({ only }) => ({
    what: `No job in the plan matches --only "${showText(only)}".${/[[\]{}]/.test(only) ? " Only * and ? are wildcards there; brackets and braces are literal." : ""}`,
    not: unsent,
  }),
  edition_skipped: ({ edition, place }) => ({
    what: `The plan leaves the edition ${showText(edition)} out (skip, ${describePlace(place)}).`,
    not: unsent,
  }),
  edition_not_in_sequence: ({ edition }) => ({
    what: `The edition ${showText(edition)} has neither a date nor a number at its end, so we can't tell which edition comes next.`,
    fix: 'Write edition: "{isoYear}-W{isoWeek}" in the plan.',
    not: unsent,
  }),
  job_unknown: ({ job, suggestion }) => ({
    what: `The plan has no job "${showText(job)}"${suggestion === null ? "" : `; did you mean "${showText(suggestion)}"?`}`,
  }),
  bad_ledger_address: () => ({
    what: "--ledger or COURSEBINDER_LEDGER is empty, or isn't a PostgreSQL address such as postgres://user:password@host:5432/database.",
    not: unsent,
  }),
  speaks_for_story: ({ jobs }) => ({
    what: [
      ...jobs.flatMap(({ job, evidence }) => [
        `${showText(job)} may have been created:`,
        ...evidence.map((one) => `  - ${describeContrary(one)}`),
      ]),
      "If you resolve it as not created, it will be bought again.",
    ].join("\n"),
    not: unchanged,
    fix:
      "Resolve it with --story if the story exists; if you know that it does not, " +
      'say how you know: --not-created --reason "…". The ledger keeps this reason with the evidence.',
  }),
  declared_before: ({ jobs }) => ({
    what:
      `You said earlier that ${jobs.map(showText).join(" and ")} ${jobs.length === 1 ? "was" : "were"} not created. To take that back, say why with ` +
      '--reason "…". The ledger keeps this reason.',
    not: unchanged,
  }),
  service_config_invalid: ({ lines }) => ({ what: lines.map(showText).join("\n") }),
  service_unusable: ({ what, folder, why, flag = "--data" }) => ({
    what: `${ofService[what]} ${showText(folder)}: ${describeStartProblem(why, flag)}.`,
    not: what === "start" ? "Nothing was started." : unchanged,
  }),
  service_disk_failed: ({ folder, cause }) => ({
    what: `The disk that holds ${showText(folder)} reported an error (${showText(cause)}): data may be missing, so the service stopped answering and ended. Check the disk, then start the service again; it continues where it stopped.`,
  }),
  data_folder_missing: ({ folder }) => ({
    what: `There is no local service in ${showText(folder)}. If its database is on a server, give the address in COURSEBINDER_DATABASE; if there is no service yet, start one with: coursebinder serve --data ${showText(folder)}.`,
    not: unchanged,
  }),
  account_unknown: ({ name, known }) => ({
    what:
      known.length === 0
        ? "There is no account yet; make one with: coursebinder serve admin accounts add <id>."
        : `${name === "" ? "Use --account to name the key's account" : `There is no account ${showText(name)}`}: the accounts are ${firstOf(known)}.`,
    not: unchanged,
  }),
  key_not_made: ({ reason }) => ({ what: showText(reason), not: "No key was made." }),
  no_such_key: ({ which, account }) => ({
    what: `The account ${showText(account)} has no key or connection ${showText(which)}; coursebinder serve keys list shows which account it belongs to: name that account with --account.`,
    not: unchanged,
  }),
  nothing_made: ({ path, isRehearsed }) => ({
    what: `Nothing has been made for this course yet: there is no ledger at ${showText(path)}. ${isRehearsed ? "The course was rehearsed, though: add --local to see the rehearsal." : "A run makes the lessons."}`,
    not: undone,
    next: isRehearsed ? { verb: "same", at: "rehearsal" } : { verb: "run" },
  }),
  nothing_to_review: () => ({
    what: "No lesson in the plan has a text yet, so there is nothing to review, and no page was written.",
  }),
  too_much_to_review: ({ lessons, most }) => ({
    what: `A page for a reviewer can have at most ${most} lessons, but the plan has ${lessons} with a text.`,
    not: "No page was written. Review the lessons at the desk instead.",
  }),
  input_unreadable: ({ kind, path, cause }) => ({
    what: `${showText(path)} can't be used as ${inputs[kind].name}: ${answerFaults[cause as keyof typeof answerFaults] ?? (cause === "ENOENT" ? "there is no such file" : describeCause(cause))}.`,
    not: inputs[kind].not,
    fix: inputs[kind].fix,
  }),
  not_uncertain: ({ job, elsewhere }) => ({
    what: `${showText(job)} has no uncertain creation${elsewhere.length === 0 ? "" : ` in this edition, but other editions have one: ${elsewhere.map(showText).join(", ")}`}.`,
    not: unchanged,
  }),
  several_uncertain: ({ job, count }) => ({
    what: `${showText(job)} has ${pluralize(count, "uncertain creation")}; name the one to resolve by its attempt id.`,
    not: unchanged,
  }),
  story_misfit: describeMisfit,
  story_unknown: ({ job, id }) => ({
    what: `The service has no story ${id} for this account, so it can't be the story of ${showText(job)}.`,
    not: unchanged,
  }),
  book_unknown: ({ id }) => ({ what: `The service has no book ${id} for this account.` }),
  replace_not_selected: ({ job }) => ({
    what: `--replace names ${showText(job)}, which --only or --first leaves out.`,
    not: unsent,
  }),
  port_unusable: ({ port, cause }) => ({
    what: `The review desk can't listen on port ${port} of this computer (${describeCause(cause)}).`,
    fix: "Leave out --port to use a free port.",
  }),
  package_incomplete: ({ missing, uncertain, held, jobs }) => ({
    what:
      `${pluralize(missing, "lesson is", "lessons are")} unfinished${held === 0 ? "" : " or on hold"} (${jobs.map(showText).join(", ")}${missing > jobs.length ? ", …" : ""})` +
      `${uncertain === 0 ? "" : `; ${pluralize(uncertain, "creation is", "creations are")} uncertain`}${held === 0 ? "" : `; ${pluralize(held, "lesson is", "lessons are")} on hold because problems were found (see coursebinder check-lessons)`}. No package was written; --allow-partial packages the lessons that are ready.`,
    next: uncertain > 0 ? { verb: "resolve" } : { verb: held < missing ? "run" : "check-lessons" },
  }),
  service_url_missing: () => ({
    what: "No service is set.",
    fix: "Set STORY_API_URL, give --service, or rehearse with --local.",
    not: unsent,
  }),
  service_url_invalid: ({ url, why }) => ({
    what: `The service's address "${showText(url)}" ${urlFaults[why]}.`,
    not: unsent,
  }),
  key_missing: () => ({
    what: "There is no API key.",
    fix: "Set STORY_API_KEY, or STORY_API_KEY_FILE to a file that only you can read (make a key on your account's key settings page), or log in with coursebinder login.",
    not: unsent,
  }),
  key_unreadable: ({ source, why }) => ({
    what: `The key in ${showText(source)} ${keyFaults[why][0]}.`,
    fix: keyFaults[why][1],
    not: unsent,
  }),
  tls_checks_off: () => ({
    what: "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off verification of the service's certificate.",
    fix: "Unset this variable. If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to that authority's .pem file.",
    not: unsent,
  }),
  login_not_offered: ({ why, detail }) => ({
    what:
      why === "elsewhere"
        ? `The service redirects the login to a site other than its own ("${showText(detail)}"), where your consent could be misused.`
        : `The service offers no login that this program understands (${showText(detail)}).`,
    not: unkept,
    fix: "Use an API key: STORY_API_KEY or STORY_API_KEY_FILE.",
  }),
  login_refused: ({ error, why }) => ({
    what: `The service refused the login: ${showText(error)}${why === "" ? "" : `, "${showText(why)}"`}.`,
    not: unkept,
    fix: "Try to log in again.",
  }),
  login_unreachable: ({ cause }) => ({
    what: `The service could not be reached for the login: ${describeCause(cause)}.`,
    not: unkept,
    fix: "Try again.",
  }),
  login_not_revoked: ({ why, cause }) => ({
    what: `This machine no longer uses the login, but ${notRevoked[why]}${cause === null ? "" : ` (${describeCause(cause)})`}.`,
    fix:
      why === "unconfirmed"
        ? "Run coursebinder logout once the service can be reached."
        : "End the connection on the service's pages.",
  }),
  login_unusable: ({ path, why, cause }) => ({
    what: `The login stored in ${showText(path)} ${loginFaults[why]}${cause === null ? "" : ` (${describeCause(cause)})`}.`,
    not: unsent,
    fix: loginRemedies[why](path),
  }),
  login_given_up: () => ({
    what: "No answer came from the consent page.",
    not: unkept,
    fix: "Log in again.",
  }),
  login_unwritable: ({ path, cause }) => ({
    what:
      path === null
        ? "This user has no home directory to keep a login in."
        : `A login can't be kept at ${showText(path)} (${describeCause(cause)}).`,
    not: "Nobody is logged in.",
    fix: "Set COURSEBINDER_STATE to a folder that this user can write to, or use an API key.",
  }),
};

/** Enough names to see a slip; a service may have thousands. */
const namesMost = 10;

function firstOf(names: readonly string[]): string {
  const more = names.length > namesMost ? `, and ${names.length - namesMost} more` : "";
  return names.slice(0, namesMost).map(showText).join(", ") + more;
}

/** Evidence for a story, or a reason to wait, as a clause. */
export function describeContrary(contrary: Contrary): string {
  switch (contrary.code) {
    case "answered":
      return `the service answered ${contrary.status}, as it does after creating a story`;
    case "id-seen":
      return `${places[contrary.where]} names ${contrary.id}, which may be the story's id; --story checks it`;
    case "balance-fell": {
      const { least, most } = contrary.unexplained;
      const fall = least === most ? pluralize(least, "credit") : `${least} to ${most} credits`;
      return `the balance fell by ${fall} that this ledger's other stories don't explain; writing this story costs ${contrary.writing}`;
    }
    case "too-early":
      return `it is too early to tell: the service may still accept the request, or may not show its cost yet; wait ${formatDuration(contrary.waitMs)}`;
  }
}

const places = {
  answer: "its answer",
  "rescue-file": "a rescue file",
  "torn-record": "a cut-off record of the ledger",
} as const;

const misfitWords: Readonly<Record<Misfit, string>> = {
  topic: "topic",
  language: "language",
  difficulty: "difficulty",
  time: "time",
  "other-lesson": "lesson (the story already belongs to another lesson)",
};

/** Why a story doesn't fit a lesson; if only its time differs, how to accept it anyway. */
function describeMisfit({
  job,
  id,
  misfits,
  time,
}: {
  job: string;
  id: string;
  misfits: readonly Misfit[];
  time: TimeDiffers;
}): Message {
  const [only] = misfits;
  if (misfits.length > 1 || only !== "time") {
    const names = misfits.map((misfit) => misfitWords[misfit]).join(", ");
    return {
      what: `Story ${id} is not the story that ${showText(job)} requested. These details don't match: ${names}.`,
      not: unchanged,
    };
  }
  const spans = time.expected.map(({ from, until }) => `${from} and ${until}`).join(", or ");
  return {
    what:
      `Story ${id} has the topic, language and difficulty that ${showText(job)} asked for, but was created at another time, ${showText(time.createdAt)}: ` +
      `the request to create the lesson was sent between ${spans}, by the service's clock as far as that clock is known.`,
    not: unchanged,
    fix: 'It may be an older story on the same topic. If you know that it is the right story, say how you know: --reason "…". The ledger keeps this reason.',
  };
}
