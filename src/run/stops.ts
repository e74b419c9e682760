import { setMaxListeners } from "node:events";
import type { RunProblem } from "./problem.ts";

/**
 * What has gone wrong in a run, and how far it stops: creating alone, or everything. A stop never breaks off a creation that is in
 * flight: its answer is waited for and recorded.
 */
export class Stops {
  readonly #problems: RunProblem[] = [];
  readonly #creating = new AbortController();
  readonly #everything = new AbortController();
  readonly #tell: (problem: RunProblem) => void;

  constructor(tell: (problem: RunProblem) => void) {
    this.#tell = tell;
    // Every story that waits listens to these; a long course is no leak.
    setMaxListeners(0, this.#creating.signal, this.#everything.signal);
  }

  get problems(): readonly RunProblem[] {
    return this.#problems;
  }

  /** Aborted once no further creation may begin. */
  get creating(): AbortSignal {
    return this.#creating.signal;
  }

  /** Aborted once every read should end too. */
  get everything(): AbortSignal {
    return this.#everything.signal;
  }

  /** Notes a problem that stops nothing. */
  note(problem: RunProblem): void {
    this.#problems.push(problem);
    this.#tell(problem);
  }

  /** No further creation begins; what exists is followed on. */
  stopCreating(problem?: RunProblem): void {
    if (problem !== undefined) this.note(problem);
    this.#creating.abort();
  }

  /** Everything ends as soon as it safely can. A second reason for the same stop is not told. */
  stopEverything(problem?: RunProblem): void {
    if (problem !== undefined && !this.#everything.signal.aborted) this.note(problem);
    this.#creating.abort();
    this.#everything.abort();
  }
}
