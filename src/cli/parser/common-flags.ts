import type { Flag } from "./verb.ts";

/** How long one read may take. */
export const result: Flag = {
  flags: "--timeout <duration>",
  text: "for one read (default 30s)",
  env: "COURSEBINDER_TIMEOUT",
};

/** How the service is called. */
export const calling: readonly Flag[] = [
  {
    flags: "--poll <duration>",
    text: "between two reads of a story (default 20s; 1s with --local)",
    env: "COURSEBINDER_POLL",
  },
  result,
  {
    flags: "--max-wait <duration>",
    text: "the longest Retry-After to sit out (default 15m)",
    env: "COURSEBINDER_MAX_WAIT",
  },
  {
    flags: "--order <order>",
    text: "batch: the whole course soonest (default); stream: early lessons first",
    env: "COURSEBINDER_ORDER",
  },
  {
    flags: "--limit-calls <rate>",
    text: "calls allowed, such as 60/1m",
    env: "COURSEBINDER_LIMIT_CALLS",
    restricts: true,
  },
  {
    flags: "--limit-starts <rate>",
    text: "paid starts allowed, such as 20/10m",
    env: "COURSEBINDER_LIMIT_STARTS",
    restricts: true,
  },
];

/** Which edition of the course is meant. */
export const editions: readonly Flag[] = [
  { flags: "--edition <name>", text: "instead of the plan's edition" },
  {
    flags: "--date <date>",
    text: "the day for {date} and the like, such as 2026-11-20 (default today, in UTC)",
  },
];
