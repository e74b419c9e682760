import { acceptedOutcomes } from "./accepted-outcomes.ts";
import { connectionOutcomes } from "./connection-outcomes.ts";
import type { Outcome } from "./outcome.ts";
import { refusedOutcomes } from "./refused-outcomes.ts";
import { unclearOutcomes } from "./unclear-outcomes.ts";

/** Everything that a connection may do to a creation, and what each proves about money. */
export const outcomes: readonly Outcome[] = [
  ...connectionOutcomes,
  ...acceptedOutcomes,
  ...refusedOutcomes,
  ...unclearOutcomes,
];
