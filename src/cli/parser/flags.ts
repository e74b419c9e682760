import { rehearsalCalls, standardCalls } from "../../course/call-options.ts";
import { platforms } from "../../plan/names.ts";
import { runOrders } from "../../rate-limit/usage-log.ts";
import { formatRate, shortDuration } from "../../shared/duration.ts";
import { type PostgresAddress, readPostgresAddress } from "../../shared/postgres/address.ts";
import { usage } from "../problem.ts";
import { audioChoices, type RawOptions, text } from "./options.ts";
import type { Flag } from "./verb.ts";

const calls = "Calls to the service:";

/** How long one read may take. */
export const timeout: Flag = {
  flags: "--timeout <duration>",
  text: "the longest time that one read may take",
  standard: shortDuration(standardCalls.timeoutMs),
  group: calls,
  env: "COURSEBINDER_TIMEOUT",
};

/** How to call the service. */
export const calling: readonly Flag[] = [
  {
    flags: "--poll <duration>",
    text: "the time between two reads of a story",
    standard: `${shortDuration(standardCalls.pollMs)}; ${shortDuration(rehearsalCalls.pollMs)} with --local`,
    group: calls,
    env: "COURSEBINDER_POLL",
  },
  timeout,
  {
    flags: "--max-wait <duration>",
    text: "the longest Retry-After to wait for",
    standard: shortDuration(standardCalls.maxWaitMs),
    group: calls,
    env: "COURSEBINDER_MAX_WAIT",
  },
  {
    flags: "--order <order>",
    text: "batch: finish the whole course soonest; stream: finish early lessons first",
    choices: runOrders,
    standard: standardCalls.order,
    group: calls,
    env: "COURSEBINDER_ORDER",
  },
  {
    flags: "--limit-calls <rate>",
    text: "the rate of calls that the service allows",
    standard: `${formatRate(standardCalls.calls)}; ${formatRate(rehearsalCalls.calls)} with --local`,
    group: calls,
    env: "COURSEBINDER_LIMIT_CALLS",
    refusesEmpty: true,
  },
  {
    flags: "--limit-starts <rate>",
    text: "the rate of paid starts that the service allows",
    standard: `${formatRate(standardCalls.starts)}; ${formatRate(rehearsalCalls.starts)} with --local`,
    group: calls,
    env: "COURSEBINDER_LIMIT_STARTS",
    refusesEmpty: true,
  },
];

/** Selects the course's edition. */
export const editions: readonly Flag[] = [
  { flags: "--edition <name>", text: "use this edition instead of the plan's" },
  {
    flags: "--date <date>",
    text: "the day for {date} and similar placeholders, such as 2026-11-20",
    standard: "today, in UTC",
  },
];

/** For one creation. */
export const creationTimeout: Flag = {
  flags: "--creation-timeout <duration>",
  text: "the longest time that one creation may take",
  standard: shortDuration(standardCalls.creationTimeoutMs),
  env: "COURSEBINDER_CREATION_TIMEOUT",
  group: calls,
};

/** How long a story may take. */
const giveUp: Flag = {
  flags: "--give-up <duration>",
  text: "stop following a story that has not ended after this long",
  standard: shortDuration(standardCalls.giveUpMs),
  env: "COURSEBINDER_GIVE_UP",
  group: calls,
};

/** Flags of `calling` that have no effect if no story is created or followed. */
export const ofStories = ["--poll", "--order", "--limit-starts"] as const;

/** Files for continuous integration; GitHub Actions gets the same content without these flags. */
export const reporting: readonly Flag[] = [
  {
    flags: "--summary <file>",
    text: "write the bill, result, problems and next steps as Markdown, for a page or a comment",
    env: "COURSEBINDER_SUMMARY",
    refusesEmpty: true,
  },
  {
    flags: "--outputs <file>",
    text: "write package, spent, uncertain, has-changes and exit-code as lines of name=value",
    env: "COURSEBINDER_OUTPUTS",
    refusesEmpty: true,
  },
];

// The flags of `run`, and those that it shares with the commands that show or repeat a part of it.

