import { type EditionNumber, numberOfEdition } from "./edition.ts";
import type { Moves } from "./moved-and-removed.ts";
import type { Place } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { PlanTopics } from "./topics.ts";

/** The topics of an edition, and what it repeats of earlier ones. */
export interface Turn {
  /** The ids of its topics, in the plan's order; null: all of them, since the plan has no `rotate`. */
  readonly topics: ReadonlySet<string> | null;
  /** The topics of each earlier edition whose words come back, in the order of `recall`. */
  readonly recalled: readonly ReadonlySet<string>[];
  /** The entry of `skip` that leaves the edition out; null: it is not left out. */
  readonly skippedAt: Place | null;
}

/** The topics that editions have already had: ids as they were then, by edition. */
export type TaughtEditions = ReadonlyMap<string, readonly string[]>;

interface Course extends Pick<PlanTopics, "written" | "topics" | "hasAllTopics"> {
  /** The edition to read the plan for; null: it could not be read. */
  readonly edition: string | null;
  readonly moves: Moves;
  readonly taught: TaughtEditions;
}

const everything: Turn = { topics: null, recalled: [], skippedAt: null };

/** Reads `rotate`, `recall` and `skip`, and says what an edition's turn is. */
export function readTurn(course: Course, reading: Reading): Turn {
  const { written, edition, topics } = course;
  const { rotate, recall = [] } = written;
  const key = (["rotate", "recall", "skip"] as const).find((one) => written[one] !== undefined);
  if (key === undefined || edition === null || topics.length === 0) return everything;
  const current = numberOfEdition(edition, written.edition ?? null);
  if (current === null) {
    reading.error(reading.places.ofKey(written, key), "edition_not_counted", { key, edition });
    return everything;
  }
  const { sequence, skippedAt } = readSequence({ ...course, edition, current }, reading);
  if (rotate === undefined) {
    if (written.recall !== undefined && !reading.places.has(written, "rotate"))
      reading.error(reading.places.ofKey(written, "recall"), "recall_without_rotate", {});
    return { ...everything, skippedAt };
  }
  const take = typeof rotate === "number" ? rotate : rotate.topics;
  const place = reading.places.ofKey(written, "rotate");
  if (take >= topics.length && course.hasAllTopics)
    reading.warn(place, "rotation_takes_all", { take, topics: topics.length });
  if (!reading.places.has(written, "edition") && edition === "1")
    reading.warn(place, "edition_never_changes", {});
  const taught = countTaught(course, current);
  const pool: Pool = { topics: topics.map(({ id }) => id), take, sequence, taught };
  const { number } = current;
  return {
    topics: new Set(chooseTopics(number, pool)),
    recalled: recall.map((step) => new Set(earlierTopics(editionBefore(number, step, sequence), pool))),
    skippedAt,
  };
}

function readSequence(
  { written, edition, current }: Course & { readonly edition: string; readonly current: EditionNumber },
  reading: Reading,
): { sequence: Sequence; skippedAt: Place | null } {
  const { skip = [], rotate } = written;
  /** The number of an edition named in the plan; null with a problem if it is none that the plan could have. */
  const numberIn = (key: "skip" | "from", value: string, place: Place): number | null => {
    const found = numberOfEdition(value, written.edition ?? null);
    if (found?.scale === current.scale) return found.number;
    reading.error(place, "not_an_edition", { key, value, like: edition });
    return null;
  };
  const skipped = skip.map((value, index) => numberIn("skip", value, reading.places.of(skip, index)));
  const skippedAt = skipped.lastIndexOf(current.number);
  // Editions that are plain numbers start with 1; those that are dates start wherever the course did.
  let from = current.scale.startsWith("number ") ? 1 : null;
  if (typeof rotate === "object" && rotate.from !== undefined) {
    const place = reading.places.of(rotate, "from");
    const first = numberIn("from", rotate.from, place);
    if (first !== null && current.number < first)
      reading.error(place, "edition_before_first", { edition, first: rotate.from });
    from = first ?? from;
  }
  return {
    sequence: { from, skipped: new Set(skipped.filter((number) => number !== null)) },
    skippedAt: skippedAt < 0 ? null : reading.places.of(skip, skippedAt),
  };
}

/** The taught topics by their ids of today. A topic that left the plan without a `moved` is forgotten. */
function countTaught({ written, taught, topics, moves }: Course, current: EditionNumber): Pool["taught"] {
  const today = new Map<string, string>();
  for (const { id } of topics) for (const former of moves.formerIds(id)) today.set(former, id);
  for (const { id } of topics) today.set(id, id);
  const byNumber = new Map<number, string[]>();
  for (const [edition, ids] of taught) {
    const found = numberOfEdition(edition, written.edition ?? null);
    if (found?.scale !== current.scale) continue;
    const known = ids.flatMap((id) => today.get(id) ?? []);
    byNumber.set(found.number, [...(byNumber.get(found.number) ?? []), ...known]);
  }
  return byNumber;
}

