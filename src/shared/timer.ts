/** The longest delay of a Node timer in ms: a longer one fires after 1 ms, or throws. */
const longestTimerMs = 2 ** 31 - 1;

/** `ms` rounded and limited to what a timer can hold, 24.8 days. To wait longer, wait again. */
export function timerMs(ms: number): number {
  return Math.min(Math.ceil(ms), longestTimerMs);
}

/** Calls back once after `ms`, or after 24.8 days if that is less; never early. */
export function startTimer(ms: number, ring: () => void): NodeJS.Timeout {
  return setTimeout(ring, timerMs(ms));
}

/**
 * A signal that aborts after `ms`, or after 24.8 days if that is less; never early. The timer is unref'd. Unlike the signal of
 * `AbortSignal.timeout`, it can be given to `AbortSignal.any`: on Node 20, a timeout signal used there is garbage-collected and never aborts.
 */
export function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  startTimer(ms, () =>
    controller.abort(new DOMException("The time limit was reached", "TimeoutError")),
  ).unref();
  return controller.signal;
}

/** Calls back every `ms` until the returned function is called. The timer is unref'd. */
export function every(ms: number, ring: () => void): () => void {
  const timer = setInterval(ring, timerMs(ms)).unref();
  return () => clearInterval(timer);
}
