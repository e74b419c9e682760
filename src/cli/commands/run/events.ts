import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { EventLine } from "../../../documents/documents.ts";
import { eventsVersion } from "../../../documents/versions.ts";
import type { LedgerEvent } from "../../../ledger/format/event.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import type { Progress } from "../../../run/run-context.ts";
import { errorCode } from "../../../shared/failure.ts";
import { makeFolder } from "../../../shared/files/make-folder.ts";
import { closeNow, openToAppendNow, writeNow } from "../../../shared/files/open-file.ts";
import { quote } from "../../../shared/text.ts";
import { every } from "../../../shared/timer.ts";
import type { Context } from "../../context.ts";
import { refuseForeignFile } from "../../course/protected-file.ts";
import { text } from "../../parser/options.ts";
import { describeProblem } from "../../problems/problems.ts";
import { describeCause } from "../../problems/texts.ts";

/** Polling interval for new events in the ledger. */
const lookMs = 200;

/**
 * Reports a run's events to another program, line by line. It only reads what the run has done, so it can't delay the run. Opens the file given by `--events`, or uses the context's `watch`; null if there is neither. Throws a Failure if the path leads to an existing file
 * with anything other than events.
 */
export async function openRunEvents(store: LedgerStore, context: Context) {
  const { watch } = context;
  const path = text(context.raw, "events");
  const lines =
    watch !== undefined
      ? { write: watch, flush: () => undefined, end: async () => undefined }
      : path === null
        ? null
        : await openFileFor(path, context);
  return lines === null ? null : telling(lines, store, context);
}

/** The destination of lines. */
interface Lines {
  write(line: EventLine): void;
  flush(): void;
  end(): Promise<void>;
}

async function openFileFor(path: string, context: Context): Promise<Lines> {
  await refuseForeignFile(path, { kind: "events", flag: "--events" });
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

function telling(lines: Lines, store: LedgerStore, { world }: Pick<Context, "world">) {
  let told = store.events.length;
  const look = (): void => {
    for (const event of store.events.slice(told)) lines.write(ofLedger(event));
    told = store.events.length;
    lines.flush();
  };
  const stop = every(lookMs, look);
  return {
    tell(progress: Progress): void {
      look();
      const line = ofProgress(progress, world.now());
      if (line !== null) lines.write(line);
    },
    /** Writes the remaining lines. Never rejects. */
    async end(): Promise<void> {
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

/** A ledger's event as a line of `--events`. */
function ofLedger(event: LedgerEvent): EventLine {
  const { hash: _, ...told } = event;
  const line = { events: eventsVersion, ...told } as EventLine & { answer?: unknown; received?: unknown };
  if (told.type !== "creation.uncertain") return line;
  const { answer: _1, received: _2, ...rest } = line;
  return rest as EventLine;
}

/** A line for progress that only the run reports; null for progress that the ledger records too. `at`: in ms since 1970. */
function ofProgress(progress: Progress, at: number): EventLine | null {
  const start = { events: eventsVersion, at: new Date(at).toISOString() } as const;
  const seconds = (ms: number): number => Math.ceil(ms / 1000);
  switch (progress.kind) {
    case "problem": {
      const { problem } = progress;
      return { ...start, type: "run.problem", code: problem.code, message: describeProblem(problem) };
    }
    case "notice": {
      const { notice } = progress;
      return { ...start, type: "run.notice", code: notice.code, message: describeProblem(notice) };
    }
    case "waiting":
      return { ...start, type: "run.waiting", why: progress.why, seconds: seconds(progress.forMs) };
    case "retrying":
      return { ...start, type: "run.waiting", why: "retry", seconds: seconds(progress.forMs) };
    case "forecast":
      return {
        ...start,
        type: "run.forecast",
        seconds: seconds(progress.finishMs),
        measured: progress.isMeasured,
      };
    case "checking":
      return { ...start, type: "run.checking", lessons: progress.lessons };
    case "packaging":
      return { ...start, type: "run.packaging", lessons: progress.lessons };
    default:
      return null;
  }
}
