import * as z from "zod";
import { ContentFolder } from "../../shared/files/content-folder.ts";
/**
 * What the embedded writer must know of a language: its names, its quotation marks and two banks of sentences, one in the present
 * for difficulties 1 to 4, one in the past for 5 to 10. Everything with grammar in it is a whole sentence; only what agrees with
 * nothing is a slot.
 *
 * A scene is a text with one sentence a line:
 *
 *     ~<She lives|I live> in {C} +, a [small/quiet] town by the sea +, where the wind never sleeps.
 *
 * - a line that begins with `~` may be left out of a shorter story;
 * - one that begins with `^` may too, and goes whenever the line before it goes, because it speaks of it;
 * - ` + ` parts the core of a sentence from the tails that a harder story adds, one after another; a tail brings its own comma, and the
 *   sentence must be whole without it: what a "so" leads up to stays with the "so";
 * - ` +> ` does the same for a language whose verb comes last: `second lead +> first lead +> core`, the core with its final mark;
 * - `<…|…>` is what the third and what the first person says; the protagonist is a woman everywhere;
 * - `[…/…]` is a choice that changes nothing else;
 * - `{A}` protagonist, `{B}` friend (a man), `{C}` town, `{T}` topic in quotation marks, `{W}` a required word, in quotation marks but for
 *   `wordFrames`, `{P}` whoever is being visited, as a subject inside a sentence, `{at}` where;
 * - a line with `@` alone is where required words may come.
 *
 * Each pack is a file of `stories/`, named after its first code.
 */
export interface LanguagePack {
  /** The interface's language codes that the pack serves. */
  readonly codes: readonly string[];
  /** Women. A name must not require another form of the preceding word. */
  readonly protagonists: readonly string[];
  /** Men, likewise. */
  readonly friends: readonly string[];
  readonly towns: readonly string[];
  /** Used for a topic that is only white space. */
  readonly unnamed: string;
  readonly quote: (text: string) => string;
  /** Present for languages without spaces: how many characters count as a word for the length of a story. */
  readonly unspaced?: { readonly charactersAWord: number };
  /** Applies the language's typography to the spaces and punctuation of a sentence. Never applied to topics or required words. */
  readonly typeset: (sentence: string) => string;
  /** The interviewer's label, with the colon. The answers begin with the protagonist's name and the same colon. */
  readonly interviewer: string;
  readonly colon: string;
  /** In order: the first one that fits a word has its sentences. */
  readonly wordFrames: readonly WordFrames[];
  readonly present: Bank;
  readonly past: Bank;
}

/**
 * Sentences that use a required word `{W}`, not in quotation marks. They are grammatical for every word of the class, whatever its gender and number, and general
 * enough for stories in both tenses.
 */
interface WordFrames {
  /** What a word of the class looks like: its article or its ending. */
  readonly word: RegExp;
  /** What its gloss looks like, such as `to bark`; null if the word alone shows the class. */
  readonly gloss: RegExp | null;
  readonly frames: readonly string[];
}

/** The sentences for one tense. */
export interface Bank {
  readonly plots: readonly Plot[];
  readonly visits: readonly Visit[];
  /** Sights on the way from one visit to the next. */
  readonly walks: readonly string[];
  readonly wordLines: WordLines;
  /** An opening and an ending sentence for each mood that a genre has. */
  readonly moods: Readonly<Record<Mood, readonly [opening: string, ending: string]>>;
  /** The first sentence of a story told as a working day. */
  readonly dayLine: string;
  readonly questions: Questions;
}

export interface Plot {
  /** Which story it is; the same in every language. */
  readonly kind: PlotKind;
  /** Titles, each with `{T}`. */
  readonly titles: readonly string[];
  readonly opening: string;
  readonly want: string;
  readonly obstacle: string;
  readonly turn: string;
  readonly ending: string;
}

/** A scene that fits any plot: someone in town is asked for help, and helps. */
export interface Visit {
  /** The person as the subject inside a sentence. */
  readonly who: string;
  readonly at: string;
  readonly text: string;
}

/** Sentences that mention a word `{W}` whose class is not known. */
interface WordLines {
  /** At the start, where the work is prepared. */
  readonly want: readonly string[];
  /** During a visit, with `{P}`. */
  readonly visit: readonly string[];
  /** At the end, where nothing is written any more. */
  readonly ending: readonly string[];
}

