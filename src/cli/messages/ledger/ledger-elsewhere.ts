import { basename, dirname } from "node:path";
import type { LostLedger } from "../../../run/memory/lost-ledger.ts";
import { type BoughtElsewhere, canFindLost } from "../../../run/memory/unknown-purchases.ts";
import type { SharedOptions } from "../../parser/options.ts";

/** A ledger of a course in a file: its absolute path. */
export interface PlaceOfLedger {
  readonly path: string;
  readonly course: string;
}

type Elsewhere = Extract<LostLedger, { code: "ledger_begun_anew" | "bought_elsewhere" }>;

export type ElsewhereRemedy =
  | { readonly verb: "run"; readonly ledger: PlaceOfLedger }
  | { readonly verb: "ledger join"; readonly path: string }
  | { readonly verb: "ledger rebuild" }
  /** A person decides to pay once more for what another course has. */
  | { readonly verb: "run --new-ledger"; readonly again: readonly BoughtElsewhere[] };

/**
 * What helps where lessons were bought with another ledger; null where no command does. A ledger of the course that is still there is gone on
 * with, in place of one that is new. Two that have both bought lessons are joined: to go on with the other would only turn the question round.
 * Another course's ledger is neither lost nor this one's: what both courses are to have is paid for once more, or left out.
 */
export function remedyElsewhere(problem: Elsewhere): ElsewhereRemedy | null {
  if (problem.code === "bought_elsewhere") {
    const other = problem.again.find(({ isOwn, now }) => isOwn && (now === "there" || now === "unknown"));
    return other === undefined ? payAgain(problem) : { verb: "ledger join", path: other.path };
  }
  const [newest] = problem.ledgers
    .filter(({ isOwn, now }) => isOwn && now === "there")
    .sort((one, other) => (other.last ?? "").localeCompare(one.last ?? ""));
  if (newest !== undefined) return { verb: "run", ledger: newest };
  return canFindLost(problem) ? { verb: "ledger rebuild" } : payAgain(problem);
}

function payAgain({ again }: Elsewhere): ElsewhereRemedy | null {
  return isOfOtherCourses(again) ? { verb: "run --new-ledger", again } : null;
}

/** Whether lessons that would be paid for again are all of courses with other names. */
export function isOfOtherCourses(again: readonly BoughtElsewhere[]): boolean {
  return again.length > 0 && again.every(({ isOwn }) => !isOwn);
}

/**
 * The shared flags by which a command finds another ledger of the course: its own `--out` where it lies in a course's folder, so that the stories
 * beside it are found too. Where a ledger is named, another one has to be named: the variable may still be set.
 */
export function sharedWith({ path, course }: PlaceOfLedger, shared: SharedOptions): SharedOptions {
  const folder = dirname(path);
  const above = dirname(folder);
  const isInCourseFolder = basename(path) === "ledger.jsonl" && basename(folder) === course;
  const isInRehearsal = basename(above) === "local";
  if (shared.ledger !== null || !isInCourseFolder || (shared.local && !isInRehearsal)) {
    return { ...shared, ledger: path };
  }
  return { ...shared, out: shared.local ? dirname(above) : above };
}
