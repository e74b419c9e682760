import { readHttpAnswer } from "./http-answer.ts";
import { type Ending, startDrainedTimer, type Tap } from "./tap.ts";

/** A whole acceptance is believed after so much silence. Its id is to be durable soon: until then a crash would lose it. */
const acceptanceQuietMs = 100;

/** Any other whole answer, after so much: what follows a refusal may be the acceptance of another one. Creations are seconds apart anyway. */
const refusalQuietMs = 1_000;

/**
 * Resolves once nothing that matters can follow on a connection: it has ended, brought too much, been silent for long enough after a whole
 * answer, or the deadline has passed. Gives how it ended; null where a whole answer stands on a connection that is still open.
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
        // What came while this rang has set the next one.
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

/** How long a connection must be silent for what it has brought to be its last word; null where that is not whole. */
function quietNeeded(tap: Tap): number | null {
  const answer = readHttpAnswer(tap.bytes);
  if (answer === null || answer.extent === "partial" || answer.extent === "until-close") return null;
  return answer.status >= 200 && answer.status <= 299 ? acceptanceQuietMs : refusalQuietMs;
}
