import { languageOf } from "../../shared/languages/languages.ts";
import type { StoryOrder } from "../ports.ts";
import type { Bank, LanguagePack } from "./language-pack.ts";
import type { Chance, Scene } from "./story-plan.ts";

/** A required word, and its gloss if it has one. */
export interface RequiredWord {
  readonly word: string;
  readonly gloss: string | null;
}

/** A sentence's notation and the word for its `{W}`. */
export interface WordLine {
  readonly notation: string;
  readonly word: string;
}

/**
 * The sentences with the required words, for each scene that has a place for them, spread over the whole story. Every word gets a sentence of its own:
 * a sentence that uses the word if its article, ending or gloss shows its word class, otherwise a sentence that mentions it in quotation marks. No
 * sentence is reused before all of its kind have been used.
 */
export function placeWords(
  words: readonly RequiredWord[],
  scenes: readonly Scene[],
  telling: { pack: LanguagePack; bank: Bank; chance: Chance },
): Map<Scene, WordLine[]> {
  const spots = scenes.filter((scene) => scene.lines.some((line) => line.kind === "words"));
  const { pack, bank, chance } = telling;
  const draw = drawer(chance);
  const placed = new Map<Scene, WordLine[]>();
  spots.forEach((scene, index) => {
    const mine = words.filter((_, at) => Math.floor((at * spots.length) / words.length) === index);
    const lines = mine.map((required) => {
      const frames = framesFor(required, pack);
      if (frames !== null) return { notation: draw(frames), word: required.word };
      return { notation: draw(mentionsIn(scene, bank)), word: pack.quote(required.word) };
    });
    placed.set(scene, lines);
  });
  return placed;
}

/** The sentences for a word that shows its word class; null for other words. */
export function framesFor(
  { word, gloss }: RequiredWord,
  { wordFrames }: LanguagePack,
): readonly string[] | null {
  const fits = wordFrames.find(
    (each) => each.word.test(word) && (each.gloss === null || each.gloss.test(gloss ?? "")),
  );
  return fits?.frames ?? null;
}

function mentionsIn({ kind }: Scene, { wordLines }: Bank): readonly string[] {
  return wordLines[kind === "visit" || kind === "ending" ? kind : "want"];
}

/** Draws from pools, which may share sentences. */
function drawer(chance: Chance): (pool: readonly string[]) => string {
  const left = new Map<readonly string[], string[]>();
  const used = new Set<string>();
  return (pool) => {
    const unused = (left.get(pool) ?? chance.shuffle(pool)).filter((each) => !used.has(each));
    const fresh = unused.length > 0 ? unused : chance.shuffle(pool);
    const drawn = fresh.pop() ?? "";
    used.add(drawn);
    left.set(pool, fresh);
    return drawn;
  };
}

/**
 * The required words that a text does not contain, ignoring case and Unicode normalization. In languages with spaces a word must stand alone: "pan"
 * is not in "pantalón". A word that is only white space never counts as missing.
 */
export function wordsMissingIn(text: string, { lang, words }: Pick<StoryOrder, "lang" | "words">): string[] {
  const folded = fold(text);
  const { spaces } = languageOf(lang);
  return words
    .map(({ word }) => word)
    .filter((word) => fold(word) !== "" && !uses(folded, fold(word), spaces));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}

function uses(text: string, word: string, spaces: boolean): boolean {
  if (!spaces) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + word.length);
    if (!/[\p{L}\p{M}\p{N}]$/u.test(before) && !/^[\p{L}\p{M}\p{N}]/u.test(after)) return true;
  }
  return false;
}
