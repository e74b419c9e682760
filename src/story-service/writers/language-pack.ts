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
export type LanguagePack = ReturnType<typeof readPack>;

export const plotKinds = ["notebook", "letter", "evening"] as const;

const moods = ["everyday", "mystery", "adventure", "wonder", "heart", "fun"] as const;

export type Mood = (typeof moods)[number];

const sentence = z.string().min(1);
const scene = z.string().regex(/\S.*\n$/);
const atLeast = (count: number) => z.array(sentence).min(count);

const plot = z.strictObject({
  /** Which story it is; the same in every language. */
  kind: z.enum(plotKinds),
  /** Each contains `{T}`. */
  titles: atLeast(1),
  opening: scene,
  want: scene,
  obstacle: scene,
  turn: scene,
  ending: scene,
});

/** A scene that fits any plot: someone in town (`who`, the subject inside a sentence) is asked for help, and helps. */
const visit = z.strictObject({ who: sentence, at: sentence, text: scene });

/** The sentences for one tense. */
const bank = z.strictObject({
  plots: z.array(plot).length(plotKinds.length),
  visits: z.array(visit).min(8),
  /** Sights on the way from one visit to the next. */
  walks: atLeast(8),
  /**
   * Sentences that mention a word `{W}` whose class is not known: at the start, where the work is prepared; during a visit, with `{P}`; and at the end,
   * where nothing is written any more.
   */
  wordLines: z.strictObject({ want: atLeast(3), visit: atLeast(10), ending: atLeast(4) }),
  /** An opening and an ending sentence for each mood that a genre has. */
  moods: z.record(z.enum(moods), z.tuple([sentence, sentence])),
  /** The first sentence of a story told as a working day. */
  dayLine: sentence,
  /** An interviewer's questions before each scene; those about visits have `{at}`. */
  questions: z.strictObject({
    opening: sentence,
    want: sentence,
    visits: atLeast(4),
    obstacle: sentence,
    turn: sentence,
    ending: sentence,
  }),
});

export type Bank = z.infer<typeof bank>;

const packSchema = z.strictObject({
  /** The interface's language codes that the pack serves. */
  codes: atLeast(1),
  /** Women. A name must not require another form of the preceding word. */
  protagonists: atLeast(5),
  /** Men, likewise. */
  friends: atLeast(5),
  towns: atLeast(4),
  /** Used for a topic that is only white space. */
  unnamed: sentence,
  quotationMarks: z.tuple([sentence, sentence]),
  /** For languages without spaces: how many characters count as a word for the length of a story. */
  charactersAWord: z.number().positive().optional(),
  /** The language's typography of spaces and punctuation, as regular expressions and their replacements, applied in order. */
  typesetting: z.array(z.strictObject({ pattern: sentence, replacement: z.string() })).default([]),
  /** The interviewer's label, with the colon. The answers begin with the protagonist's name and the same colon. */
  interviewer: sentence,
  colon: sentence,
  /**
   * Sentences that use a required word `{W}`, not in quotation marks, for each class of words, which its article, its ending or its gloss (`to bark`)
   * shows; the first class that fits a word is its own. They are grammatical for every word of the class, whatever its gender and number, and general
   * enough for stories in both tenses.
   */
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

function readPack(file: unknown) {
  const { quotationMarks, typesetting, wordFrames, ...pack } = packSchema.parse(file);
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
    quote: (text: string) => `${open}${text}${close}`,
    /** Never applied to topics or required words. */
    typeset: (sentence: string) =>
      rules.reduce((set, [pattern, replacement]) => set.replace(pattern, replacement), sentence),
  };
}
