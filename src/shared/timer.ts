/** Node's timers hold no more ms than this: beyond it they ring after 1 ms, or throw. */
const longestTimerMs = 2 ** 31 - 1;

/** `ms` as a timer can hold it: whole, and never more than 24.8 days. Whoever may have to wait longer waits again. */
export function timerMs(ms: number): number {
  return Math.min(Math.ceil(ms), longestTimerMs);
}

/** Rings once after `ms`, or after 24.8 days where that is less; never early. */
export function startTimer(ms: number, ring: () => void): NodeJS.Timeout {
  return setTimeout(ring, timerMs(ms));
}

/** A signal that is aborted after `ms`, or after 24.8 days where that is less; never early. */
export function signalAfter(ms: number): AbortSignal {
  return AbortSignal.timeout(timerMs(ms));
}

/** Rings every `ms` until the function that it gives is called. It keeps no process from ending. */
export function every(ms: number, ring: () => void): () => void {
  const timer = setInterval(ring, timerMs(ms)).unref();
  return () => clearInterval(timer);
}
