import type { Move } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { WrittenMove } from "./schema.ts";
import type { PlanTopics } from "./topics.ts";

export interface Moves {
  /** A topic's former ids, the newest first. */
  readonly formerIds: (topicId: string) => readonly string[];
  /** As written, each with its place. */
  readonly moves: readonly Move[];
}

const none: readonly string[] = [];

/**
 * Reads `moved`: renamed topics, which keep the stories bought under an earlier id. A topic may have been renamed several times (`a` to
 * `b`, then `b` to `c`), and its old id may now be another topic's, as after a swap or a renumbering. A move to a nonexistent topic is an
 * error, since its lessons would be bought again.
 */
export function readMoves({ written, topics, hasAllTopics }: PlanTopics, reading: Reading): Moves {
  const { places } = reading;
  const moved = written.moved ?? [];
  const firsts = { from: new Map<string, WrittenMove>(), to: new Map<string, WrittenMove>() };
  for (const [index, move] of moved.entries()) {
    const place = places.of(moved, index);
    if (move.from !== undefined && move.text !== undefined) reading.error(place, "moved_by_both", {});
    if (move.from === undefined && move.text === undefined)
      reading.error(place, "missing_key", { key: "from", within: "moved" });
    if (move.from === undefined) continue;
    for (const end of ["from", "to"] as const) {
      const topic = move[end] ?? "";
      const first = firsts[end].get(topic);
      if (first === undefined) firsts[end].set(topic, move);
      else reading.error(places.of(move, end), "moved_twice", { end, topic, first: places.of(first, end) });
    }
  }
  const planned = new Set(topics.map(({ id }) => id));
  for (const move of moved) {
    const { from, to: topic } = move;
    const place = places.of(move, "to");
    // Lessons found by text go directly to a current topic; those found by id may be moved on by further entries.
    const leadsOn = from !== undefined && firsts.from.has(topic);
    if (from !== undefined && (from === topic || isCircle(move, firsts.from, planned))) {
      reading.error(place, "moved_in_circle", { topic });
    } else if (!planned.has(topic) && !leadsOn && hasAllTopics) {
      reading.error(place, "moved_nowhere", { topic, ...reading.unknown(topic, planned) });
    }
  }
  return {
    formerIds: (topicId) => (firsts.to.size === 0 ? none : formerIdsOf(topicId, firsts.to)),
    moves: moved.map(({ from = null, text = null, to }, index) => {
      return { from, text, to, place: places.of(moved, index) };
    }),
  };
}

/** Whether the moves after one lead back to it, and to no topic on the way. */
function isCircle(
  { from, to }: WrittenMove,
  byFrom: ReadonlyMap<string, WrittenMove>,
  planned: ReadonlySet<string>,
): boolean {
  const seen = new Set([from]);
  let at: string | undefined = to;
  while (at !== undefined && !planned.has(at) && !seen.has(at)) {
    seen.add(at);
    at = byFrom.get(at)?.to;
  }
  return at !== undefined && !planned.has(at);
}

function formerIdsOf(topicId: string, byTo: ReadonlyMap<string, WrittenMove>): readonly string[] {
  const former = new Set<string>();
  let at = byTo.get(topicId)?.from;
  while (at !== undefined && at !== topicId && !former.has(at)) {
    former.add(at);
    at = byTo.get(at)?.from;
  }
  return [...former];
}
