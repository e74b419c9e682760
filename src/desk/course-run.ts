import { startTimer } from "../shared/timer.ts";
import { type Commands, Refused, type RunRequested } from "./commands.ts";
import type { Course } from "./courses.ts";
import type { EventLine, Kind, Message, RunDocument, RunResult } from "./documents.ts";

/** Lines that a page gets that comes later; it reads the rest from the ledger's counts. */
const linesMost = 300;
/** Within this time most runs know whether they may begin: the page that asked is told then, and of what comes later as everybody is. */
const beginningMs = 5_000;

interface RunHere {
  readonly course: Course;
  readonly kind: Kind;
  readonly stop: AbortController;
  readonly lines: EventLine[];
  result: RunResult | null;
  readonly ended: Promise<void>;
}

/** The runs of this desk: at most one at a time of a course and kind, and one rehearsal, since those share a service. */
export class CourseRuns {
  readonly #commands: Commands;
  readonly #tell: (message: Message) => void;
  /** The newest run of each course and kind. */
  readonly #runs = new Map<string, RunHere>();
  /** Whatever uses the service of rehearsals, one after the other. */
  #rehearsing: Promise<unknown> = Promise.resolve();

  constructor(commands: Commands, tell: (message: Message) => void) {
    this.#commands = commands;
    this.#tell = tell;
  }

  isRunning(course: Pick<Course, "id">, kind: Kind): boolean {
    return this.#runs.get(keyOf(course, kind))?.result === null;
  }

  /** Whether a rehearsal is under way, of whichever course. */
  get isRehearsing(): boolean {
    return [...this.#runs.values()].some(({ kind, result }) => kind === "rehearsal" && result === null);
  }

  /**
   * Begins a run, which goes on whatever becomes of the page. Resolves once it has begun to create or to follow, or after a few seconds. Rejects with
   * `Refused` if it ended before, for a reason that a person has to do something about.
   */
  async begin(course: Course, kind: Kind, approved: RunRequested["approved"]): Promise<void> {
    const stop = new AbortController();
    const lines: EventLine[] = [];
    const signs = new Set<() => void>();
    const watch = (line: EventLine): void => {
      lines.push(line);
      if (lines.length > linesMost) lines.shift();
      if (/^(?:creation|story)\./.test(line.type)) for (const sign of signs) sign();
      this.#tell({ event: "run", course: course.id, kind, line });
    };
    const requested = { approved, interrupt: stop.signal, watch };
    const run = (): Promise<RunResult> => this.#commands.run({ plan: course.path, kind }, requested);
    const working = kind === "rehearsal" ? this.rehearse(run) : run();
    const ended = working.catch(documentOf).then((result) => {
      here.result = result;
      this.#tell({
        event: "ended",
        course: course.id,
        kind,
        result,
      });
    });
    const here: RunHere = { course, kind, stop, lines, result: null, ended };
    this.#runs.set(keyOf(course, kind), here);
    await Promise.race([
      ended,
      new Promise<void>((resolve) => {
        signs.add(resolve);
        const timer = startTimer(beginningMs, resolve);
        void ended.then(() => clearTimeout(timer));
      }),
    ]);
    signs.clear();
    if (here.result !== null && !here.result.ok) throw new Refused(here.result);
  }

  /** Does work for which the service of rehearsals is started, once nothing else uses it. */
  rehearse<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#rehearsing.then(work);
    this.#rehearsing = done.catch(() => undefined);
    return done;
  }

  /** Stops a run as Ctrl-C does once: it waits for the creation in flight. */
  stop(course: Pick<Course, "id">, kind: Kind): void {
    this.#runs.get(keyOf(course, kind))?.stop.abort();
  }

  /** Stops all runs; resolves once they have ended: whether there was one. */
  async stopAll(): Promise<boolean> {
    const under = [...this.#runs.values()].filter(({ result }) => result === null);
    for (const { stop } of under) stop.abort();
    await Promise.all(under.map(({ ended }) => ended));
    return under.length > 0;
  }

  document(course: Pick<Course, "id">, kind: Kind, holder: string | null): RunDocument {
    const run = this.#runs.get(keyOf(course, kind));
    const isHere = run?.result === null;
    return {
      running: isHere ? "here" : holder === null ? null : "elsewhere",
      holder: isHere ? null : holder,
      stopping: isHere && run.stop.signal.aborted,
      lines: [...(run?.lines ?? [])],
      result: run?.result ?? null,
    };
  }
}

function keyOf({ id }: Pick<Course, "id">, kind: Kind): string {
  return `${id} ${kind}`;
}

function documentOf(error: unknown): RunResult {
  if (error instanceof Refused) return error.result;
  throw error;
}
