/** Consecutive sentences that are judged together: `first` to `last`, from 0, inclusive. */
export interface Passage {
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly letters: number;
}

/** A sentence, and the number of its paragraph. */
export interface PlacedText {
  readonly text: string;
  readonly paragraph: number;
}

/** Shorter texts fit several languages. In scripts without an alphabet, fewer characters are enough. */
const fewestLetters = 50;
const fewestSigns = 14;

const signs =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/**
 * Groups the sentences of a text into passages that are long enough to be judged. A sentence that is too short is joined with the next ones
 * of its paragraph, a rest at the end of a paragraph with the passage before it, and a paragraph that is too short with the next paragraph.
 */
export function passagesOf(sentences: readonly PlacedText[]): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | null = null;
  for (const [at, { text, paragraph }] of sentences.entries()) {
    const one = { first: at, last: at, text, letters: lettersIn(text) };
    open = open === null ? one : joined(open, one);
    const isEnd = sentences[at + 1]?.paragraph !== paragraph;
    if (weightOf(open) >= 1) {
      passages.push(open);
      open = null;
      continue;
    }
    const before = passages.at(-1);
    if (isEnd && before !== undefined && sentences[before.last]?.paragraph === paragraph) {
      passages[passages.length - 1] = joined(before, open);
      open = null;
    }
  }
  const last = passages.at(-1);
  if (open === null) return passages;
  return last === undefined ? [open] : [...passages.slice(0, -1), joined(last, open)];
}

function joined(before: Passage, after: Passage): Passage {
  return {
    first: before.first,
    last: after.last,
    text: `${before.text} ${after.text}`,
    letters: before.letters + after.letters,
  };
}

export function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** At least 1 if a passage is long enough to be judged. */
export function weightOf({ text, letters }: Pick<Passage, "text" | "letters">): number {
  const ofSigns = text.match(signs)?.length ?? 0;
  return (letters - ofSigns) / fewestLetters + ofSigns / fewestSigns;
}
