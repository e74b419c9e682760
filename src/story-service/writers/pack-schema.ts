import * as z from "zod";
import { type Mood, moods, plotKinds } from "./language-pack.ts";

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

export const packSchema = z.strictObject({
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
