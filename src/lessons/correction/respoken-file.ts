import * as z from "zod";
import { parseJson } from "../../shared/parse-json.ts";
import { timesSchema } from "../align/alignment.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const offset = z.int().nonnegative();
const ms = z.number().nonnegative();
const stretch = z.object({ startMs: ms, endMs: ms });
const joint = z.object({ atMs: z.number(), steepest: z.number(), around: z.number() });

const partSchema = z.object({
  /** The sentence, by its place in the story as it was bought; null: the title. */
  place: z.object({ paragraph: offset, from: offset, to: offset }).nullable(),
  /** What was spoken; null: the sentence is left out. */
  spoken: z.string().nullable(),
  /** Its frames in the recording, by number. */
  frames: z.tuple([offset, offset]).readonly(),
  heard: stretch.nullable(),
  /** Its loudness and the middle of its neighbours', in LUFS. */
  loudness: z.number().nullable(),
  neighbours: z.number().nullable(),
  /** Where it meets what is before and behind it: the largest step between two samples there, and in the second around it. */
  joints: z.array(joint).readonly(),
});

export type RespokenPart = z.infer<typeof partSchema>;

const fileSchema = z.object({
  format: z.literal(1),
  story: z.guid(),
  /** Hashes of the correction's file, and of the book that has the recording as it was bought. */
  correction: hash,
  book: hash,
  who: z.string(),
  at: z.string(),
  narrator: z.string(),
  sound: z.object({ bytes: z.int().positive(), sha256: hash }),
  times: timesSchema,
  parts: z.array(partSchema),
  /** Where it still says what is corrected: that could not be spoken anew. */
  unwritten: z.array(stretch),
});

export type RespokenFacts = Omit<z.infer<typeof fileSchema>, "format">;

/** Enough of the hash that two recordings of a story never share a file. */
const hashCharacters = 16;

const ending = { sound: "mp3", times: "sound.json" } as const;

/** The name of one of the two files in the course's folder. Named after its content, so that no file overwrites another. Pure. */
export function respokenFile(kind: keyof typeof ending, story: string, hash: string): string {
  return `corrections/${story}-${hash.slice(0, hashCharacters)}.${ending[kind]}`;
}

export function writeRespoken(facts: RespokenFacts): string {
  return `${JSON.stringify({ format: 1, ...facts }, null, 1)}\n`;
}

/** Parses the facts of a recording with sentences spoken anew; null if they are not valid. */
export function readRespoken(bytes: Buffer): RespokenFacts | null {
  const { data } = fileSchema.safeParse(parseJson(bytes));
  if (data === undefined) return null;
  const { format: _, ...facts } = data;
  return facts;
}
