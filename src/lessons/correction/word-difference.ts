export interface DifferencePart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond this many pairs of words the middle of the two texts is shown as replaced: the table of pairs would be too large. */
const pairsMost = 4_000_000;

/** The difference between two texts, by words, signs and spaces; removed text comes before added text. Also runs in browsers. Pure. */
export function wordDifference(original: string, corrected: string): DifferencePart[] {
  const [one, other] = [piecesOf(original), piecesOf(corrected)];
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return joined([
    ...one.slice(0, start).map((text) => ({ kind: "same", text }) as const),
    ...between(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map((text) => ({ kind: "same", text }) as const),
  ]);
}

function piecesOf(text: string): string[] {
  // Scripts without word spacing differ by character.
  const unspaced =
    "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
  return (
    text.match(new RegExp(`[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])+|\\s+|.`, "gsu")) ??
    []
  );
}

/** By the longest common sequence of pieces. */
function between(one: readonly string[], other: readonly string[]): DifferencePart[] {
  const all = (kind: "removed" | "added", texts: readonly string[]) =>
    texts.map((text): DifferencePart => ({ kind, text }));
  if (one.length * other.length > pairsMost) return [...all("removed", one), ...all("added", other)];
  const width = other.length + 1;
  const longest = new Uint32Array((one.length + 1) * width);
  const lengthAt = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        one[i] === other[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const parts: DifferencePart[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      parts.push({ kind: "same", text: one[i] ?? "" });
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
      parts.push({ kind: "removed", text: one[i] ?? "" });
      i += 1;
    } else {
      parts.push({ kind: "added", text: other[j] ?? "" });
      j += 1;
    }
  }
  return [...parts, ...all("removed", one.slice(i)), ...all("added", other.slice(j))];
}

/** Makes what lies between two equal runs one removal and one addition, with the equal spaces in it: word by word, nobody could read either text. */
function joined(parts: readonly DifferencePart[]): DifferencePart[] {
  const runs: DifferencePart[] = [];
  let [removed, added, space] = ["", "", ""];
  const close = (): void => {
    if (removed !== "") runs.push({ kind: "removed", text: removed });
    if (added !== "") runs.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  const keep = (text: string): void => {
    close();
    const last = runs.at(-1);
    if (last?.kind === "same") runs[runs.length - 1] = { kind: "same", text: last.text + text };
    else if (text !== "") runs.push({ kind: "same", text });
  };
  for (const { kind, text } of parts) {
    if (kind === "same" && text.trim() === "" && removed + added !== "") space += text;
    else if (kind === "same") {
      keep(space + text);
      space = "";
    } else {
      removed += space + (kind === "removed" ? text : "");
      added += space + (kind === "added" ? text : "");
      space = "";
    }
  }
  keep(space);
  return runs;
}
