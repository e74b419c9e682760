import { rehearsalCalls, standardCalls } from "../../course/call-options.ts";
import { runOrders } from "../../rate-limit/usage-log.ts";
import { formatRate, shortDuration } from "../../shared/duration.ts";
import type { Flag } from "./verb.ts";

const calls = "Calls to the service:";

/** How long one read may take. */
export const timeout: Flag = {
  flags: "--timeout <duration>",
  text: "for one read",
  standard: shortDuration(standardCalls.timeoutMs),
  group: calls,
  env: "COURSEBINDER_TIMEOUT",
};

/** How to call the service. */
export const calling: readonly Flag[] = [
  {
    flags: "--poll <duration>",
    text: "between two reads of a story",
    standard: `${shortDuration(standardCalls.pollMs)}; ${shortDuration(rehearsalCalls.pollMs)} with --local`,
    group: calls,
    env: "COURSEBINDER_POLL",
  },
  timeout,
  {
    flags: "--max-wait <duration>",
    text: "the longest Retry-After to sit out",
    standard: shortDuration(standardCalls.maxWaitMs),
    group: calls,
    env: "COURSEBINDER_MAX_WAIT",
  },
  {
    flags: "--order <order>",
    text: "batch: the whole course soonest; stream: early lessons first",
    choices: runOrders,
    standard: standardCalls.order,
    group: calls,
    env: "COURSEBINDER_ORDER",
  },
  {
    flags: "--limit-calls <rate>",
    text: "calls that the service allows",
    standard: `${formatRate(standardCalls.calls)}; ${formatRate(rehearsalCalls.calls)} with --local`,
    group: calls,
    env: "COURSEBINDER_LIMIT_CALLS",
    refusesEmpty: true,
  },
  {
    flags: "--limit-starts <rate>",
    text: "paid starts that it allows",
    standard: `${formatRate(standardCalls.starts)}; ${formatRate(rehearsalCalls.starts)} with --local`,
    group: calls,
    env: "COURSEBINDER_LIMIT_STARTS",
    refusesEmpty: true,
  },
];

/** Selects the course's edition. */
export const editions: readonly Flag[] = [
  { flags: "--edition <name>", text: "instead of the plan's edition" },
  {
    flags: "--date <date>",
    text: "the day for {date} and the like, such as 2026-11-20",
    standard: "today, in UTC",
  },
];

/** For one creation. */
export const creationTimeout: Flag = {
  flags: "--creation-timeout <duration>",
  text: "for one creation",
  standard: shortDuration(standardCalls.creationTimeoutMs),
  env: "COURSEBINDER_CREATION_TIMEOUT",
  group: calls,
};

/** How long a story may take. */
export const giveUp: Flag = {
  flags: "--give-up <duration>",
  text: "leave a story that does not end",
  standard: shortDuration(standardCalls.giveUpMs),
  env: "COURSEBINDER_GIVE_UP",
  group: calls,
};

/** Flags of `calling` that mean nothing if no story is created or followed. */
export const ofStories = ["--poll", "--order", "--limit-starts"] as const;

/** Files for continuous integration; GitHub Actions gets the same without them. */
export const reporting: readonly Flag[] = [
  {
    flags: "--summary <file>",
    text: "write bill, result, problems and what to do as Markdown, for a page or a comment",
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
