import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolderNow } from "./make-folder.ts";

/**
 * A file of lines that several processes append to; only the newest lines count. It is written synchronously, and not through `Files`: a line must be
 * there before its caller continues, and no line is worth an asynchronous wait. Nothing is reported as an error: lines that can't be read or written
 * are left out.
 */
export class LineFile {
  readonly #path: string;
  readonly #keptBytes: number;

  /** `keptBytes`: what is kept once the file is four times as long. */
  constructor(path: string, keptBytes: number) {
    this.#path = path;
    this.#keptBytes = keptBytes;
  }

  /** The newest whole lines. */
  read(): string[] {
    return this.#tail().split("\n");
  }

  append(line: string): void {
    try {
      makeFolderNow(dirname(this.#path));
      if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > 4 * this.#keptBytes) {
        const part = `${this.#path}.part`;
        writeFileSync(part, this.#tail(), { mode: 0o600 });
        renameSync(part, this.#path);
      }
      appendFileSync(this.#path, `${line}\n`, { mode: 0o600 });
    } catch {
      // The newest lines only help.
    }
  }

  /** The whole lines at the end; empty if there is no file. */
  #tail(): string {
    try {
      const bytes = readFileSync(this.#path);
      const kept = bytes.subarray(-this.#keptBytes);
      return kept.toString("utf8", kept.length < bytes.length ? kept.indexOf("\n") + 1 : 0);
    } catch {
      return "";
    }
  }
}
