import type { ResolvedPlan } from "./matrix/resolve-defaults.ts";
import type { Place, Move as PlannedMove } from "./plan.ts";
import type { PlanProblem } from "./problem.ts";
import { makeSuggester, namesMost } from "./schema/suggest.ts";
import type { WrittenMove, WrittenPlan } from "./schema/written-plan.ts";
import type { Places } from "./yaml/read-yaml.ts";
import type { Readable } from "./yaml/readable.ts";

export interface Moves {
  /** A topic's former ids, the newest first. */
  readonly formerIds: (topicId: string) => readonly string[];
  /** As written, each with its place. */
  readonly moves: readonly PlannedMove[];
  readonly problems: readonly PlanProblem[];
}

const none: readonly string[] = [];

interface Ends {
  readonly fromPlace: Place;
  readonly toPlace: Place;
}

interface Move extends Ends {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads `moved`: renamed topics, which keep the stories bought under an earlier id. A topic may have been renamed several times (`a` to
 * `b`, then `b` to `c`), and its old id may now be another topic's, as after a swap or a renumbering. A move to a nonexistent topic is an
 * error, since its lessons would be bought again.
 */
export function readMoves(written: Readable<WrittenPlan>, resolved: ResolvedPlan, places: Places): Moves {
  const planned = (written.moved ?? []).flatMap((move, index): (PlannedMove & Ends)[] => {
    const path = ["moved", index];
    const { from = null, text = null, to } = move ?? {};
    if (to === undefined) return [];
    const ends = { fromPlace: places.of([...path, "from"]), toPlace: places.of([...path, "to"]) };
    return [{ from, text, to, place: places.of(path), ...ends }];
  });
  const moves = planned.flatMap(({ from, ...move }): Move[] => (from === null ? [] : [{ ...move, from }]));
  const byFrom = firstOf(moves, "from");
  const byTo = firstOf(moves, "to");
  const problems = [
    ...moves.flatMap((move) => repeated(move, "from", byFrom)),
    ...moves.flatMap((move) => repeated(move, "to", byTo)),
    ...misled(planned, byFrom, resolved),
    ...(written.moved ?? []).flatMap((move, index) => wronglyBegun(move, ["moved", index], places)),
  ];
  const formerIds = (topicId: string): readonly string[] =>
    byTo.size === 0 ? none : formerIdsOf(topicId, byTo);
  return {
    formerIds,
    moves: planned.map(({ from, text, to, place }) => ({ from, text, to, place })),
    problems,
  };
}

function firstOf(moves: readonly Move[], end: "from" | "to"): ReadonlyMap<string, Move> {
  const first = new Map<string, Move>();
  for (const move of moves) if (!first.has(move[end])) first.set(move[end], move);
  return first;
}

function repeated(move: Move, end: "from" | "to", firsts: ReadonlyMap<string, Move>): PlanProblem[] {
  const first = firsts.get(move[end]);
  if (first === undefined || first === move) return [];
  const [place, before] = end === "from" ? [move.fromPlace, first.fromPlace] : [move.toPlace, first.toPlace];
  return [{ severity: "error", place, code: "moved_twice", end, topic: move[end], first: before }];
}

/** A move must have exactly one of `from` and `text`. */
function wronglyBegun(
  move: Readable<WrittenMove> | undefined,
  path: readonly (string | number)[],
  places: Places,
): PlanProblem[] {
  if (move === undefined) return [];
  const given = ["from", "text"].filter((key) => places.has([...path, key]));
  const place = places.of(path);
  if (given.length === 2) return [{ severity: "error", place, code: "moved_by_both" }];
  if (given.length === 1) return [];
  return [{ severity: "error", place, code: "missing_key", key: "from", within: "moved" }];
}

/** Moves that lead to no topic of the plan, or back to their start. */
function misled(
  moves: readonly (PlannedMove & Ends)[],
  byFrom: ReadonlyMap<string, Move>,
  resolved: ResolvedPlan,
): PlanProblem[] {
  const ids = resolved.topics.map(({ id }) => id);
  const planned = new Set(ids);
  const suggestTopic = makeSuggester(ids);
  return moves.flatMap(({ from, to, toPlace }): PlanProblem[] => {
    if (from !== null && (from === to || isCircle({ from, to }, byFrom, planned)))
      return [{ severity: "error", place: toPlace, code: "moved_in_circle", topic: to }];
    // Lessons found by text go directly to a current topic; those found by id may be moved on by further entries.
    if (planned.has(to) || (from !== null && byFrom.has(to)) || !resolved.knowsAllTopics) return [];
    const known = ids.slice(0, namesMost);
    const suggestion = suggestTopic(to);
    return [{ severity: "error", place: toPlace, code: "moved_nowhere", topic: to, known, suggestion }];
  });
}

function isCircle(
  move: Pick<Move, "from" | "to">,
  byFrom: ReadonlyMap<string, Move>,
  planned: ReadonlySet<string>,
): boolean {
  const seen = new Set([move.from]);
  for (let at: string | undefined = move.to; at !== undefined; at = byFrom.get(at)?.to) {
    if (planned.has(at)) return false;
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

function formerIdsOf(topicId: string, byTo: ReadonlyMap<string, Move>): readonly string[] {
  const former = new Set<string>();
  for (
    let at = byTo.get(topicId)?.from;
    at !== undefined && at !== topicId && !former.has(at);
    at = byTo.get(at)?.from
  ) {
    former.add(at);
  }
  return [...former];
}
