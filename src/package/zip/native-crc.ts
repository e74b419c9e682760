import { crc32 as nativeCrc } from "node:zlib";
import crc32 from "crc-32";

/**
 * Makes zip-stream use Node's own CRC-32. Its dependency `crc-32` works byte by byte in JavaScript: for a gigabyte of recordings that takes
 * six times as long, and is a third of all the work of a package. zip-stream has no setting for it, so its one function is replaced each time
 * a zip is started, not on import. If zip-stream has a private copy of `crc-32`, only the speed-up is lost.
 */
export function useNativeCrcInZips(): void {
  // zip-stream starts the first sum with a zeroed buffer instead of a number.
  Object.assign(crc32, {
    buf: (bytes: Uint8Array, seed?: unknown) => nativeCrc(bytes, Number(seed) >>> 0) | 0,
  });
}
