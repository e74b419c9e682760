import { type ZipFile, zipBytes, zipPieces } from "./zip.ts";

/** A file of the package, made on demand: only a few are in memory at a time. */
export interface PackageEntry extends ZipFile {
  /** In the package: ASCII, `/` between folders, made only of our own names and numbers. */
  readonly path: string;
  /** If both are known without making the file. */
  readonly known: { readonly bytes: number; readonly sha256: string } | null;
  /** For a file meant to be used outside the package: how many of its bytes are sound, known once it was made. Left out for every other file. */
  readonly soundBytes?: () => number;
}

/** A file made from data that is in memory already. */
export function madeEntry(path: string, make: () => string | Promise<Buffer>): PackageEntry {
  return { path, known: null, read: async () => bytesOf(await make()) };
}

/** An archive inside the package, meant to be used outside it. An archive with a volume's recordings may not fit into memory and is therefore streamed. */
export function archiveEntry(
  path: string,
  mayBeLong: boolean,
  files: () => Iterable<ZipFile> | Promise<Iterable<ZipFile>>,
): PackageEntry {
  let bytes = 0;
  const listed = async (): Promise<ZipFile[]> => {
    bytes = 0;
    return [...(await files())].map((file) =>
      file.isSound === true ? countedFile(file, (length) => (bytes += length)) : file,
    );
  };
  const whole = { ...madeEntry(path, async () => zipBytes(await listed())), soundBytes: () => bytes };
  const pieces = async function* () {
    yield* zipPieces(await listed());
  };
  return mayBeLong ? { ...whole, pieces } : whole;
}

/** A streamed standalone file; `count` receives the number of its bytes that hold sound. A long file is never in memory as a whole. */
export function piecesEntry(
  path: string,
  mayBeLong: boolean,
  make: (count: (soundBytes: number) => void) => AsyncIterable<Buffer>,
): PackageEntry {
  let bytes = 0;
  const pieces = (): AsyncIterable<Buffer> => {
    bytes = 0;
    return make((length) => {
      bytes += length;
    });
  };
  const read = async (): Promise<Buffer> => {
    const made: Buffer[] = [];
    for await (const piece of pieces()) made.push(piece);
    return Buffer.concat(made);
  };
  return { path, known: null, read, soundBytes: () => bytes, ...(mayBeLong && { pieces }) };
}

/** A file that reports how many of its bytes were made. */
function countedFile(file: ZipFile, count: (length: number) => void): ZipFile {
  const { pieces } = file;
  const read: ZipFile["read"] = async (pool) => {
    const bytes = await file.read(pool);
    count(bytes.length);
    return bytes;
  };
  if (pieces === undefined) return { ...file, read };
  return {
    ...file,
    read,
    pieces: async function* () {
      for await (const piece of pieces()) {
        count(piece.length);
        yield piece;
      }
    },
  };
}

function bytesOf(made: string | Buffer): Buffer {
  return typeof made === "string" ? Buffer.from(made) : made;
}
