import { readHttpAnswer } from "./http-answer.ts";
import { type Ending, startDrainedTimer, type Tap } from "./tap.ts";

/** How long the connection must be silent after a complete acceptance. Short, because a crash before the id is durable would lose it. */
const acceptanceQuietMs = 100;

/** The same for any other complete answer: a refusal may be followed by an acceptance. Creations are seconds apart anyway. */
const refusalQuietMs = 1_000;

/**
 * Resolves once nothing relevant can follow on a connection: it ended, sent too much, was silent for long enough after a complete answer,
 * or reached the deadline. Resolves with how it ended; null if a complete answer arrived on a connection that is still open.
 */
export function awaitAnswer(tap: Tap, deadlineMs: number): Promise<Ending | null> {
  return new Promise((resolve) => {
    let quiet: NodeJS.Timeout | undefined;
    let isOver = false;
    const finish = (ending: Ending | null): void => {
      isOver = true;
      clearTimeout(deadline);
      clearTimeout(quiet);
      tap.watch(() => undefined);
      resolve(ending);
    };
    const deadline = startDrainedTimer(deadlineMs, () =>
      finish(tap.ending ?? { cause: `no answer within ${deadlineMs / 1000} s`, isClean: false }),
    );
    const listen = (ms: number, heard: number): void => {
      clearTimeout(quiet);
      quiet = startDrainedTimer(ms, () => {
        // New bytes have already scheduled the next check.
        if (isOver || tap.total !== heard) return;
        const wait = quietNeeded(tap);
        if (wait !== null && wait <= ms) finish(null);
        else if (wait !== null) listen(wait, heard);
      });
    };
    const look = (): void => {
      if (tap.ending !== null) finish(tap.ending);
      else if (tap.isFull) finish({ cause: "longer than an answer may be", isClean: false });
      else if (tap.total > 0) listen(acceptanceQuietMs, tap.total);
    };
    tap.watch(look);
    look();
  });
}

/** How long a connection must be silent for its last answer to be final; null if that is incomplete. */
function quietNeeded(tap: Tap): number | null {
  const answer = readHttpAnswer(tap.bytes);
  if (answer === null || answer.extent === "partial" || answer.extent === "until-close") return null;
  return answer.status >= 200 && answer.status <= 299 ? acceptanceQuietMs : refusalQuietMs;
}
