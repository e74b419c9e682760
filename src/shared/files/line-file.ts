import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolderNow } from "./make-folder.ts";
import { identityIn } from "./windows.ts";

/**
 * A file of lines that several processes append to, of which only the newest count. It is written at once, and not through `Files`: a line must be there
 * before its caller continues, and none is worth waiting for. Nothing here is an error: what can't be read or written is left out.
 */
export class LineFile {
  readonly #path: string;
  readonly #keptBytes: number;
  #file: number | null = null;

  /** `keptBytes`: what is kept once the file is four times as long. */
  constructor(path: string, keptBytes: number) {
    this.#path = path;
    this.#keptBytes = keptBytes;
  }

  /** The newest whole lines. */
  read(): string[] {
    try {
      const file = openSync(this.#path, "r");
      try {
        return tailOf(file, this.#keptBytes).split("\n");
      } finally {
        closeSync(file);
      }
    } catch {
      return [];
    }
  }

  append(line: string): void {
    try {
      // Somebody may have removed the one that is open.
      if (this.#file !== null && !isUnder(this.#path, this.#file)) this.close();
      this.#file ??= this.#open();
      writeSync(this.#file, `${line}\n`);
    } catch {
      // The newest lines only help.
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #open(): number {
    makeFolderNow(dirname(this.#path));
    const file = openSync(this.#path, "a+", 0o600);
    if (fstatSync(file).size <= 4 * this.#keptBytes) return file;
    const tail = tailOf(file, this.#keptBytes);
    // By the path: Windows truncates nothing by a descriptor that appends.
    truncateSync(this.#path);
    writeSync(file, tail);
    return file;
  }
}

/** The whole lines at the end of a file. */
function tailOf(file: number, mostBytes: number): string {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, mostBytes));
  const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
  const text = bytes.toString("utf8", 0, read);
  return size > mostBytes ? text.slice(text.indexOf("\n") + 1) : text;
}

function isUnder(path: string, file: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found !== undefined && identityIn(found) === identityIn(fstatSync(file, { bigint: true }));
}
