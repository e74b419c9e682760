import { resolve } from "node:path";
import type { Files, OpenFile } from "../../shared/files/files.ts";
import type { LedgerMove } from "../problem.ts";

/** Where a ledger's file ends, as known to the lock's holder. */
export interface FileEnd {
  readonly sizeBytes: number;
  /** The last line, with its line feed. */
  readonly lastLine: Buffer;
}

/**
 * The open files of a locked ledger, with the names that must keep leading to them. Writes and the lock survive a rename or an unlink
 * unnoticed, so the names have to be checked.
 */
export class HeldFiles {
  readonly #files: Pick<Files, "identify">;
  readonly #file: OpenFile;
  readonly #path: string;
  readonly #identities: { readonly ledger: string; readonly lock: string };

  private constructor(parts: HeldParts, identities: { ledger: string; lock: string }) {
    this.#files = parts.files;
    this.#file = parts.file;
    // Resolve once: a relative path would break if its folder moved.
    this.#path = resolve(parts.path);
    this.#identities = identities;
  }

  static async of(parts: HeldParts): Promise<HeldFiles> {
    const { file, lock } = parts;
    return new HeldFiles(parts, { ledger: await file.identity(), lock: await lock.identity() });
  }

  /** What has happened to the names or the end since the ledger was opened; null if nothing has. `grown`: another process has only appended. */
  async findMove({ sizeBytes, lastLine }: FileEnd): Promise<LedgerMove | "grown" | null> {
    const found = await this.#files.identify(this.#path);
    if (found !== this.#identities.ledger) return found === null ? "gone" : "replaced";
    if ((await this.#files.identify(`${this.#path}.lock`)) !== this.#identities.lock) return "lock-gone";
    // One extra byte shows whether another process has appended.
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
