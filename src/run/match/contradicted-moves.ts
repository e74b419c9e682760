import type { LedgerState } from "../../ledger/format/state.ts";
import type { Move, Plan } from "../../plan/plan.ts";
import { grouped } from "../../shared/grouped.ts";
import { type Bought, cellOf, lastTextOf } from "./bought-lessons.ts";
import type { Row } from "./lesson-matching.ts";
import { foldTopic } from "./topic-text.ts";

/** An entry of `moved` whose lesson has another topic's exact text. */
export interface ContradictedMove {
  readonly move: Move;
  /** The job that has the lesson by its text. */
  readonly job: string;
}

interface Given {
  readonly rows: readonly Row[];
  readonly lessons: readonly Bought[];
  readonly state: LedgerState;
}

/**
 * Finds moves that would cause a second purchase: their topic has a job without a lesson, but gets none of the entry's lessons because
 * another topic has exactly their text. An entry stays in the plan for good, so one about another edition is ignored. Pure.
 */
export function findContradicted(
  { moved, edition }: Plan,
  { rows, lessons, state }: Given,
): ContradictedMove[] {
  if (moved.length === 0 || lessons.length === 0) return [];
  const ofTopic = grouped(rows, ({ job }) => job.topicId);
  const holders = new Map<Bought, Row>();
  for (const row of rows) if (row.found !== null) holders.set(row.found, row);
  const editions = { edition, state };
  return moved.flatMap((move): ContradictedMove[] => {
    const own = ofTopic.get(move.to) ?? [];
    const open = new Set(own.flatMap(({ job, found }) => (found === null ? [cellOf(job.request)] : [])));
    if (open.size === 0) return [];
    const meant = lessons.filter((lesson) => isMeant(lesson, move, edition));
    const held = meant.map((lesson) => holders.get(lesson));
    if (held.some((row) => row?.job.topicId === move.to) || isOfOtherEdition(move, editions)) return [];
    const denied = held.find((row) => row?.match === "text" && open.has(cellOf(row.job.request)));
    return denied === undefined ? [] : [{ move, job: denied.job.id }];
  });
}

function isMeant(lesson: Bought, { from, text }: Move, edition: string): boolean {
  if (from !== null) return lesson.plainKey.startsWith(`${edition}/${from}.`);
  return text !== null && foldTopic(lastTextOf(lesson)) === foldTopic(text);
}

function isOfOtherEdition(
  { from }: Move,
  { edition, state }: { readonly edition: string; readonly state: LedgerState },
): boolean {
  for (const key of state.jobs.keys()) {
    const [of, name = ""] = key.split("/");
    if (of !== edition && (from === null || name.startsWith(`${from}.`))) return true;
  }
  return false;
}