export const choosing: readonly Flag[] = [
  { flags: "--only <glob>", text: 'only jobs whose id matches this pattern, for example "*.es.2"' },
  { flags: "--first <n>", text: "only the first n jobs: a sample of the plan" },
  {
    flags: "--max-credits <n>",
    text: "the most additional credits that this run may commit",
    env: "COURSEBINDER_MAX_CREDITS",
    refusesEmpty: true,
  },
];

const withoutAligning: Flag = {
  flags: "--no-align",
  text: "skip timing the sentences; the align command can do it later",
  env: "COURSEBINDER_NO_ALIGN",
};

export const consents: readonly Flag[] = [
  {
    flags: "--ledger-must-exist",
    text: "refuse to create a new ledger (for CI, where one should already exist)",
  },
  {
    flags: "--new-ledger",
    text: "use a ledger that lacks purchases known to this machine, and pay for those lessons again (an older copy of a ledger is still refused)",
  },
  {
    flags: "--other-account",
    text: "continue with an account that has none of the ledger's stories (lessons already bought stay unchanged on this machine)",
  },
];

export const packaging: readonly Flag[] = [
  {
    flags: "--for <platform>",
    text: "include the file that suits this learning platform best, in addition to the plan's formats",
    choices: platforms,
    standard: "the plan's platforms",
    env: "COURSEBINDER_FOR",
  },
  { flags: "--allow-partial", text: "package the lessons that are ready, and list the missing ones" },
  {
    flags: "--audio <choice>",
    text: "which formats contain sound, in addition to the audio folder: none (link), all that can (embed), or a list such as epub,scorm",
    choices: audioChoices,
    takesList: true,
    standard: "the plan's package.audio",
    env: "COURSEBINDER_AUDIO",
  },
];

export const replacing: Flag = {
  flags: "--replace <job@id>",
  text: "buy another story for a job, but only if the id of its current story begins with the id given",
  repeats: true,
};

export const running: readonly Flag[] = [
  {
    flags: "--approved <file>",
    text: "buy exactly what this saved bill shows, or nothing; the bill also determines the jobs",
  },
  { flags: "--yes", text: "don't ask for confirmation: the plan's budget counts as consent" },
  replacing,
  {
    flags: "--hold-unexplained",
    text: "buy nothing if the account's balance fell by more than the ledger explains",
    env: "COURSEBINDER_HOLD_UNEXPLAINED",
  },
  {
    flags: "--retry-refused",
    text: "make one more attempt at each job that was refused for a temporary reason",
  },
  {
    flags: "--deadline <duration>",
    text: "end within this time: create only what can be finished by then; the next run continues",
    env: "COURSEBINDER_DEADLINE",
    refusesEmpty: true,
  },
  ...packaging,
  withoutAligning,
  {
    flags: "--events <file>",
    text: "append a line of JSON for every event, for a program that watches the run",
    env: "COURSEBINDER_EVENTS",
    refusesEmpty: true,
  },
  {
    flags: "--after-creation <command>",
    text: "run this shell command after each creation and before the next; if it fails, nothing more is created",
    env: "COURSEBINDER_AFTER_CREATION",
    refusesEmpty: true,
  },
  creationTimeout,
  giveUp,
];

/** The database of the local service. An address with a password belongs in the environment variable: other users of a machine can see command lines. */
export const databaseFlag: Flag = {
  flags: "--database <address>",
  text: "keep the service's state on a PostgreSQL server (postgres://…), which several processes can share",
  env: "COURSEBINDER_DATABASE",
  refusesEmpty: true,
};

/** The address that `--database` gives, or null for a file in the data folder. Throws a Failure that does not repeat an invalid address. */
export function databaseIn(raw: RawOptions): PostgresAddress | null {
  const given = text(raw, "database");
  if (given === null) return null;
  const address = readPostgresAddress(given);
  // What follows a # would name a ledger.
  if (address !== null && address.ledger === null) return address;
  throw usage(
    "--database or COURSEBINDER_DATABASE isn't a PostgreSQL address such as postgres://user:password@host:5432/database.",
    "Nothing was started.",
  );
}
