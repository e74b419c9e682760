import { setMaxListeners } from "node:events";
import type { RunProblem } from "./problem.ts";

/**
 * The problems of a run, and how far it stops: creating only, or everything. A stop never interrupts a creation in flight: its answer is
 * awaited and recorded.
 */
export class Stops {
  readonly #problems: RunProblem[] = [];
  readonly #creating = new AbortController();
  readonly #everything = new AbortController();
  readonly #tell: (problem: RunProblem) => void;

  constructor(tell: (problem: RunProblem) => void) {
    this.#tell = tell;
    // Every waiting story listens to these signals; many listeners are no leak here.
    setMaxListeners(0, this.#creating.signal, this.#everything.signal);
  }

  get problems(): readonly RunProblem[] {
    return this.#problems;
  }

  /** Aborted once no further creation may start. */
  get creating(): AbortSignal {
    return this.#creating.signal;
  }

  /** Aborted once reads should end too. */
  get everything(): AbortSignal {
    return this.#everything.signal;
  }

  /** Records a problem that stops nothing. */
  note(problem: RunProblem): void {
    this.#problems.push(problem);
    this.#tell(problem);
  }

  /** Prevents further creations; existing stories are still followed. */
  stopCreating(problem?: RunProblem): void {
    if (problem !== undefined) this.note(problem);
    this.#creating.abort();
  }

  /** Ends everything as soon as it safely can. A second reason for the same stop is not reported. */
  stopEverything(problem?: RunProblem): void {
    if (problem !== undefined && !this.#everything.signal.aborted) this.note(problem);
    this.#creating.abort();
    this.#everything.abort();
  }
}
