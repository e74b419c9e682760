/** A file of the package, made when it is asked for: only one is in memory at a time. */
export interface PackageEntry {
  /** In the package: ASCII, `/` between folders, made of our own names and counters alone. */
  readonly path: string;
  /** Where both are known without making the file. */
  readonly known: { readonly bytes: number; readonly sha256: string } | null;
  read(): Promise<Buffer>;
}

/** A file that is made from what is in memory already. */
export function madeEntry(path: string, make: () => string): PackageEntry {
  return { path, known: null, read: async () => Buffer.from(make()) };
}
