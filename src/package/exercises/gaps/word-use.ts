import type { Span } from "../../../lessons/words/exact.ts";
import { runningWordsOf, type Story } from "../story.ts";

// What separates the members of a list, and the words before its last one.
const comma = /[,،、，;；:：/·|]/gu;
const conjunctions: Readonly<Record<string, string>> = {
  en: "and or nor",
  es: "y e o u ni",
  fr: "et ou ni",
  de: "und oder",
  it: "e ed o",
  pt: "e ou nem",
  nl: "en of",
  sv: "och eller",
  da: "og eller",
  no: "og eller",
  nb: "og eller",
  ca: "i o ni",
  pl: "i lub oraz",
  ru: "и или",
  tr: "ve veya",
  el: "και ή",
  ro: "și sau",
  fi: "ja tai",
};

// A member of a list is a word with its article.
const mostWordsInAMember = 2;
const charactersAWord = 2;

const opens = /["“”„«»‘’‚'「『‹›]\s?$/u;
const closes = /^[.,!?…。！？]?\s?["“”„«»‘’'」』‹›]/u;

interface Place extends Span {
  readonly sentence: number;
}

/**
 * Whether a sentence uses a word rather than mentions it: false in a heading or a quoted title, if the word stands alone in quotation marks,
 * and in an enumeration, where any other word would fit.
 */
export function isUsedAt({ start, end, sentence }: Place, story: Story): boolean {
  const text = story.sentences[sentence] ?? "";
  if (story.headings.has(sentence)) return false;
  if (opens.test(text.slice(0, start)) && closes.test(text.slice(end))) return false;
  if (isInTitle(text, { start, end }, story)) return false;
  return !standsInList(text, { start, end }, story);
}

const quotation = /["“”„«»‘‚「『‹›]([^"“”„«»‘‚’」』‹›]+)["“”„«»’」』‹›]/gu;

/** Whether a place is inside a quotation from the lesson's title, which every page shows. */
function isInTitle(text: string, { start, end }: Span, { title }: Story): boolean {
  return [...text.matchAll(quotation)].some(
    ({ index, 0: whole, 1: quoted = "" }) =>
      start > index && end < index + whole.length && title.includes(quoted.trim()),
  );
}

interface Member extends Span {
  readonly isShort: boolean;
}

/** An enumeration is at least two short members in a row. Words directly next to it count as members. */
function standsInList(text: string, { start, end }: Span, story: Story): boolean {
  if (text.search(comma) === -1) return false;
  const members = membersOf(text, story);
  const at = members.findIndex((member) => start < member.end && end > member.start);
  const isShort = (index: number) => members[index]?.isShort === true;
  const own = members[at];
  if (own === undefined) return false;
  if (isShort(at) && (isShort(at - 1) || isShort(at + 1))) return true;
  const endsIt = !hasWord(text.slice(end, own.end)) && isShort(at + 1) && isShort(at + 2);
  const beginsIt = sizeOf(text.slice(own.start, end), story) <= mostWordsInAMember;
  return endsIt || (beginsIt && isShort(at - 1) && isShort(at - 2));
}

function membersOf(text: string, story: Story): Member[] {
  const cuts = [...text.matchAll(comma)].map(({ index }) => ({ start: index, end: index + 1 }));
  const parts = [...cuts, ...conjunctionsIn(text, story)].sort((a, b) => a.start - b.start);
  return [...parts, { start: text.length, end: text.length }].flatMap(({ start }, index) => {
    const from = parts[index - 1]?.end ?? 0;
    const member = text.slice(from, start);
    if (!hasWord(member)) return [];
    return [{ start: from, end: start, isShort: sizeOf(member, story) <= mostWordsInAMember }];
  });
}

function conjunctionsIn(text: string, { language }: Story): Span[] {
  const words = conjunctions[language.bcp47.split("-")[0] ?? ""]?.split(" ") ?? [];
  return runningWordsOf(text)
    .filter((word) => words.includes(word.text))
    .map((word) => ({ start: word.start, end: word.start + word.text.length }));
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function sizeOf(text: string, { language }: Story): number {
  if (language.spaces) return runningWordsOf(text).length;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / charactersAWord;
}
