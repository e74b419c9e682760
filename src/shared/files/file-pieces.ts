import { createHash } from "node:crypto";
import type { ByteRange, Files } from "./files.ts";

export type ReadFiles = Pick<Files, "read" | "pieces">;

/** A file, or a range of it, in chunks, or in a single chunk if `files` can't read in chunks; null if the file does not exist. */
export async function piecesOf(
  path: string,
  files: ReadFiles,
  range?: ByteRange,
): Promise<AsyncIterable<Buffer> | Iterable<Buffer> | null> {
  if (files.pieces !== undefined) return files.pieces(path, range);
  const bytes = await files.read(path);
  return bytes === null ? null : [range === undefined ? bytes : bytes.subarray(range.from, range.to)];
}

/** The pieces as one, for whoever needs them after the next one was requested. */
export async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const piece of pieces) copies.push(Buffer.from(piece));
  return Buffer.concat(copies);
}

/** The length and SHA-256 of a file, or of a range of it, read in chunks; null if it does not exist. */
export async function measureFile(
  path: string,
  files: ReadFiles,
  range?: ByteRange,
): Promise<{ readonly bytes: number; readonly sha256: string } | null> {
  const pieces = await piecesOf(path, files, range);
  if (pieces === null) return null;
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
