import type { FileHandle } from "node:fs/promises";
import { errorCode } from "../../shared/failure.ts";
import { openToAppend } from "../../shared/files/open-file.ts";

/** More waiting than this means that nobody reads. */
const waitingMost = 16 * 1024 * 1024;
/** How long a pipe that is full gets, before it is tried again. */
const fullMs = 100;
/** How long the end of a run waits for the last lines. */
const endMs = 2_000;

/**
 * Lines for a program that watches a run, appended to a file or a pipe. Best effort: what can't be written is reported once and then left out, and
 * nothing waits for it, so that a full disk, a closed pipe or a reader that sleeps neither stops nor changes a run.
 */
export class EventFile {
  readonly #path: string;
  readonly #onError: (cause: string) => void;
  #waiting: string[] = [];
  #waitingLength = 0;
  #file: FileHandle | null = null;
  #writing: Promise<void> | null = null;
  #isOver = false;

  constructor(path: string, onError: (cause: string) => void) {
    this.#path = path;
    this.#onError = onError;
  }

  /** Queues a line. Never throws. */
  write(line: string): void {
    if (this.#isOver) return;
    this.#waiting.push(`${line}\n`);
    this.#waitingLength += line.length;
    if (this.#waitingLength > waitingMost) this.#giveUp("nobody reads it");
    else this.#writing ??= this.#drain();
  }

  /** Resolves once all lines are written, or nothing more can be done for them. Never rejects. */
  async end(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, endMs);
    });
    await Promise.race([this.#writing ?? Promise.resolve(), late]);
    clearTimeout(timer);
    this.#isOver = true;
    await this.#file?.close().catch(() => undefined);
  }

  async #drain(): Promise<void> {
    try {
      this.#file ??= await openToAppend(this.#path);
      while (this.#waiting.length > 0 && !this.#isOver) {
        const bytes = Buffer.from(this.#waiting.join(""));
        this.#waiting = [];
        this.#waitingLength = 0;
        await this.#writeAll(bytes, this.#file);
      }
    } catch (error) {
      this.#giveUp(errorCode(error));
    } finally {
      this.#writing = null;
    }
  }

  async #writeAll(bytes: Buffer, file: FileHandle): Promise<void> {
    let written = 0;
    while (written < bytes.length && !this.#isOver) {
      const count = await file.write(bytes, written).then(
        ({ bytesWritten }) => bytesWritten,
        (error: unknown) => {
          if (errorCode(error) === "EAGAIN") return 0;
          throw error;
        },
      );
      written += count;
      if (count === 0) await new Promise((resolve) => setTimeout(resolve, fullMs));
    }
  }

  #giveUp(cause: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting = [];
    this.#onError(cause);
  }
}
