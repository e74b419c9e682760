import { mayHaveMade } from "./facts.ts";
import { at, type Fact, type ModelState } from "./state.ts";

/** The promise that a state breaks, in words; null if it keeps all. */
export function brokenPromise(state: ModelState): string | null {
  for (const [lesson, consents] of state.consents.entries()) {
    const paid = state.attempts.filter((one) => one.lesson === lesson && one.request === "made").length;
    if (paid > 1 + consents) return `lesson ${lesson + 1} is paid for ${paid} times`;
  }
  for (const [index, { request }] of state.attempts.entries()) {
    const attempt = index + 1;
    if (request === "made" && !isReachable(state, attempt)) {
      return `the story of attempt ${attempt} was paid for, and nothing knows of it`;
    }
  }
  const lost = state.heard.find((attempt) => !isKept(state, attempt));
  return lost === undefined ? null : `the id of attempt ${lost} was heard, and nothing has it`;
}

/** Whether a received id is in a ledger, a memory or a rescue file. */
function isKept(state: ModelState, attempt: number): boolean {
  const { rescued, archive } = state;
  if ([rescued, ...archive].some((attempts) => attempts.includes(attempt))) return true;
  return keptFacts(state).some((facts) => facts.includes(`accepted ${attempt}`));
}

/** The facts of every reachable ledger, and of every memory. */
function keptFacts({ places, aside, ledgers, memory }: ModelState): (readonly Fact[])[] {
  const kept = [...places, ...aside].filter((ledger) => ledger !== null);
  return [...kept.map((ledger) => at(ledgers, ledger)), ...memory];
}

/**
 * Whether the user can still reach an attempt's story: a live process is about to record it; its id is in a ledger, a memory or a rescue
 * file; or one of them lists the attempt as one that may have created a story, or that the user has declared not created.
 */
function isReachable(state: ModelState, attempt: number): boolean {
  const { rescued, archive, machines } = state;
  if ([rescued, ...archive].some((attempts) => attempts.includes(attempt))) return true;
  if (machines.some((machine) => machine.attempt === attempt)) return true;
  return keptFacts(state).some((facts) => mayHaveMade(facts).includes(attempt));
}
