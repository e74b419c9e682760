import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { CoursePlace } from "../../../course/course-place.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import type { Progress } from "../../../run/run-context.ts";
import { errorCode } from "../../../shared/failure.ts";
import { makeFolder } from "../../../shared/files/make-folder.ts";
import { openToAppend } from "../../../shared/files/open-file.ts";
import { quote } from "../../../shared/text.ts";
import { every } from "../../../shared/timer.ts";
import type { Context } from "../../context.ts";
import { refuseForeignFile } from "../../course/protected-file.ts";
import { stateFolderOf } from "../../course-session.ts";
import { ofLedger, ofProgress } from "../../documents/event-line.ts";
import { text } from "../../parser/options.ts";
import { describeCause } from "../../problems/causes.ts";

/** Tells a program what happens during a run, line by line. Only reads what the run has done: it can't hold it up. */
interface RunEvents {
  tell(progress: Progress): void;
  /** Writes what is left. Never rejects. */
  end(): Promise<void>;
}

/** How often the ledger is looked at for what it has recorded. */
const lookMs = 200;

/**
 * Opens the file given by `--events`; null if no file is given. Throws a Failure if the path leads to an existing file that holds anything other than
 * events.
 */
export async function openRunEvents(
  { place, store }: { readonly place: CoursePlace; readonly store: LedgerStore },
  context: Context,
): Promise<RunEvents | null> {
  const path = text(context.raw, "events");
  if (path === null) return null;
  const kept = place.ledger.kind === "file" ? [place.ledger.location] : [];
  const ownFolder = stateFolderOf(context);
  await refuseForeignFile(path, { kind: "events", flag: "--events", kept, ownFolder });
  await makeFolder(dirname(path)).catch(() => undefined);
  const { io, world } = context;
  const file = new EventFile(path, (cause) =>
    io.warn(
      `Events could not be written to ${quote(path)} (${describeCause(cause)}). The run continues without them.`,
    ),
  );
  let told = store.events.length;
  const look = (): void => {
    for (const event of store.events.slice(told)) file.write(JSON.stringify(ofLedger(event)));
    told = store.events.length;
  };
  const stop = every(lookMs, look);
  return {
    tell(progress) {
      look();
      const line = ofProgress(progress, world.now());
      if (line !== null) file.write(JSON.stringify(line));
    },
    async end() {
      stop();
      look();
      await file.end();
    },
  };
}

/** More waiting than this means that nobody reads. */
const waitingMost = 16 * 1024 * 1024;
/** How long a pipe that is full gets, before it is tried again. */
const fullMs = 100;
/** How long the end of a run waits for the last lines. */
const endMs = 2_000;

/**
 * Lines for a program that watches a run, appended to a file or a pipe. Best effort: a failure is reported once, and lines that can't be written are
 * left out. Nothing waits for the output, so a full disk, a closed pipe or a sleeping reader neither stops nor changes a run.
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
