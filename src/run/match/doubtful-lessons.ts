import { type Bought, cellOf, lastTextOf } from "./bought-lessons.ts";
import { KnownTopics } from "./known-topics.ts";
import type { AnyRow } from "./lesson-matching.ts";
import { likeness, wordTrigrams } from "./topic-text.ts";

/** From this likeness on, a text may be the same topic reworded, whatever else was edited. */
const sameLeast = 0.6;

/** The least likeness at which another lesson or topic speaks against an id. */
const rivalLeast = 0.45;

/** How much one likeness must exceed the other to be clear. */
const margin = 0.15;

/** A lesson that a job has by an id alone. */
export interface DoubtfulRow {
  readonly job: AnyRow["job"];
  readonly lesson: Bought;
  /** By an id in `moved`: a former one, or that of an entry which another edition carried out. */
  readonly isMoved: boolean;
}

/** An edition's lessons and jobs in one language and difficulty; only these can be confused with one another. */
interface Cell {
  /** Rows whose lesson was found by id alone. */
  readonly byId: DoubtfulRow[];
  /** Rows without a lesson: new or excluded. */
  readonly without: AnyRow[];
  readonly left: Bought[];
  /** Whether something new would be bought, or a lesson would be left out. */
  isAtStake: boolean;
}

/**
 * The lessons that a job has by its id alone although they may be another's. Pure.
 *
 * If nothing new would be bought and nothing is left over, a topic keeps its id's lesson however reworded, unless the texts clearly say
 * that it is another topic's. The same goes for ids in `moved`, since such an entry stays in the plan and its ids may be reused. If
 * something is at stake, an id counts only if the texts are much alike and no other pair is equally alike.
 *
 * `left`: lessons that no job has and the plan doesn't account for.
 */
export function findDoubtful(
  { rows, gone }: { readonly rows: readonly AnyRow[]; readonly gone: readonly AnyRow[] },
  left: readonly Bought[],
): DoubtfulRow[] {
  const all = [...rows, ...gone];
  const cells = new Map<string, Cell>();
  const cellAt = (name: string): Cell => {
    const cell = cells.get(name) ?? { byId: [], without: [], left: [], isAtStake: false };
    cells.set(name, cell);
    return cell;
  };
  for (const { job, found: lesson, match } of all)
    if (lesson !== null && (match === "id" || match === "moved" || match === "said-elsewhere"))
      cellAt(lesson.cell).byId.push({ job, lesson, isMoved: match !== "id" });
  if (cells.size === 0) return [];
  for (const row of all) if (row.found === null) cells.get(cellOf(row.job.request))?.without.push(row);
  for (const row of rows) if (row.found === null) riskIn(cells.get(cellOf(row.job.request)));
  for (const lesson of left) {
    cells.get(lesson.cell)?.left.push(lesson);
    riskIn(cells.get(lesson.cell));
  }
  const compare = comparing();
  return [...cells.values()].flatMap((cell) => doubtfulOf(cell, compare(cell)));
}

function riskIn(cell: Cell | undefined): void {
  if (cell !== undefined) cell.isAtStake = true;
}

/** The likenesses in a cell: of each lesson found by id to its job's topic, and of the best rival pair. */
interface Likenesses {
  readonly own: readonly number[];
  readonly rivals: Float64Array;
}

/** Caches comparisons: topics mostly have the same texts at all difficulties. */
function comparing(): (cell: Cell) => Likenesses {
  const known = new Map<string, Likenesses>();
  return (cell) => {
    const { byId, without, left } = cell;
    const topics = [...byId, ...without].map(({ job }) => job.request.topic);
    const lessons = [...byId.map(({ lesson }) => lesson), ...left].map(textsOf);
    const name = JSON.stringify([topics, lessons, byId.length]);
    const found = known.get(name);
    if (found !== undefined) return found;
    const own = byId.map((_, at) => likenessOf(lessons[at] ?? [], topics[at] ?? ""));
    const likenesses = { own, rivals: rivalsOf({ topics, lessons }, own) };
    known.set(name, likenesses);
    return likenesses;
  };
}

function doubtfulOf(cell: Cell, { own, rivals }: Likenesses): DoubtfulRow[] {
  const isDenied = ({ isMoved }: DoubtfulRow, at: number): boolean => {
    const [likely, rival] = [own[at] ?? 0, rivals[at] ?? 0];
    const isClose = cell.isAtStake && !isMoved;
    return rival >= rivalLeast && (isClose ? rival > likely - margin : rival >= likely + margin);
  };
  // Once one is in doubt, those that no text supports are asked about along with it.
  const isContested = cell.isAtStake || cell.byId.some(isDenied);
  return cell.byId.filter(
    (row, at) => isDenied(row, at) || (isContested && !row.isMoved && (own[at] ?? 0) < sameLeast),
  );
}

/**
 * For each lesson found by id, the likeness of the best rival pair: its job's topic with another lesson, or its own text with another
 * topic. A rival that has an equally good lesson of its own doesn't count. The lessons found by id stand first in both lists, in the same
 * order; 0 if no pair is alike enough to speak against one.
 */
function rivalsOf(
  { topics, lessons }: { topics: readonly string[]; lessons: readonly (readonly string[])[] },
  own: readonly number[],
): Float64Array {
  const known = new KnownTopics(wordTrigrams);
  const owners: number[] = [];
  for (const [lesson, texts] of lessons.entries()) {
    for (const text of texts) {
      known.add(text);
      owners.push(lesson);
    }
  }
  const rivals = new Float64Array(own.length);
  const raise = (at: number, value: number): void => {
    if (at < rivals.length && value > (rivals[at] as number)) rivals[at] = value;
  };
  for (const [row, topic] of topics.entries()) {
    known.eachAlike(topic, rivalLeast, (number, value) => {
      const lesson = owners[number] as number;
      if (lesson === row) return;
      if (value >= (own[row] ?? 0)) raise(lesson, value);
      if (value >= (own[lesson] ?? 0)) raise(row, value);
    });
  }
  return rivals;
}

/** The text that a lesson was bought with, and the one that its topic last had. */
function textsOf(lesson: Pick<Bought, "text" | "steps">): readonly string[] {
  const last = lastTextOf(lesson);
  return last === lesson.text ? [last] : [lesson.text, last];
}

function likenessOf(texts: readonly string[], topic: string): number {
  return Math.max(...texts.map((text) => likeness(text, topic)));
}
