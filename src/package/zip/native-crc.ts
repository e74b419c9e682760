import { crc32 as nativeCrc } from "node:zlib";
import crc32 from "crc-32";

/**
 * Makes archiver use Node's own CRC-32. Its dependency `crc-32` works byte by byte in JavaScript: for a gigabyte of recordings that takes
 * six times as long, and is a third of all the work of a package. archiver has no setting for it, so its one function is replaced each time
 * a zip is started, not on import. If archiver has a private copy of `crc-32`, only the speed-up is lost.
 */
export function useNativeCrcInArchiver(): void {
  // archiver starts the first sum with a zeroed buffer instead of a number.
  Object.assign(crc32, {
    buf: (bytes: Uint8Array, seed?: unknown) => nativeCrc(bytes, Number(seed) >>> 0) | 0,
  });
}
