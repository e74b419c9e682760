import { resolve } from "node:path";
import type { Files, OpenFile } from "../../shared/files/files.ts";
import type { LedgerMove } from "../problem.ts";

/** Where a ledger's file ends, as its holder knows it. */
export interface FileEnd {
  readonly sizeBytes: number;
  /** The last line, with its line feed. */
  readonly lastLine: Buffer;
}

/**
 * The open files of a ledger that is held, with the names that must go on leading to them. A file goes on being written when its name is
 * taken away, and a lock goes on being held: only a look at the names tells.
 */
export class HeldFiles {
  readonly #files: Pick<Files, "identify">;
  readonly #file: OpenFile;
  readonly #path: string;
  readonly #identities: { readonly ledger: string; readonly lock: string };

  private constructor(parts: HeldParts, identities: { ledger: string; lock: string }) {
    this.#files = parts.files;
    this.#file = parts.file;
    // For good: a relative path would follow its folder to wherever that is moved.
    this.#path = resolve(parts.path);
    this.#identities = identities;
  }

  static async of(parts: HeldParts): Promise<HeldFiles> {
    const { file, lock } = parts;
    return new HeldFiles(parts, { ledger: await file.identity(), lock: await lock.identity() });
  }

  /**
   * What became of the names or of the end since the ledger was opened; null where both are as they should be. `grown`: only that somebody else
   * has written on.
   */
  async findMove({ sizeBytes, lastLine }: FileEnd): Promise<LedgerMove | "grown" | null> {
    const found = await this.#files.identify(this.#path);
    if (found !== this.#identities.ledger) return found === null ? "gone" : "replaced";
    if ((await this.#files.identify(`${this.#path}.lock`)) !== this.#identities.lock) return "lock-gone";
    // One byte more than there should be tells whether somebody has written on.
    const end = await this.#file.readAt(sizeBytes - lastLine.length, lastLine.length + 1);
    if (!end.subarray(0, lastLine.length).equals(lastLine)) return "overwritten";
    return end.length === lastLine.length ? null : "grown";
  }
}

interface HeldParts {
  readonly path: string;
  readonly file: OpenFile;
  readonly lock: OpenFile;
  readonly files: Pick<Files, "identify">;
}
