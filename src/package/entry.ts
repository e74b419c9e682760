/** A file of the package, made when it is asked for: only one is in memory at a time. */
export interface PackageEntry {
  /** In the package: ASCII, `/` between folders, made of our own names and counters alone. */
  readonly path: string;
  /** Where both are known without making the file. */
  readonly known: { readonly bytes: number; readonly sha256: string } | null;
  read(): Promise<Buffer>;
}

/** A file that is made from what is in memory already. */
export function madeEntry(path: string, make: () => string | Promise<Buffer>): PackageEntry {
  return { path, known: null, read: async () => bytesOf(await make()) };
}

function bytesOf(made: string | Buffer): Buffer {
  return typeof made === "string" ? Buffer.from(made) : made;
}