// More editions that are still to come change nothing: by then every topic has come many times.
const expectedMost = 1_000;

/** The sequence of editions. */
export interface Sequence {
  /** Where it starts; null: unknown, as with editions that are weeks of a course without a first one. */
  readonly from: number | null;
  /** The editions that are left out, such as holidays. They take no topics. */
  readonly skipped: ReadonlySet<number>;
}

export interface Pool {
  /** The ids of all topics, in the plan's order. */
  readonly topics: readonly string[];
  /** How many of them an edition takes. */
  readonly take: number;
  /** The topics that editions have already had, by the edition's number. */
  readonly taught: ReadonlyMap<number, readonly string[]>;
  readonly sequence: Sequence;
}

/**
 * The topics of an edition, in the plan's order. They depend on the edition's number, the pool and what other editions have had, and on
 * nothing else; so a repeated run finds the same ones.
 *
 * Promises:
 *
 * - Topics that the edition itself has already had stay with it, whatever has been added to the pool since.
 * - No topic comes a second time before all others have come once. Among those that came equally often, the one that came longest ago is
 *   next, then the one that follows in the pool. So topics added at the end come before any repetition and move nothing that was taught.
 * - Editions not taught yet between the last taught one and this one are expected to be taught, late; those before it that were missed
 *   took nothing, and their topics come next.
 * - If no edition has been taught, edition `n` takes the `n`th share of the pool, over and over.
 */
export function chooseTopics(number: number, pool: Pool): readonly string[] {
  const own = new Set((pool.taught.get(number) ?? []).filter((id) => pool.topics.includes(id)));
  const inOrder = [...new Set([...own, ...nextTopics(number, pool)])];
  const chosen = new Set(inOrder.slice(0, Math.max(pool.take, own.size)));
  return pool.topics.filter((id) => chosen.has(id));
}

function nextTopics(number: number, pool: Pool): readonly string[] {
  const { topics, take, taught } = pool;
  const others = [...taught].filter(([other]) => other !== number).sort(([a], [b]) => a - b);
  const [first] = others;
  if (first === undefined) {
    const start = (stepsTo(number, pool.sequence) * take) % topics.length;
    return [...topics.slice(start), ...topics.slice(0, start)];
  }
  const use = new Map(topics.map((id) => [id, { times: 0, last: Number.NEGATIVE_INFINITY }]));
  const note = (ids: readonly string[], at: number): void => {
    for (const id of ids) {
      const before = use.get(id);
      if (before !== undefined) use.set(id, { times: before.times + 1, last: Math.max(before.last, at) });
    }
  };
  for (const [other, ids] of others) note(ids, other);
  const start = startOf(first[1], topics);
  const order = (): string[] =>
    [...topics.slice(start), ...topics.slice(0, start)].sort((a, b) => {
      const [one, two] = [use.get(a), use.get(b)];
      // Never used twice: NaN, that is equal.
      return (one?.times ?? 0) - (two?.times ?? 0) || (one?.last ?? 0) - (two?.last ?? 0) || 0;
    });
  const last = Math.max(...others.map(([other]) => other).filter((other) => other < number));
  for (let between = Math.max(last + 1, number - expectedMost); between < number; between += 1) {
    if (Number.isFinite(last) && !pool.sequence.skipped.has(between)) note(order().slice(0, take), between);
  }
  return order();
}

/** How many editions the sequence has before one, counted from its start. */
function stepsTo(number: number, { from, skipped }: Sequence): number {
  const start = from ?? 0;
  if (number < start) return 0;
  return number - start - [...skipped].filter((one) => one >= start && one < number).length;
}

/** Where in the pool the first edition began: at a topic of it whose predecessor is not one of it. */
function startOf(ids: readonly string[], topics: readonly string[]): number {
  const own = new Set(ids);
  const start = topics.findIndex((id, index) => own.has(id) && !own.has(topics.at(index - 1) ?? ""));
  return Math.max(start, 0);
}

/** The number of the edition so many steps before another, skipped ones not counted. */
export function editionBefore(number: number, steps: number, { skipped }: Sequence): number {
  let before = number;
  for (let left = steps; left > 0; left -= 1) {
    before -= 1;
    while (skipped.has(before)) before -= 1;
  }
  return before;
}

/**
 * The topics of an earlier edition that were taught; empty for one that was missed, or is late. If nothing at all is known of what was
 * taught, an edition since the sequence's start counts as taught.
 */
function earlierTopics(earlier: number, pool: Pool): readonly string[] {
  const { taught, sequence } = pool;
  if (taught.size > 0 || sequence.skipped.has(earlier)) return taught.get(earlier) ?? [];
  return sequence.from !== null && earlier >= sequence.from ? chooseTopics(earlier, pool) : [];
}
