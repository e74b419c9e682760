import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import type { Exercise } from "../exercise.ts";
import { countItems, lengthOf } from "./count-items.ts";
import { trimmed } from "./trim.ts";

// With fewer items, what is left is no exercise: orders and pairs could be guessed.
const fewestItems: Readonly<Record<Exercise["kind"], number>> = {
  cloze: 3,
  matching: 4,
  "first-letter": 3,
  "letter-scramble": 3,
  "word-order": 2,
  "true-false": 4,
  "sentence-order": 4,
  "story-order": 4,
  "what-next": 3,
  "who-said": 3,
  "find-sentence": 2,
  "listening-cloze": 2,
  dictation: 2,
};

type Exercises = readonly Exercise[];

/** Two versions of a lesson's exercises with the same kinds, and the same number of items in each. */
export function withEqualCounts(a: Exercises, b: Exercises, language: LanguageFacts): [Exercises, Exercises] {
  const pairs = a.flatMap((one) => {
    const other = b.find(({ kind }) => kind === one.kind);
    if (other === undefined) return [];
    const count = Math.min(countItems(one), countItems(other));
    const both = [trimmed(one, count, language), trimmed(other, count, language)] as const;
    return both.every((each) => isEnough(each)) ? [both] : [];
  });
  return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
}

function isEnough(exercise: Exercise): boolean {
  if (exercise.kind === "who-said" && exercise.names.length < 2) return false;
  return countItems(exercise) >= fewestItems[exercise.kind];
}

/** How far two versions are from equally hard, as a share: of the items that only one has, and of the difference in length. */
export function imbalanceOf(a: Exercises, b: Exercises): number {
  const kinds = new Set([...a, ...b].map(({ kind }) => kind));
  const of = (list: Exercises, kind: Exercise["kind"]) => list.find((each) => each.kind === kind);
  let [spare, items] = [0, 0];
  for (const kind of kinds) {
    const [one, other] = [of(a, kind), of(b, kind)].map((each) =>
      each === undefined ? 0 : countItems(each),
    );
    spare += Math.abs((one ?? 0) - (other ?? 0));
    items += Math.max(one ?? 0, other ?? 0);
  }
  const [long, short] = [a, b]
    .map((list) => list.reduce((sum, each) => sum + lengthOf(each), 0))
    .sort((x, y) => y - x);
  return items === 0 ? 0 : spare / items + ((long ?? 0) - (short ?? 0)) / Math.max(1, long ?? 0);
}
