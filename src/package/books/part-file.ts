import { type BufferPool, ordinaryMemory } from "../../shared/buffer-pool.ts";
import type { PackagedPart } from "../contents/contents.ts";
import type { ZipFile } from "../zip/zip.ts";
import { longBytes } from "./book-part.ts";

/**
 * A part of a book as a file of an archive. A long part is streamed, which puts its size after its data; other parts are written whole,
 * because the strictest zip readers require the size first.
 */
export function partFile(path: string, packaged: Omit<PackagedPart, "path">): ZipFile {
  const { part, tag } = packaged;
  const long = part.bytes > longBytes;
  const isSound = part.audio;
  if (tag === null) return { path, isSound, read: part.read, ...(long && { pieces: () => part.pieces() }) };
  const read = (pool?: BufferPool) => tagged(packaged, tag, pool);
  return { path, isSound, read, ...(long && { pieces: () => taggedPieces(packaged, tag) }) };
}

/** The length of a part in the package, including its tag. */
export function packagedBytes({ part, tag }: Omit<PackagedPart, "path">): number {
  return tag === null ? part.bytes : tag.length + part.bytes - part.soundStart;
}

/** The sound with its own tags replaced by ours. */
async function tagged(packaged: Omit<PackagedPart, "path">, tag: Buffer, pool?: BufferPool): Promise<Buffer> {
  const { bytes, soundStart, read } = packaged.part;
  // The sound is read to where it stays, behind room for our tag: copying recordings takes longer than checking them.
  const room = Math.max(0, tag.length - soundStart);
  const memory = (pool ?? ordinaryMemory).acquire(room + bytes);
  const place = memory.subarray(room);
  const original = await read({
    acquire: (length) => (length === bytes ? place : ordinaryMemory.acquire(length)),
  });
  if (original !== place) original.copy(place);
  const start = room + soundStart - tag.length;
  tag.copy(memory, start);
  return pool?.restOf(memory, start) ?? memory.subarray(start);
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
