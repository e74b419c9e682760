/** A title broken into lines for a drawing, since SVG text does not wrap. */
export interface SetTitle {
  readonly lines: readonly string[];
  /** In the drawing's units. */
  readonly size: number;
}

interface Room {
  readonly width: number;
  readonly height: number;
  /** In descending order: the largest is tried first. */
  readonly sizes: readonly number[];
}

/** Line height as a multiple of the font size. */
export const leading = 1.25;

// A letter with its marks and whatever is joined to it.
const clusters = /\P{M}(?:[\p{M}\u200c\u200d]|(?<=\u200d)\P{M})*/gu;
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const narrow = /^[\p{Zs}.,:;!'’|il1jftr()[\]]/u;
const capital = /^[\p{Lu}@%&WMmw]/u;

/** Breaks a title into lines at the largest size at which it fits; truncates it with an ellipsis if no size is small enough. */
export function setTitle(title: string, { width, height, sizes }: Room): SetTitle {
  for (const size of sizes) {
    const lines = breakLines(title, width / size);
    if (lines.length * size * leading <= height) return { lines, size };
  }
  const size = sizes.at(-1) ?? 1;
  const lines = breakLines(title, width / size).slice(0, Math.floor(height / (size * leading)));
  return { lines: lines.map((line, index) => (index === lines.length - 1 ? `${line}…` : line)), size };
}

function breakLines(title: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of title.match(/\s*\S+/gu) ?? []) {
    if (lengthOf(line + piece) <= width) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line.trim());
    const [last = "", ...whole] = cutWord(piece.trim(), width).reverse();
    lines.push(...whole.reverse());
    line = last;
  }
  return line === "" ? lines : [...lines, line.trim()];
}

/** Cuts a word wider than a line, or a text without spaces, into pieces that fit. */
function cutWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const [cluster] of word.matchAll(clusters)) {
    if (piece !== "" && lengthOf(piece + cluster) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += cluster;
  }
  return [...pieces, piece];
}

// In ems, estimated on the safe side because the font is unknown.
function lengthOf(text: string): number {
  let length = 0;
  for (const [cluster] of text.matchAll(clusters)) {
    length += wide.test(cluster) ? 1.02 : narrow.test(cluster) ? 0.36 : capital.test(cluster) ? 0.78 : 0.58;
  }
  return length;
}
