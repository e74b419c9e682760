import { setImmediate } from "node:timers/promises";

/** Work for the calling thread that can be done at any time: it is done while that thread would otherwise be waiting. */
export class IdleWork {
  readonly #steps: (() => void)[] = [];

  /** Adds a step of a few milliseconds. Steps are done in order; whoever needs one's result earlier does it. */
  add(step: () => void): void {
    this.#steps.push(step);
  }

  /** Waits for a promise, and does steps meanwhile. An error of a step is thrown once the promise has settled, so that nothing runs on behind it. */
  async during<Result>(awaited: Promise<Result>): Promise<Result> {
    let isPending = true;
    const settle = (): void => {
      isPending = false;
    };
    awaited.then(settle, settle);
    // One that is settled already costs no step.
    await Promise.resolve();
    while (isPending) {
      const step = this.#steps.shift();
      if (step === undefined) break;
      try {
        step();
      } catch (error) {
        await awaited.catch(() => undefined);
        throw error;
      }
      // What came from other threads meanwhile goes first.
      await setImmediate();
    }
    return awaited;
  }
}
