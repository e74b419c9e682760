import type { SentencePlace } from "../../lessons/text/story-text.ts";
import type english from "../locales/en.json";

/** A lesson's exercises in one version. Neighbours in a class get different versions. */
export interface ExerciseSheet {
  readonly version: SheetVersion;
  /** At most one of each kind, in the order in which learners do them. Empty if the story is suitable for none. */
  readonly exercises: readonly Exercise[];
  /** Words to retell the story with, in its order; empty if there are too few. A task without an answer, which nobody can mark by a key. */
  readonly retell: readonly string[];
}

export type SheetVersion = "A" | "B";

/**
 * Texts are in the lesson's language, glosses and some kinds' choices in the reader's. Format writers neither shuffle nor decide anything. Each item
 * is a point.
 */
export interface Exercise {
  readonly kind: Kind;
  /** What there is to choose from, in display order and without duplicates; empty unless something is chosen. */
  readonly choices: readonly string[];
  /** In display order. */
  readonly items: readonly Item[];
}

/** A kind of exercise has a title and a task in every locale, a row in `kinds.ts`, and a generator. */
export type Kind = keyof typeof english.exercises.kinds;

/** What learners do, which is all that renderers know about a kind: choose, type, build from tiles, or put in order. */
export type Form = "choose" | "type" | "build" | "order";

export interface Item {
  /** What is read, up to the gap if there is one. Keeps its white space, as `after` does. */
  readonly before: string;
  /** The letters given at the start of a gap, often none; null if the answer has its place behind the item instead. */
  readonly given: string | null;
  readonly after: string;
  /** What to find the answer by, or the tiles to build it from, in display order. Equal tiles are interchangeable. */
  readonly cue: readonly string[];
  /** As in the story; `sameAnswer` decides which other spellings are right. The answer to a false statement is what the story says. */
  readonly answer: string;
  /** What is right besides, because an editor says so, where the answer is typed or built. Left out: nothing. */
  readonly also?: readonly string[];
  /** What this item alone has to choose from. Left out: the exercise's choices. */
  readonly choices?: readonly string[];
  /** The index of the right choice, or the right place of an item to order, from 0; 0 for what is typed or built. */
  readonly correct: number;
  readonly gloss: string | null;
  /** The sentences of the story that it shows or asks for, by index. */
  readonly sentences: readonly number[];
  /** The sentence to play with it; null if it is only read. */
  readonly heard: HeardItem | null;
}

export interface HeardItem {
  readonly heard: { readonly startMs: number; readonly endMs: number };
  readonly place: SentencePlace;
}

/** An item in which everything except the given members is empty. */
export function itemOf(named: Partial<Item> & Pick<Item, "answer">): Item {
  const nothing = { before: "", given: null, after: "", cue: [], correct: 0, gloss: null, sentences: [] };
  return { ...nothing, heard: null, ...named };
}

export function choicesOf(exercise: Exercise, item: Item): readonly string[] {
  return item.choices ?? exercise.choices;
}

export function heardItems({ items }: Exercise): readonly HeardItem[] {
  return items.flatMap(({ heard }) => heard ?? []);
}
