import type { AnyProblem } from "../../shared/failure.ts";
import { describeFailure } from "../messages/failure-words.ts";

// What other commands end with where they refuse. A check has nothing to refuse: it never does more than look.
const refusal = /(, and nothing was sent|\. Nothing was (sent|done|changed))\./;

/** A problem in the words that every command has for it, as something that was found. */
export function describeFound(problem: AnyProblem): string {
  return describeFailure(problem).replace(refusal, ".");
}
