/** What this program uses of `zip-stream`, which has no types of its own. */
declare module "zip-stream" {
  import type { Readable } from "node:stream";
  import type { ZlibOptions } from "node:zlib";

  export interface EntryFacts {
    readonly name: string;
    readonly date: Date;
    readonly mode: number;
    /** Not compressed. Left out: as the archive says. */
    readonly store?: boolean;
  }

  /** Takes one entry at a time. */
  export default class ZipStream extends Readable {
    constructor(options: {
      readonly store?: boolean;
      readonly zlib?: ZlibOptions;
      readonly highWaterMark?: number;
    });
    entry(source: Buffer | Readable, facts: EntryFacts, done: (error: Error | null) => void): void;
    finalize(): void;
  }
}
