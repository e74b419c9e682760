import type { StoryAboveQuote } from "../../../ledger/format/charges.ts";
import type { ExplainedFall, RunNotice, RunProblem } from "../../../run/problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";

/** The name of each ceiling. */
const ceilingNames = {
  edition: "the plan's budget for this edition",
  month: "the plan's budget for this month",
  run: "--max-credits",
  balance: "the account's balance",
} as const;

type MoneyProblem = Extract<RunProblem, { code: "over_budget" | "balance_unexplained" }>;
type Words = {
  [Code in MoneyProblem["code"]]: (problem: Extract<MoneyProblem, { code: Code }>) => string;
};

export const moneyWords: Words = {
  over_budget: ({ ceiling, limit, committed, price, job, left = 0, aboveQuote = [] }) => {
    const sum = `with the ${committed} committed already that is ${committed + price}`;
    if (job === null)
      return (
        `The stories to make cost ${pluralize(price, "credit")}; ${sum}, and ${ceilingNames[ceiling]} is ${limit}. ` +
        "No story was created."
      );
    return (
      `${showText(job)} costs ${pluralize(price, "credit")}; ${sum}, ${committed + price - limit} more than ${ceilingNames[ceiling]} of ${limit}. ` +
      `It was not sent, and ${pluralize(left, "lesson is", "lessons are")} not bought; what exists is followed to its end.${describeAboveQuote(aboveQuote)}`
    );
  },
  balance_unexplained: (fall) =>
    `${describeFall(fall)} ${perhaps} Because of --hold-unexplained no story was created. Look in your account what it was; a run without that ` +
    "flag takes it as accounted for.",
};

type MoneyNotice = Extract<
  RunNotice,
  { code: "story_above_quote" | "clock_disbelieved" | "month_kept" | "balance_fell" }
>;
type NoticeWords = {
  [Code in MoneyNotice["code"]]: (notice: Extract<MoneyNotice, { code: Code }>) => string;
};

export const moneyNoticeWords: NoticeWords = {
  story_above_quote: ({ job, quoted, cost }) =>
    `${showText(job)} was quoted at ${pluralize(quoted, "credit")} and has cost ${cost} by now. The higher figure counts.`,
  clock_disbelieved: ({ clock, at, own }) =>
    `The ${clock} says that it is ${describeDay(at)}, and this machine ${describeDay(own)}: more than a year apart, so the month's budget goes by this ` +
    "machine's clock. Set the one that is wrong.",
  month_kept: ({ month, byClocks }) =>
    `The ledger has purchases of ${month}, and the clocks say ${byClocks}: what is bought now counts in ${month}, so that no month's budget is ` +
    "spent twice. A clock was or is wrong.",
  balance_fell: (fall) =>
    fall.unexplained > 0
      ? `${describeFall(fall)} ${perhaps}`
      : `${describeBalances(fall)}${describeOthers(fall)}${describeUncertain(fall)}.`,
};

function describeBalances({ since, before, now }: ExplainedFall): string {
  return `Since ${since} the account's balance fell from ${before} to ${now}`;
}

/** A harmless explanation: this machine's other courses. */
function describeOthers({ byOthers, courses }: ExplainedFall): string {
  if (byOthers === 0) return "";
  const names = courses.slice(0, shownMost).map(showText).join(", ");
  return `; ${byOthers} of that fits what this machine has bought with other ledgers (${names})`;
}

function describeUncertain({ perhapsUncertain }: ExplainedFall): string {
  if (perhapsUncertain === 0) return "";
  return `; ${perhapsUncertain} of that may be creations whose outcome nobody knows: coursebinder resolve lists them`;
}

function describeFall(fall: ExplainedFall): string {
  const { unexplained, perhapsUncertain } = fall;
  return (
    `${describeBalances(fall)}${describeOthers(fall)}, and ${pluralize(unexplained, "credit")} of that no story of this ledger explains` +
    `${perhapsUncertain === 0 ? "." : `, not even with the ${perhapsUncertain} that creations of unknown outcome may have cost.`}`
  );
}

const perhaps =
  "Another program or person may use the account, or another course; or stories were bought that this ledger does not know, such as those of a " +
  "ledger that was lost, or a creation that was declared not made.";

const shownMost = 5;

function describeAboveQuote(stories: readonly StoryAboveQuote[]): string {
  if (stories.length === 0) return "";
  const shown = stories
    .slice(0, shownMost)
    .map(({ job, quoted, cost }) => `${showText(job)} ${cost} instead of ${quoted}`);
  const more = stories.length - shown.length;
  return ` Above their quotes: ${shown.join(", ")}${more === 0 ? "" : `, and ${more} more`}.`;
}

function describeDay(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "no date" : date.toISOString().slice(0, -"T00:00:00.000Z".length);
}
