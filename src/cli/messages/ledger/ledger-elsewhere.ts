import { basename, dirname } from "node:path";
import { rehearsalsFolder } from "../../../plan/names.ts";
import type { BoughtElsewhere } from "../../../run/problem.ts";
import { canFindLost, type LostLedger } from "../../../run/purchases-elsewhere.ts";
import type { SharedOptions } from "../../parser/options.ts";

/** A course's ledger in a file, with its absolute path. */
export interface PlaceOfLedger {
  readonly path: string;
  readonly course: string;
}

type Elsewhere = Extract<LostLedger, { code: "ledger_begun_anew" | "bought_elsewhere" }>;

export type ElsewhereRemedy =
  | { readonly verb: "run"; readonly ledger: PlaceOfLedger }
  | { readonly verb: "ledger join"; readonly path: string }
  | { readonly verb: "ledger restore" }
  /** The user decides to pay again for what another course has. */
  | { readonly verb: "run --new-ledger"; readonly again: readonly BoughtElsewhere[] };

/**
 * The remedy if lessons were bought with another ledger; null if no command helps. An existing ledger of the course is used instead of a
 * new one. Two that both have purchases are joined: switching to the other would only reverse the problem. Another course's ledger is
 * neither lost nor this one's: lessons wanted in both courses are paid for again, or left out.
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
  return canFindLost(problem) ? { verb: "ledger restore" } : payAgain(problem);
}

function payAgain({ again }: Elsewhere): ElsewhereRemedy | null {
  return isOfOtherCourses(again) ? { verb: "run --new-ledger", again } : null;
}

/** Whether all lessons that would be paid for again belong to courses with other names. */
export function isOfOtherCourses(again: readonly BoughtElsewhere[]): boolean {
  return again.length > 0 && again.every(({ isOwn }) => !isOwn);
}

/**
 * The shared flags with which a command finds another ledger of the course: its own `--out` if it lies in a course's folder, so that the
 * stories beside it are found too. If a ledger is given now, the other must be given explicitly, since the variable may still be set.
 */
export function sharedWith({ path, course }: PlaceOfLedger, shared: SharedOptions): SharedOptions {
  const folder = dirname(path);
  const above = dirname(folder);
  const isInCourseFolder = basename(path) === "ledger.jsonl" && basename(folder) === course;
  const isInRehearsal = basename(above) === rehearsalsFolder;
  if (shared.ledger !== null || !isInCourseFolder || (shared.local && !isInRehearsal)) {
    return { ...shared, ledger: path };
  }
  return { ...shared, out: shared.local ? dirname(above) : above };
}
