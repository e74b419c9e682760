/** The reading of a part of a text, shown above that part: kana above kanji, or pinyin. UTF-16 offsets, `to` exclusive. */
export interface Ruby {
  readonly from: number;
  readonly to: number;
  readonly reading: string;
}

/** Whether texts in the language can have readings: it is written in Chinese characters. */
export function hasReadings({ script }: { readonly script: string }): boolean {
  return ["Jpan", "Hans", "Hant"].includes(script);
}

/** Whether a word has Chinese characters. */
export function hasHan(word: string): boolean {
  return /\p{Script=Han}/u.test(word);
}

const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/**
 * Where a word's reading goes: kana above the kanji alone, as in 食[た]べる; each syllable of `chī fàn` above its own character; any other reading above the
 * whole word. A word without Chinese characters gets none. Pure.
 */
export function rubyOf(word: string, reading: string): Ruby[] {
  if (reading === "" || !hasHan(word)) return [];
  const [signs, syllables] = [[...word], reading.split(/\s+/u)];
  if (!kana.test(reading))
    return signs.length === syllables.length ? inTurn(signs, syllables) : inTurn([word], [reading]);
  const pieces = word.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? [];
  const pattern = pieces.map((piece) =>
    hasHan(piece) ? "(.+?)" : inHiragana(piece).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"),
  );
  const [, ...found] = new RegExp(`^${pattern.join("")}$`).exec(inHiragana(reading)) ?? [];
  if (found.length === 0) return inTurn([word], [reading]);
  return inTurn(
    pieces,
    pieces.map((piece) => (hasHan(piece) ? (found.shift() ?? "") : "")),
  );
}

/** The readings of consecutive pieces of a text; an empty one is none. */
export function inTurn(pieces: readonly string[], readings: readonly string[]): Ruby[] {
  let to = 0;
  return pieces.flatMap((piece, index) => {
    const [from, reading = ""] = [to, readings[index]];
    to += piece.length;
    return reading === "" ? [] : [{ from, to, reading }];
  });
}

export function inHiragana(text: string): string {
  return text.replace(/[ァ-ヶ]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));
}

/**
 * The readings of a text, with those of a word instead of what was there from `start` to `end`; unchanged if one of them goes beyond that place. Pure.
 */
export function withWord(
  ruby: readonly Ruby[],
  { start, end }: { readonly start: number; readonly end: number },
  own: readonly Ruby[],
): readonly Ruby[] {
  const there = ruby.filter(({ from, to }) => from < end && to > start);
  if (there.some(({ from, to }) => from < start || to > end)) return ruby;
  const moved = own.map((one) => ({ ...one, from: one.from + start, to: one.to + start }));
  return [...ruby.filter((one) => !there.includes(one)), ...moved].sort((a, b) => a.from - b.from);
}

/** Words by their spelling, each with its reading. */
export type KnownReadings = ReadonlyMap<string, string>;

const numeral = "[〇一二三四五六七八九十百千万\\p{Nd}]";
const beginsWithNumber = new RegExp(`^${numeral}`, "u");
const endsWithNumber = new RegExp(`${numeral}$`, "u");

/**
 * The readings of a text, with known ones wherever it has these words: between `cuts`, the boundaries of its words; null: anywhere. A numeral is read
 * otherwise behind another, as are the kanji of 三人 and ３人. Pure.
 */
export function withKnown(
  { text, cuts }: { readonly text: string; readonly cuts: ReadonlySet<number> | null },
  ruby: readonly Ruby[],
  known: KnownReadings,
): readonly Ruby[] {
  let all = ruby;
  for (const [word, reading] of [...known].sort(([one], [other]) => one.length - other.length)) {
    const own = rubyOf(word, reading);
    for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length)) {
      const [before, end] = [text.slice(0, start), start + word.length];
      const isEnding = kana.test(reading) && word.length === 1 && /[\p{Script=Han}\p{Nd}]$/u.test(before);
      const isInNumber = beginsWithNumber.test(word) && endsWithNumber.test(before);
      const isWord = cuts === null || (cuts.has(start) && cuts.has(end) && !isEnding && !isInNumber);
      if (isWord) all = withWord(all, { start, end }, own);
    }
  }
  return all;
}
