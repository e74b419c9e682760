import { type EditionNumber, givenEdition, numberOfEdition } from "./edition.ts";
import type { PastEditions, PastLesson, TopicsNow } from "./past-editions.ts";
import type { Place } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { PlanTopics } from "./topics.ts";

export interface Turn {
  /** The ids of the edition's topics, in the plan's order; null: all topics, since the plan has no `rotate`. */
  readonly topics: ReadonlySet<string> | null;
  readonly recalled: readonly PastLesson[];
  readonly skippedAt: Place | null;
}

interface Course extends Pick<PlanTopics, "written" | "topics"> {
  readonly edition: string | null;
  /** Whether the edition was given by name, in place of the plan's own. */
  readonly isGiven: boolean;
  readonly past: PastEditions;
  readonly topicsNow: TopicsNow;
}

const everything: Turn = { topics: null, recalled: [], skippedAt: null };

export function readTurn(course: Course, reading: Reading): Turn {
  const { written, edition, topics } = course;
  const { rotate, recall = [] } = written;
  const key = (["rotate", "recall", "skip"] as const).find((one) => written[one] !== undefined);
  if (key === undefined || edition === null || topics.length === 0) return everything;
  const current = numberOfEdition(edition, written.edition ?? null);
  if (current === null) {
    reading.error(reading.places.ofKey(written, key), "bad_edition", { fault: "uncounted", key, edition });
    return everything;
  }
  const { sequence, skippedAt } = readSequence({ ...course, edition, current }, reading);
  if (rotate === undefined) {
    if (written.recall !== undefined && !reading.places.has(written, "rotate"))
      reading.error(reading.places.ofKey(written, "recall"), "rotation_useless", { why: "no_rotation" });
    return { ...everything, skippedAt };
  }
  const take = typeof rotate === "number" ? rotate : rotate.topics;
  const place = reading.places.ofKey(written, "rotate");
  if (!reading.places.has(written, "edition") && edition === "1")
    reading.warn(place, "rotation_useless", { why: "one_edition" });
  const past = pastInSequence(course, current);
  const pool = { topics: topics.map(({ id }) => id), take, sequence, past: past.map(({ had }) => had) };
  const earlier = recall.map((step) => editionBefore(current.number, step, sequence));
  return {
    topics: new Set(chooseTopics(current.number, pool)),
    recalled: earlier
      .flatMap((before) => past.flatMap(({ number, lessons }) => (number === before ? lessons : [])))
      .filter(({ isTaught }) => isTaught),
    skippedAt,
  };
}

/** The sequence's editions that have begun, in order. `had`: the current ids of their topics, without topics that have left the pool. */
function pastInSequence({ written, edition, past, topicsNow }: Course, { scale }: EditionNumber) {
  return [...past].flatMap(([other, { lessons }]) => {
    const found = numberOfEdition(other, written.edition ?? null);
    if (other === edition || found?.scale !== scale) return [];
    const had = new Set(lessons.flatMap((lesson) => topicsNow.of(lesson)?.id ?? []));
    return [{ number: found.number, lessons, had: [...had] }];
  });
}

type CountedCourse = Course & { readonly edition: string; readonly current: EditionNumber };

function readSequence(
  { written, edition, isGiven, current }: CountedCourse,
  reading: Reading,
): { sequence: Sequence; skippedAt: Place | null } {
  const { skip = [], rotate } = written;
  /** The number of an edition named in the plan; null, with a problem, if it isn't on the current edition's scale. */
  const numberIn = (key: "skip" | "from", value: string, place: Place): number | null => {
    const found = numberOfEdition(value, written.edition ?? null);
    if (found?.scale === current.scale) return found.number;
    if (!isGiven)
      reading.error(place, "bad_edition", { fault: "unlike", key, edition: value, like: edition });
    else reading.error(givenEdition, "bad_edition", { fault: "unlike", edition, like: value });
    return null;
  };
  const skipped = skip.map((value, index) => numberIn("skip", value, reading.places.of(skip, index)));
  const skippedAt = skipped.lastIndexOf(current.number);
  // Numbered editions start with 1; dated ones, whenever the course did.
  let from = current.scale.startsWith("number ") ? 1 : null;
  if (typeof rotate === "object" && rotate.from !== undefined) {
    const place = reading.places.of(rotate, "from");
    const first = numberIn("from", rotate.from, place);
    if (first !== null && current.number < first)
      reading.error(place, "bad_edition", { fault: "before_first", edition, first: rotate.from });
    from = first ?? from;
  }
  return {
    sequence: { from, skipped: new Set(skipped.filter((number) => number !== null)) },
    skippedAt: skippedAt < 0 ? null : reading.places.of(skip, skippedAt),
  };
}

export interface Sequence {
  /** The first edition's number; null: unknown, as for weekly editions of a course that names no first one. */
  readonly from: number | null;
  readonly skipped: ReadonlySet<number>;
}

export interface Pool {
  readonly topics: readonly string[];
  readonly take: number;
  readonly sequence: Sequence;
  readonly past: readonly (readonly string[])[];
}

/**
 * Topics not used yet are chosen first, in the order of the pool from where the first edition started; then those used longest ago. So no topic is
 * repeated before all others have been used, and missed editions use up none. If no edition has been started, edition `n` takes the `n`th share of
 * the pool.
 */
export function chooseTopics(number: number, { topics, take, sequence, past }: Pool): readonly string[] {
  const [first] = past;
  const start =
    first === undefined ? (stepsTo(number, sequence) * take) % topics.length : startOf(first, topics);
  const last = new Map(past.flatMap((ids, index) => ids.map((id) => [id, index] as const)));
  const order = [...topics.slice(start), ...topics.slice(0, start)].sort(
    (a, b) => (last.get(a) ?? -1) - (last.get(b) ?? -1),
  );
  const chosen = new Set(order.slice(0, take));
  return topics.filter((id) => chosen.has(id));
}

function stepsTo(number: number, { from, skipped }: Sequence): number {
  const start = from ?? 0;
  if (number < start) return 0;
  return number - start - [...skipped].filter((one) => one >= start && one < number).length;
}

/** Where in the pool the first edition began: at a topic of it that follows a topic it doesn't have. */
function startOf(ids: readonly string[], topics: readonly string[]): number {
  const own = new Set(ids);
  const start = topics.findIndex((id, index) => own.has(id) && !own.has(topics.at(index - 1) ?? ""));
  return Math.max(start, 0);
}

export function editionBefore(number: number, steps: number, { skipped }: Sequence): number {
  let before = number;
  for (let left = steps; left > 0; left -= 1) {
    before -= 1;
    while (skipped.has(before)) before -= 1;
  }
  return before;
}
