import type { ZipFile } from "../../shared/files/zip.ts";
import type { PackagedPart } from "../contents/contents.ts";
import { longBytes } from "./inspect-book.ts";

/**
 * A part of a book as a file of an archive. A long part is streamed, which puts its size after its data; other parts are written whole,
 * because the strictest zip readers require the size first.
 */
export function partFile(path: string, packaged: Omit<PackagedPart, "path">): ZipFile {
  const { part, tag } = packaged;
  const long = part.bytes > longBytes;
  const isSound = part.audio;
  if (tag === null) return { path, isSound, read: part.read, ...(long && { pieces: () => part.pieces() }) };
  const read = () => tagged(packaged, tag);
  return { path, isSound, read, ...(long && { pieces: () => taggedPieces(packaged, tag) }) };
}

/** The length of a part in the package, including its tag. */
export function packagedBytes({ part, tag }: Omit<PackagedPart, "path">): number {
  return tag === null ? part.bytes : tag.length + part.bytes - part.soundStart;
}

/** The sound with its own tags replaced by ours. */
async function tagged({ part }: Omit<PackagedPart, "path">, tag: Buffer): Promise<Buffer> {
  return Buffer.concat([tag, (await part.read()).subarray(part.soundStart)]);
}

async function* taggedPieces({ part }: Omit<PackagedPart, "path">, tag: Buffer): AsyncGenerator<Buffer> {
  yield tag;
  let before = part.soundStart;
  for await (const piece of part.pieces()) {
    const sound = piece.subarray(before);
    before = Math.max(0, before - piece.length);
    if (sound.length > 0) yield sound;
  }
}
