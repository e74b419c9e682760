import type { PackagedPart } from "../contents.ts";
import type { ZipFile } from "../zip.ts";
import { longBytes } from "./book-part.ts";

/**
 * A part of a book as the file of an archive. A long one comes piece by piece, which puts its size behind it; all others are handed over whole,
 * since the strictest readers of zip want it before.
 */
export function partFile(path: string, { part }: Pick<PackagedPart, "part">): ZipFile {
  const { bytes, read } = part;
  return { path, read, ...(bytes > longBytes && { pieces: () => part.pieces() }) };
}
