import type { AnyProblem } from "../../shared/failure.ts";
import { describeFailure } from "../messages/failure-words.ts";

// The end of other commands' messages when they refuse. A check refuses nothing, so it is removed.
const refusal = /(, and nothing was sent|\. Nothing was (sent|done|changed))\./;

/** A problem's message, in the words that every command uses, as a finding. */
export function describeFound(problem: AnyProblem): string {
  return describeFailure(problem).replace(refusal, ".");
}
