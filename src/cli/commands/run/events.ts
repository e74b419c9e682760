import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { CoursePlace } from "../../../course/course-place.ts";
import type { EventLine } from "../../../documents/documents.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import type { Progress } from "../../../run/run-context.ts";
import { errorCode } from "../../../shared/failure.ts";
import { makeFolder } from "../../../shared/files/make-folder.ts";
import { closeNow, openToAppendNow, writeNow } from "../../../shared/files/open-file.ts";
import { quote } from "../../../shared/text.ts";
import { every } from "../../../shared/timer.ts";
import type { Context } from "../../context.ts";
import { refuseForeignFile } from "../../course/protected-file.ts";
import { stateFolderOf } from "../../course-session.ts";
import { text } from "../../parser/options.ts";
import { describeCause } from "../../problems/causes.ts";
import { ofLedger, ofProgress } from "../../render/event-line.ts";

/** Reports a run's events to another program, line by line. It only reads what the run has done, so it can't delay the run. */
interface RunEvents {
  tell(progress: Progress): void;
  /** Writes the remaining lines. Never rejects. */
  end(): Promise<void>;
}

/** Polling interval for new events in the ledger. */
const lookMs = 200;

/**
 * Opens the file given by `--events`, or uses the context's `watch`; null if there is neither. Throws a Failure if the path leads to an existing file
 * with anything other than events.
 */
export async function openRunEvents(
  { place, store }: { readonly place: CoursePlace; readonly store: LedgerStore },
  context: Context,
): Promise<RunEvents | null> {
  const { watch } = context;
  const path = text(context.raw, "events");
  const lines =
    watch !== undefined
      ? { write: watch, flush: () => undefined, end: async () => undefined }
      : path === null
        ? null
        : await openFileFor(path, place, context);
  return lines === null ? null : telling(lines, store, context);
}

/** The destination of lines. */
interface Lines {
  write(line: EventLine): void;
  flush(): void;
  end(): Promise<void>;
}

async function openFileFor(path: string, place: CoursePlace, context: Context): Promise<Lines> {
  const ownFolder = stateFolderOf(context);
  await refuseForeignFile(path, { kind: "events", flag: "--events", ledger: place.ledger, ownFolder });
  await makeFolder(dirname(path)).catch(() => undefined);
  const file = new EventFile(path, (cause) =>
    context.io.warn(
      `Events could not be written to ${quote(path)} (${describeCause(cause)}). The run continues without them.`,
    ),
  );
  return {
    write: (line) => file.write(JSON.stringify(line)),
    flush: () => file.flush(),
    end: () => file.end(),
  };
}

function telling(lines: Lines, store: LedgerStore, { world }: Pick<Context, "world">): RunEvents {
  let told = store.events.length;
  const look = (): void => {
    for (const event of store.events.slice(told)) lines.write(ofLedger(event));
    told = store.events.length;
    lines.flush();
  };
  const stop = every(lookMs, look);
  return {
    tell(progress) {
      look();
      const line = ofProgress(progress, world.now());
      if (line !== null) lines.write(line);
    },
    async end() {
      stop();
      look();
      await lines.end();
    },
  };
}

/** If more bytes than this are queued, nobody reads the file. */
const waitingMost = 16 * 1024 * 1024;
/** How long to wait before writing to a full pipe again. */
const fullMs = 100;
/** How often to try again at the end of a run. */
const endTries = 20;

/**
 * Lines for a program that watches a run, appended to a file or a pipe. Best effort: a failure is reported once, and lines that can't be written are
 * dropped. Nothing waits for the reader: the next flush writes what a full pipe has not taken.
 */
export class EventFile {
  readonly #path: string;
  readonly #onError: (cause: string) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #file: number | null = null;
  #isOver = false;

  constructor(path: string, onError: (cause: string) => void) {
    this.#path = path;
    this.#onError = onError;
  }

  /** Writes a line, or queues it behind others. Never throws. */
  write(line: string): void {
    if (this.#isOver) return;
    const bytes = Buffer.from(`${line}\n`);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waiting.length === 1) this.flush();
    if (this.#waitingBytes > waitingMost) this.#giveUp("nobody reads it");
  }

  /** Writes as much of the queue as is possible now. Never throws. */
  flush(): void {
    try {
      for (let [line] = this.#waiting; line !== undefined; [line] = this.#waiting) {
        this.#file ??= openToAppendNow(this.#path);
        const written = writeNow(this.#file, line);
        this.#waitingBytes -= written;
        if (written < line.length) this.#waiting[0] = line.subarray(written);
        else this.#waiting.shift();
      }
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") this.#giveUp(errorCode(error));
    }
  }

  /** Resolves once all lines are written, or can't be. Never rejects. */
  async end(): Promise<void> {
    for (let tries = 0; tries < endTries && this.#waiting.length > 0; tries += 1) {
      await setTimeout(fullMs);
      this.flush();
    }
    this.#isOver = true;
    try {
      if (this.#file !== null) closeNow(this.#file);
    } catch {
      // Network file systems may report a failed write only here.
    }
  }

  #giveUp(cause: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting = [];
    this.#onError(cause);
  }
}
