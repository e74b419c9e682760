import { crc32 as nativeCrc } from "node:zlib";
import crc32 from "crc-32";

/**
 * Has archiver take Node's own CRC-32. It asks `crc-32`, which goes over every byte in JavaScript: for a gigabyte of recordings that takes six
 * times as long, and is a third of all the work of a package. archiver has no setting for it, so the one function that it calls is replaced, each
 * time that a zip is begun: nothing is changed by an import. Where a further copy of `crc-32` is installed for archiver alone nothing changes but the time.
 */
export function useNativeCrcInArchiver(): void {
  // The first sum is begun with a buffer of zeroes instead of a number.
  Object.assign(crc32, {
    buf: (bytes: Uint8Array, seed?: unknown) => nativeCrc(bytes, Number(seed) >>> 0) | 0,
  });
}
