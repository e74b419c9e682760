import { sha256 } from "../../shared/hash.ts";
import type { Bank, Plot, Visit } from "./language-pack.ts";
import { type Line, readLine, readScene } from "./sentence.ts";

export type SceneKind = "opening" | "want" | "visit" | "obstacle" | "turn" | "ending";

/** A scene before its sentences are finished. */
export interface Scene {
  readonly kind: SceneKind;
  /** Null if the scene is not a visit. */
  readonly visit: Visit | null;
  readonly lines: readonly Line[];
}

/** What the length of a story depends on. */
interface Measure {
  readonly targetWords: number;
  /** Words that a line will have when it is finished. */
  readonly wordsOf: (line: Line) => number;
}

/**
 * The scenes of a story in order: want, visits in town, obstacle, turn, ending. Takes as few visits as reach the target, then drops optional
 * sentences here and there until the story is no longer than the target. Essential sentences always stay.
 */
export function planScenes(bank: Bank, plot: Plot, measure: Measure, chance: Chance): Scene[] {
  const frame = (kind: Exclude<SceneKind, "visit">): Scene => ({
    kind,
    visit: null,
    lines: readScene(plot[kind]),
  });
  const before = [frame("opening"), frame("want")];
  const after = [frame("obstacle"), frame("turn"), frame("ending")];
  const walks = chance.shuffle(bank.walks);
  const visits = chance.shuffle(bank.visits).map((visit, index) => visitScene(visit, walks[index]));
  const wordsOfScenes = (scenes: readonly Scene[]): number =>
    scenes.reduce(
      (sum, scene) => sum + scene.lines.reduce((total, line) => total + measure.wordsOf(line), 0),
      0,
    );
  let count = 1;
  const chosen = (): Scene[] => [...before, ...visits.slice(0, count), ...after];
  while (count < visits.length && wordsOfScenes(chosen()) < measure.targetWords) count += 1;
  return trimmed(chosen(), wordsOfScenes(chosen()) - measure.targetWords, measure, chance);
}

/** Adds a sentence to the opening or the ending. */
export function withLine(scene: Scene, place: "first" | "last", line: string): Scene {
  const added = readLine(line);
  return { ...scene, lines: place === "first" ? [added, ...scene.lines] : [...scene.lines, added] };
}

function visitScene(visit: Visit, walk: string | undefined): Scene {
  const way = walk === undefined ? [] : [readLine(`~${walk}`)];
  return { kind: "visit", visit, lines: [...way, ...readScene(visit.text)] };
}

/** A line and those after it that make no sense without it. */
function withLeaning(line: Line, scenes: readonly Scene[]): Line[] {
  const lines = scenes.find((scene) => scene.lines.includes(line))?.lines ?? [];
  const rest = lines.slice(lines.indexOf(line) + 1).filter((each) => each.kind === "sentence");
  const firm = rest.findIndex((each) => !each.leaning);
  return [line, ...(firm === -1 ? rest : rest.slice(0, firm))];
}

function trimmed(scenes: readonly Scene[], tooMany: number, measure: Measure, chance: Chance): Scene[] {
  const optional = scenes.flatMap((scene) => scene.lines.filter((line) => line.optional));
  const dropped = new Set<Line>();
  let excess = tooMany;
  for (const line of chance.shuffle(optional)) {
    if (excess <= 0) break;
    for (const going of withLeaning(line, scenes).filter((each) => !dropped.has(each))) {
      dropped.add(going);
      excess -= measure.wordsOf(going);
    }
  }
  return scenes.map((scene) => ({ ...scene, lines: scene.lines.filter((line) => !dropped.has(line)) }));
}

/** Pseudorandom choices that depend only on a seed: the same order always gives the same story. */
export interface Chance {
  /** A whole number in [0, limit). */
  below(limit: number): number;
  /** One of the items. Throws on an empty list, which is a bug of the caller. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order, in a new array. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Choices drawn from hashes of the seed and a counter. */
export function chanceFrom(seed: string): Chance {
  let drawn = 0;
  const below = (limit: number): number => {
    drawn += 1;
    return Number.parseInt(sha256(`${seed} ${drawn}`).slice(0, 12), 16) % limit;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return { below, pick, shuffle: (items) => shuffled(items, below) };
}

function shuffled<T>(items: readonly T[], below: (limit: number) => number): T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(below(left.length), 1));
  return order;
}