/** An interviewer's questions before each scene; those about visits have `{at}`. */
interface Questions {
  readonly opening: string;
  readonly want: string;
  readonly visits: readonly string[];
  readonly obstacle: string;
  readonly turn: string;
  readonly ending: string;
}

export const plotKinds = ["notebook", "letter", "evening"] as const;

export type PlotKind = (typeof plotKinds)[number];

const moods = ["everyday", "mystery", "adventure", "wonder", "heart", "fun"] as const;

export type Mood = (typeof moods)[number];

/** A file of `stories/` as written. The notation of its sentences is described in `language-pack.ts`. */
const sentence = z.string().min(1);
const scene = z.string().regex(/\S.*\n$/);
const atLeast = (count: number) => z.array(sentence).min(count);
const openingAndEnding = z.tuple([sentence, sentence]);

const plot = z.strictObject({
  kind: z.enum(plotKinds),
  titles: atLeast(1),
  opening: scene,
  want: scene,
  obstacle: scene,
  turn: scene,
  ending: scene,
});

const bank = z.strictObject({
  plots: z.array(plot).length(plotKinds.length),
  visits: z.array(z.strictObject({ who: sentence, at: sentence, text: scene })).min(8),
  walks: atLeast(8),
  wordLines: z.strictObject({ want: atLeast(3), visit: atLeast(10), ending: atLeast(4) }),
  moods: z.strictObject(
    Object.fromEntries(moods.map((mood) => [mood, openingAndEnding])) as Record<
      Mood,
      typeof openingAndEnding
    >,
  ),
  dayLine: sentence,
  questions: z.strictObject({
    opening: sentence,
    want: sentence,
    visits: atLeast(4),
    obstacle: sentence,
    turn: sentence,
    ending: sentence,
  }),
});

const packSchema = z.strictObject({
  codes: atLeast(1),
  protagonists: atLeast(5),
  friends: atLeast(5),
  towns: atLeast(4),
  unnamed: sentence,
  quotationMarks: z.tuple([sentence, sentence]),
  charactersAWord: z.number().positive().optional(),
  /** Regular expressions and their replacements, applied in order. */
  typesetting: z.array(z.strictObject({ pattern: sentence, replacement: z.string() })).default([]),
  interviewer: sentence,
  colon: sentence,
  wordFrames: z
    .array(
      z.strictObject({
        word: z.string().optional(),
        gloss: z.string().optional(),
        frames: z.array(sentence.regex(/^[^{]*(?:\{[BC]\}[^{]*)*\{W\}(?:[^{]*\{[BC]\})*[^{]*$/u)).min(3),
      }),
    )
    .min(1),
  present: bank,
  past: bank,
});

const packs = new ContentFolder(new URL("./stories/", import.meta.url), readPack);

/** The embedded writer's languages. */
export function packNames(): readonly string[] {
  return packs.names();
}

/** The pack for a language code of the interface; null if there is none. */
export function packFor(code: string): LanguagePack | null {
  const name = packNames().find((each) => code === each || code.startsWith(`${each}-`));
  if (name === undefined) return null;
  const pack = packs.get(name);
  return pack.codes.includes(code) ? pack : null;
}

function readPack(file: unknown): LanguagePack {
  const { quotationMarks, charactersAWord, typesetting, wordFrames, ...pack } = packSchema.parse(file);
  const [open, close] = quotationMarks;
  const rules = typesetting.map(
    ({ pattern, replacement }) => [new RegExp(pattern, "gu"), replacement] as const,
  );
  return {
    ...pack,
    wordFrames: wordFrames.map(({ word = "", gloss, frames }) => ({
      frames,
      word: new RegExp(word, "u"),
      gloss: gloss === undefined ? null : new RegExp(gloss, "u"),
    })),
    quote: (text) => `${open}${text}${close}`,
    typeset: (sentence) =>
      rules.reduce((set, [pattern, replacement]) => set.replace(pattern, replacement), sentence),
    ...(charactersAWord === undefined ? {} : { unspaced: { charactersAWord } }),
  };
}
