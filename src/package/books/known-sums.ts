import { dirname } from "node:path";
import * as z from "zod";
import { isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { parseJson } from "../../shared/parse-json.ts";

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sums = { bytes: count, crc32: count };

const partSchema = z.object({
  place: count.nullable(),
  // It becomes part of file names.
  extension: z.string().regex(/^[a-z0-9]{2,4}$/),
  audio: z.boolean(),
  mediaType: z.string().nullable(),
  ...sums,
  sha256,
  durationMs: count.nullable(),
  tags: z.object(sums),
});

const bookSchema = z.object({
  /** Of the file, when it was read (`Files.stateOf`). */
  state: z.string(),
  sound: partSchema.nullable(),
  kept: partSchema.nullable(),
  extras: z.array(partSchema),
});

const knownSchema = z.object({
  /** Increase it when the same book is described in another way. */
  format: z.literal(2),
  /** By the book's SHA-256. */
  books: z.record(z.string(), bookSchema),
  /** The SHA-256 of sounds with our tags, by that of the sound and that of the tag. */
  tagged: z.record(z.string(), sha256),
});

type Known = z.infer<typeof knownSchema>;

/**
 * What is known of a course's books from the package before (`earlier`), so that each byte of sound is hashed once in its life, and what this process
 * has needed of it or found out (`now`). A book is known as long as nobody has touched its file; what is then read of it is still checked by CRC-32.
 */
export interface KnownSums {
  readonly path: string;
  readonly earlier: Known;
  readonly now: Known;
}

const nothing = (): Known => ({ format: 2, books: {}, tagged: {} });

/** The file is only a cache: where it can't be read, nothing is known. */
export async function readKnownSums(path: string, files: Files): Promise<KnownSums> {
  const content = await files.read(path).catch(() => null);
  const saved = knownSchema.safeParse(parseJson(content ?? Buffer.alloc(0))).data;
  return { path, earlier: saved ?? nothing(), now: nothing() };
}

/** The file is only a cache: a folder that can't be written is no failure. */
export async function saveKnownSums({ path, now }: KnownSums, files: Files): Promise<void> {
  if (Object.keys(now.books).length === 0) return;
  try {
    await files.makeFolder(dirname(path));
    await replaceFile(files, path, JSON.stringify(now));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
