import type { Volume } from "../contents.ts";
import type { PackageEntry } from "../entry.ts";

/** The exported books of a volume under our own names. Each is read from the disk when it is asked for, and checked again. */
export function bookEntries(volume: Volume): PackageEntry[] {
  return volume.lessons.flatMap(({ book }) => {
    if (book === null) return [];
    return [book.sound, book.kept, ...book.extras].flatMap((file) =>
      file === null
        ? []
        : [
            {
              path: file.path,
              known: { bytes: file.part.bytes, sha256: file.part.sha256 },
              read: file.part.read,
            },
          ],
    );
  });
}
