import type { Gap } from "../../../package/contents/course.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { type Again, commandLine } from "../next-command.ts";

/** More lines would scroll the rest of the output off the screen. */
const mostGaps = 10;

const states: Readonly<Record<string, string>> = {
  pending: "not started",
  active: "still being made",
  held: "on hold, as quality in the plan says",
  unapproved: "not approved, as review in the plan wants",
};

/** What a partial package lacks, one line per lesson up to a limit, and where to find the whole list. */
export function describeGaps(gaps: readonly Gap[], again: Again): string[] {
  if (gaps.length === 0) return [];
  const shown = gaps.slice(0, mostGaps);
  const width = Math.max(...shown.map(({ job }) => job.length));
  const more = gaps.length - shown.length;
  const list = `START-HERE.html and publisher/manifest.json in the package list what is missing; so does ${commandLine("status", again)}`;
  return [
    `missing  ${pluralize(gaps.length, "lesson")} ${describeStates(gaps)}:`,
    ...shown.map((gap) => `         ${gap.job.padEnd(width)}  ${describeGap(gap)}`),
    ...(more === 0 ? [] : [`         and ${more} more`]),
    `         ${list}`,
  ];
}

function describeGap({ state, lacks }: Gap): string {
  const why = states[state] ?? state;
  return lacks === "sound" ? `${why}; its text is in the package, its recording is not` : why;
}

/** Why there is no package although some lessons are finished, and how to get one anyway. */
export function describeWithheld(gaps: readonly Gap[], again: Again): string {
  const missing = pluralize(gaps.length, "lesson is", "lessons are");
  return `package  none was written: ${missing} ${describeStates(gaps)}. What is done can be packaged with: ${commandLine("package", again, "--allow-partial")}`;
}

function describeStates(gaps: readonly Gap[]): string {
  const has = (one: string): boolean => gaps.some(({ state }) => state === one);
  return `not finished${has("held") ? " or on hold" : ""}${has("unapproved") ? " or not approved" : ""}`;
}
