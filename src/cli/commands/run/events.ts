import { dirname } from "node:path";
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
 * Reports a run's events to another program, line by line. It only reads what the run has done, so it can't delay the run. Opens the file given by
 * `--events`, or uses the context's `watch`; null if there is neither. Throws a Failure if the path leads to an existing file with anything other than
 * events.
 */
export async function openRunEvents(store: LedgerStore, context: Context) {
  const { watch, world } = context;
  const path = text(context.raw, "events");
  const lines =
    watch !== undefined
      ? { write: watch, end: () => undefined }
      : path === null
        ? null
        : await openFileFor(path, context);
  if (lines === null) return null;
  let told = store.events.length;
  const look = (): void => {
    for (const event of store.events.slice(told)) lines.write(ofLedger(event));
    told = store.events.length;
  };
  const stop = every(lookMs, look);
  return {
    tell(progress: Progress): void {
      look();
      const line = ofProgress(progress, world.now());
      if (line !== null) lines.write(line);
    },
    /** Writes the remaining lines. */
    end(): void {
      stop();
      look();
      lines.end();
    },
  };
}

/** The destination of lines. Its functions never throw. */
interface Lines {
  write(line: EventLine): void;
  end(): void;
}

async function openFileFor(path: string, { io }: Context): Promise<Lines> {
  await refuseForeignFile(path, { kind: "events", flag: "--events" });
  await makeFolder(dirname(path)).catch(() => undefined);
  return eventFile(path, (cause) =>
    io.warn(
      `Events could not be written to ${quote(path)} (${describeCause(cause)}). The run continues without them.`,
    ),
  );
}

/**
 * Lines for a program that watches a run, appended to a file or a pipe. Never waits for the reader: the first line that can't be written, such as to a
 * full pipe, is reported, and nothing more is written.
 */
export function eventFile(path: string, onError: (cause: string) => void): Lines {
  let file: number | null = null;
  let isOver = false;
  return {
    write(line) {
      if (isOver) return;
      try {
        file ??= openToAppendNow(path);
        let rest = Buffer.from(`${JSON.stringify(line)}\n`);
        while (rest.length > 0) rest = rest.subarray(writeNow(file, rest));
      } catch (error) {
        isOver = true;
        onError(errorCode(error));
      }
    },
    end() {
      isOver = true;
      try {
        if (file !== null) closeNow(file);
      } catch {
        // Network file systems may report a failed write only here.
      }
    },
  };
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
