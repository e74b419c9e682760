import type { EventLine } from "../documents/documents.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { type Commands, Refused, type RunRequested } from "./commands.ts";
import type { Course } from "./courses.ts";
import type { Kind, RunDocument, RunResult } from "./documents.ts";

interface RunHere {
  readonly kind: Kind;
  readonly stop: AbortController;
  /** How many lines the run has reported, and the latest about time. What the others say is in the ledger. */
  count: number;
  latest: RunDocument["latest"];
  result: RunResult | null;
  readonly ended: Promise<void>;
}

/** The desk's runs: at most one at a time for each course and kind, and one rehearsal in all, since rehearsals share a service. */
export class CourseRuns {
  readonly #commands: Commands;
  /** The newest run of each course and kind. */
  readonly #runs = new Map<string, RunHere>();
  /** Queue of all work that uses the rehearsal service. */
  #rehearsing: Promise<unknown> = Promise.resolve();

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  isRunning(course: Pick<Course, "id">, kind: Kind): boolean {
    return this.#runs.get(keyOf(course, kind))?.result === null;
  }

  /** Whether any course is being rehearsed. */
  get isRehearsing(): boolean {
    return [...this.#runs.values()].some(({ kind, result }) => kind === "rehearsal" && result === null);
  }

  /** Begins a run, which continues even if the page is closed. If the run is refused, its result says why. */
  begin(course: Course, kind: Kind, approved: RunRequested["approved"]): void {
    const stop = new AbortController();
    const watch = (line: EventLine): void => {
      here.count += 1;
      const { type, at } = line;
      if (type === "run.forecast" || type === "run.waiting")
        here.latest = { type, at, seconds: "seconds" in line ? Number(line.seconds) : 0 };
    };
    const requested = { approved, interrupt: stop.signal, watch };
    const run = (): Promise<RunResult> => this.#commands.run({ plan: course.path, kind }, requested);
    const working = kind === "rehearsal" ? this.rehearse(run) : run();
    // A run that fails in an unexpected way ends alone: others may be under way.
    const failed = (error: unknown): RunResult =>
      error instanceof Refused ? error.result : { ok: false, exitCode: exitCodes.bug };
    const ended = working.catch(failed).then((result) => {
      here.result = result;
    });
    const here: RunHere = { kind, stop, count: 0, latest: null, result: null, ended };
    this.#runs.set(keyOf(course, kind), here);
  }

  /** Queues work that starts the rehearsal service, so that only one piece of work uses it at a time. */
  rehearse<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#rehearsing.then(work);
    this.#rehearsing = done.catch(() => undefined);
    return done;
  }

  /** Stops a run as one Ctrl-C does: the run still waits for the creation in flight. */
  stop(course: Pick<Course, "id">, kind: Kind): void {
    this.#runs.get(keyOf(course, kind))?.stop.abort();
  }

  /** Stops all runs, and resolves once they have ended. True if any was under way. */
  async stopAll(): Promise<boolean> {
    const under = [...this.#runs.values()].filter(({ result }) => result === null);
    for (const { stop } of under) stop.abort();
    await Promise.all(under.map(({ ended }) => ended));
    return under.length > 0;
  }

  /** Changes whenever this desk's latest run has something to report. */
  stamp(course: Pick<Course, "id">, kind: Kind): string {
    const run = this.#runs.get(keyOf(course, kind));
    return run === undefined ? "" : `${run.count} ${run.stop.signal.aborted} ${run.result !== null}`;
  }

  document(course: Pick<Course, "id">, kind: Kind, elsewhere: RunDocument["running"]): RunDocument {
    const run = this.#runs.get(keyOf(course, kind));
    const isHere = run?.result === null;
    return {
      running: isHere ? "here" : elsewhere,
      stopping: isHere && run.stop.signal.aborted,
      latest: (isHere && run.latest) || null,
      result: run?.result ?? null,
    };
  }
}

function keyOf({ id }: Pick<Course, "id">, kind: Kind): string {
  return `${id} ${kind}`;
}
