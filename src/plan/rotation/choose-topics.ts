// More editions that are still to come change nothing: by then every topic has come many times.
const expectedMost = 1_000;

/** The topics that editions have already had, by the edition's number. */
export type TaughtTopics = ReadonlyMap<number, readonly string[]>;

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
  readonly taught: TaughtTopics;
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
export function earlierTopics(earlier: number, pool: Pool): readonly string[] {
  const { taught, sequence } = pool;
  if (taught.size > 0 || sequence.skipped.has(earlier)) return taught.get(earlier) ?? [];
  return sequence.from !== null && earlier >= sequence.from ? chooseTopics(earlier, pool) : [];
}
