import type { Moves } from "../moves.ts";
import type { Place } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";
import { chooseTopics, earlierTopics, editionBefore, type Pool, type Sequence } from "./choose-topics.ts";
import { type EditionNumber, numberOfEdition } from "./edition-number.ts";

/** The topics of an edition, and what it repeats of earlier ones. */
export interface Turn {
  /** The ids of its topics, in the plan's order; null: all of them, since the plan has no `rotate`. */
  readonly topics: ReadonlySet<string> | null;
  /** The topics of each earlier edition whose words come back, in the order of `recall`. */
  readonly recalled: readonly ReadonlySet<string>[];
  /** The entry of `skip` that leaves the edition out; null: it is not left out. */
  readonly skippedAt: Place | null;
  readonly problems: readonly PlanProblem[];
}

/** The topics that editions have already had: ids as they were then, by edition. */
export type TaughtEditions = ReadonlyMap<string, readonly string[]>;

interface Asked {
  readonly written: Readable<WrittenPlan>;
  readonly places: Places;
  /** The edition to read the plan for; null: it could not be read. */
  readonly edition: string | null;
  /** The ids of the plan's topics, in its order. */
  readonly topics: readonly string[];
  readonly moves: Moves;
  readonly taught: TaughtEditions;
}

/** Reads `rotate`, `recall` and `skip`, and says what an edition's turn is. */
export function readTurn(asked: Asked): Turn {
  const { written, places, edition, topics } = asked;
  const everything: Turn = { topics: null, recalled: [], skippedAt: null, problems: [] };
  const key = (["rotate", "recall", "skip"] as const).find((one) => written[one] !== undefined);
  if (key === undefined || edition === null || topics.length === 0) return everything;
  const pattern = written.edition ?? null;
  const current = numberOfEdition(edition, pattern);
  if (current === null) {
    const place = places.ofKey([key]);
    return { ...everything, problems: [error(place, { code: "edition_not_counted", key, edition })] };
  }
  const reading: Reading = { ...asked, edition, pattern, current, problems: [] };
  const { sequence, skippedAt } = readSequence(reading);
  const { rotate, recall = [] } = written;
  if (rotate === undefined) {
    if (written.recall !== undefined)
      reading.problems.push(error(places.ofKey(["recall"]), { code: "recall_without_rotate" }));
    return { ...everything, skippedAt, problems: reading.problems };
  }
  const take = (typeof rotate === "number" ? rotate : rotate.topics) ?? topics.length;
  warnOfRotation(take, reading);
  const pool: Pool = { topics, take, sequence, taught: countTaught(reading) };
  const { number } = current;
  const steps = recall.filter((one) => one !== undefined);
  return {
    topics: new Set(chooseTopics(number, pool)),
    recalled: steps.map((step) => new Set(earlierTopics(editionBefore(number, step, sequence), pool))),
    skippedAt,
    problems: reading.problems,
  };
}

interface Reading extends Asked {
  readonly edition: string;
  readonly pattern: string | null;
  readonly current: EditionNumber;
  readonly problems: PlanProblem[];
}

function readSequence(reading: Reading): { sequence: Sequence; skippedAt: Place | null } {
  const { written, places, current, edition } = reading;
  const skipped = new Set<number>();
  let skippedAt: Place | null = null;
  for (const [index, value] of (written.skip ?? []).entries()) {
    const number = value === undefined ? null : numberIn(value, ["skip", index], reading);
    if (number === null) continue;
    skipped.add(number);
    if (number === current.number) skippedAt = places.of(["skip", index]);
  }
  const first = typeof written.rotate === "object" ? written.rotate.from : undefined;
  const named = first === undefined ? null : numberIn(first, ["rotate", "from"], reading);
  if (named !== null && first !== undefined && current.number < named) {
    const place = places.of(["rotate", "from"]);
    reading.problems.push(error(place, { code: "edition_before_first", edition, first }));
  }
  // Editions that are plain numbers start with 1; those that are dates start wherever the course did.
  const from = named ?? (current.scale.startsWith("number ") ? 1 : null);
  return { sequence: { from, skipped }, skippedAt };
}

/** The number of an edition named in the plan; null with a problem if it is none that the plan could have. */
function numberIn(value: string, path: readonly (string | number)[], reading: Reading): number | null {
  const { places, pattern, current, edition } = reading;
  const found = numberOfEdition(value, pattern);
  if (found?.scale === current.scale) return found.number;
  const key = path[0] === "skip" ? "skip" : "from";
  reading.problems.push(error(places.of([...path]), { code: "not_an_edition", key, value, like: edition }));
  return null;
}

function warnOfRotation(take: number, { written, places, topics, edition, problems }: Reading): void {
  const place = places.ofKey(["rotate"]);
  if (take >= topics.length)
    problems.push({
      severity: "warning",
      place,
      code: "rotation_takes_all",
      take,
      topics: topics.length,
    });
  if (written.edition === undefined && edition === "1")
    problems.push({ severity: "warning", place, code: "edition_never_changes" });
}

/** The taught topics by their ids of today. A topic that left the plan without a `moved` is forgotten. */
function countTaught({ taught, pattern, current, topics, moves }: Reading): Pool["taught"] {
  const today = new Map(topics.flatMap((id) => moves.formerIds(id).map((former) => [former, id] as const)));
  const isPlanned = new Set(topics);
  const byNumber = new Map<number, string[]>();
  for (const [edition, ids] of taught) {
    const found = numberOfEdition(edition, pattern);
    if (found?.scale !== current.scale) continue;
    const known = ids.flatMap((id) => (isPlanned.has(id) ? id : (today.get(id) ?? [])));
    byNumber.set(found.number, [...(byNumber.get(found.number) ?? []), ...known]);
  }
  return byNumber;
}

type Fact<P = PlanProblem> = P extends unknown ? Omit<P, "severity" | "place"> : never;

function error(place: Place, fact: Fact): PlanProblem {
  return { severity: "error", place, ...fact } as PlanProblem;
}
