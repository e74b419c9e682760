import type { Volume } from "../contents/contents.ts";
import type { PackageEntry } from "../zip/entry.ts";
import { partFile } from "./part-file.ts";

/** A volume's exported books under our own file names. Each is read from disk on demand and checked again. */
export function bookEntries(volume: Volume): PackageEntry[] {
  return volume.lessons.flatMap(({ book }) => {
    if (book === null) return [];
    return [book.sound, ...book.extras, ...book.exported].flatMap((file) => {
      if (file === null) return [];
      const { bytes, sha256 } = file.part;
      const known = file.tag === null ? { bytes, sha256 } : null;
      return [{ ...partFile(file.path, file), known }];
    });
  });
}
