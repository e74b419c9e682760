import type { Chance } from "./chance.ts";
import type { Bank, LanguagePack } from "./language-pack.ts";
import type { Scene } from "./story-plan.ts";

/** More in one sentence would be a list rather than a story. */
const mostWordsInASentence = 3;

/** A sentence's notation and the words for its `{W}`. */
export interface WordLine {
  readonly notation: string;
  readonly words: string;
}

/**
 * The sentences that introduce the required words, for each scene that has a place for them, spread over the whole story. Every word is in exactly
 * one sentence; no sentence is reused before all of its kind were used.
 */
export function placeWords(
  words: readonly string[],
  scenes: readonly Scene[],
  telling: { pack: LanguagePack; bank: Bank; chance: Chance },
): Map<Scene, WordLine[]> {
  const spots = scenes.filter((scene) => scene.lines.some((line) => line.kind === "words"));
  const draw = wordLineDrawer(telling.bank, telling.chance);
  const placed = new Map<Scene, WordLine[]>();
  spots.forEach((scene, index) => {
    const mine = words.filter((_, at) => Math.floor((at * spots.length) / words.length) === index);
    const lines = groupsOf(mine).map((group) => ({
      notation: draw(scene),
      words: group.map(telling.pack.quote).join(telling.pack.wordSeparator),
    }));
    placed.set(scene, lines);
  });
  return placed;
}

function groupsOf(words: readonly string[]): string[][] {
  const count = Math.ceil(words.length / mostWordsInASentence);
  return Array.from({ length: count }, (_, group) =>
    words.filter((_, at) => Math.floor((at * count) / words.length) === group),
  );
}

function wordLineDrawer(bank: Bank, chance: Chance): (scene: Scene) => string {
  const left = { want: [] as string[], visit: [] as string[], ending: [] as string[] };
  return ({ kind }) => {
    const pool = kind === "visit" || kind === "ending" ? kind : "want";
    if (left[pool].length === 0) left[pool] = chance.shuffle(bank.wordLines[pool]);
    return left[pool].pop() ?? "";
  };
}
