import type { HowDifferent, JobDifference } from "../../../run/problem.ts";
import { showText } from "../../../shared/text.ts";

const differenceWords: Readonly<Record<HowDifferent, string>> = {
  added: "would be bought now, and was not reviewed",
  left: "is no longer in the plan",
  unselected: "is not selected now",
  bought: "has a story by now",
  not_bought: "can't be bought now",
  topic: "has another topic",
  words: "asks for other words",
  settings: "has other settings",
  price: "has another price",
};

/** More lines don't help; `--json` has them all. */
const differencesMost = 20;

/** Every lesson that would be bought otherwise than it was reviewed, each on a line of its own. */
export function describeDifferences(jobs: readonly JobDifference[]): string {
  const lines = jobs
    .slice(0, differencesMost)
    .map(({ job, how }) => `\n  ${showText(job)} ${how.map((part) => differenceWords[part]).join(", ")}`);
  const more = jobs.length - lines.length;
  return `${lines.join("")}${more === 0 ? "" : `\n  and ${more} more; --json names them`}`;
}
