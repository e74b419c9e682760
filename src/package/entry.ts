import { wholeOf } from "../shared/files/file-pieces.ts";
import type { ZipFile } from "../shared/files/zip.ts";
import type { Markup } from "../shared/html.ts";

/** A file of the package, made on demand: only a few are in memory at a time. */
export interface PackageEntry extends ZipFile {
  /** In the package: ASCII, `/` between folders, made only of our own names and numbers. */
  readonly path: string;
  /** Of a streamed file, if it is known without reading the file. */
  readonly sha256?: string | undefined;
  /** Told a streamed file's SHA-256, for packages to come. Left out: nobody. */
  readonly remember?: (sha256: string) => void;
  /** For a file meant to be used outside the package: how many of its bytes are sound, known once it was made. Left out for every other file. */
  readonly soundBytes?: () => number;
}

type Content = string | Markup | Buffer;

/** A file made from data that is in memory already. */
export function madeFile(path: string, make: () => Content | Promise<Content>): ZipFile {
  return {
    path,
    read: async () => {
      const made = await make();
      return Buffer.isBuffer(made) ? made : Buffer.from(made.toString());
    },
  };
}

/**
 * A file meant to be used outside the package, made in pieces; `countSound` receives the number of its bytes that hold sound. A file with a volume's
 * recordings may not fit into memory, so it is streamed.
 */
export function piecesEntry(
  path: string,
  mayBeLong: boolean,
  make: (countSound: (bytes: number) => void) => AsyncIterable<Buffer>,
): PackageEntry {
  let soundBytes = 0;
  const pieces = (): AsyncIterable<Buffer> => {
    soundBytes = 0;
    return make((bytes) => {
      soundBytes += bytes;
    });
  };
  return { path, read: () => wholeOf(pieces()), soundBytes: () => soundBytes, ...(mayBeLong && { pieces }) };
}
