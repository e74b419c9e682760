import type { EventLine } from "../../documents/documents.ts";
import { eventsVersion } from "../../documents/versions.ts";
import type { LedgerEvent } from "../../ledger/format/event.ts";
import type { Progress } from "../../run/run-context.ts";
import { describeNotice, describeProblem } from "../problems/problems.ts";

/** A ledger's event as a line of `--events`. */
export function ofLedger(event: LedgerEvent): EventLine {
  const { hash: _, ...told } = event;
  const line = { events: eventsVersion, ...told } as EventLine & { answer?: unknown; received?: unknown };
  if (told.type !== "creation.uncertain") return line;
  const { answer: _1, received: _2, ...rest } = line;
  return rest as EventLine;
}

/** A line for progress that only the run reports; null for progress that the ledger records too. `at`: in ms since 1970. */
export function ofProgress(progress: Progress, at: number): EventLine | null {
  const start = { events: eventsVersion, at: new Date(at).toISOString() } as const;
  const seconds = (ms: number): number => Math.ceil(ms / 1000);
  switch (progress.kind) {
    case "problem": {
      const { problem } = progress;
      return { ...start, type: "run.problem", code: problem.code, message: describeProblem(problem) };
    }
    case "notice": {
      const { notice } = progress;
      return { ...start, type: "run.notice", code: notice.code, message: describeNotice(notice) };
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
