import { paragraphsOf } from "../text/sentences.ts";
import type { SentencePlace, StoryText } from "../text/story-text.ts";
import type { Corrections } from "./overlay.ts";

export interface CorrectedText extends StoryText {
  /** Where a stretch of the original is now, in the paragraphs of the corrected text. */
  readonly placeNow: (place: SentencePlace) => PlaceNow;
  /** Whether a recording of the original says another title. */
  readonly isTitleUnheard: boolean;
}

export interface PlaceNow {
  /** Null: it was left out. */
  readonly place: SentencePlace | null;
  /** Whether its words are other ones now, so that a recording of the original says something else. */
  readonly isUnheard: boolean;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly corrected: string;
  readonly isUnheard: boolean;
}

/** Lays corrections over a story. Null if the corrections don't fit the story's text, because they were made for another text. Pure. */
export function applyCorrections({ title, text }: StoryText, corrections: Corrections): CorrectedText | null {
  const { title: ofTitle, sentences } = corrections;
  const originals = paragraphsOf(text);
  if (
    sentences.some(({ paragraph, from, to, original }) => originals[paragraph]?.slice(from, to) !== original)
  )
    return null;
  const edits = originals.map((paragraph, number) => editsOf(paragraph, number, corrections));
  if (edits.some((own) => own === null)) return null;
  const known = edits.map((own) => own ?? []);
  const whole = originals.map((paragraph, number) => edited(paragraph, known[number] ?? []));
  const numbers = whole.map((_, number) => whole.slice(0, number).filter((one) => one !== "").length);
  const left = whole.filter((paragraph) => paragraph !== "");
  // A line feed in a text of a single paragraph would divide it.
  const single = left.length === 1 ? [left[0]?.replaceAll("\n", " ") ?? ""] : left;
  const correctedText = sentences.length === 0 ? text : single.join("\n\n");
  if (sentences.length > 0 && !isSameList(paragraphsOf(correctedText), single)) return null;
  return {
    title: ofTitle === null ? title : ofTitle.corrected,
    text: correctedText,
    isTitleUnheard: ofTitle !== null && !readsAloudTheSame(ofTitle.original, ofTitle.corrected),
    placeNow: ({ paragraph, from, to }) => {
      const own = known[paragraph] ?? [];
      const [start, end] = [offsetNow(own, from), offsetNow(own, to)];
      const place =
        start < end && whole[paragraph] !== ""
          ? { paragraph: numbers[paragraph] ?? 0, from: start, to: end }
          : null;
      const isUnheard = own.some((edit) => edit.isUnheard && edit.from < to && from < edit.to);
      return { place, isUnheard };
    },
  };
}

/** The edits of a paragraph in order; null if two overlap. A sentence that is left out takes the space beside it along. */
function editsOf(paragraph: string, number: number, { sentences }: Corrections): Edit[] | null {
  const own = sentences
    .filter((one) => one.paragraph === number && one.from < one.to)
    .sort((a, b) => a.from - b.from);
  if (own.some(({ from }, index) => from < (own[index - 1]?.to ?? 0))) return null;
  const edits: Edit[] = [];
  for (const { from, to, original, corrected } of own) {
    const isUnheard = !readsAloudTheSame(original, corrected);
    const free = edits.at(-1)?.to ?? 0;
    edits.push({
      ...(corrected === "" ? withSpace(paragraph, { from, to, free }) : { from, to }),
      corrected,
      isUnheard,
    });
  }
  return edits;
}

function withSpace(
  paragraph: string,
  { from, to, free }: { readonly from: number; readonly to: number; readonly free: number },
): { from: number; to: number } {
  const behind = /^\s*/u.exec(paragraph.slice(to))?.[0].length ?? 0;
  if (behind > 0) return { from, to: to + behind };
  const before = /\s*$/u.exec(paragraph.slice(free, from))?.[0].length ?? 0;
  return { from: from - before, to };
}

function edited(paragraph: string, edits: readonly Edit[]): string {
  let text = "";
  let at = 0;
  for (const { from, to, corrected } of edits) {
    text += paragraph.slice(at, from) + corrected;
    at = to;
  }
  return (text + paragraph.slice(at)).trimEnd();
}

function offsetNow(edits: readonly Edit[], at: number): number {
  let shift = 0;
  for (const { from, to, corrected } of edits) {
    if (at <= from) break;
    // Inside an edit there are no places but its ends.
    if (at < to) return from + shift + corrected.length;
    shift += corrected.length - (to - from);
  }
  return at + shift;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Whether two texts have the same letters and digits in the same order: a difference in signs, spaces or case can't be heard. Pure. */
function readsAloudTheSame(one: string, other: string): boolean {
  return spoken(one) === spoken(other);
}

function spoken(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}
