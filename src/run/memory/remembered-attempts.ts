import type { EventBody } from "../../ledger/format/event.ts";
import type { RememberedEvent } from "../../ledger/memory/purchase-line.ts";

type Intended = Extract<EventBody, { type: "creation.intended" }>;

/** An attempt at a lesson as this machine remembers it. */
export interface RememberedAttempt extends Omit<RememberedEvent, "event"> {
  readonly intended: Intended;
  /** The story that it made; null where that is not known. */
  readonly story: { readonly id: string; readonly at: string } | null;
  /** Whether it is proven that it made none. */
  readonly isAbsent: boolean;
}

/** Attempts, put together from remembered events. One that several ledgers have recorded is the newest one's. */
export class RememberedAttempts {
  readonly #attempts = new Map<string, RememberedAttempt>();

  see({ event, ...of }: RememberedEvent): void {
    if (event.type === "creation.intended") {
      const before = this.#attempts.get(event.attempt);
      const at = event.happenedAt ?? of.at;
      const outcome = { story: before?.story ?? null, isAbsent: before?.isAbsent ?? false };
      this.#attempts.set(event.attempt, { ...of, at, intended: event, ...outcome });
      return;
    }
    if (!("attempt" in event) || typeof event.attempt !== "string") return;
    const attempt = this.#attempts.get(event.attempt);
    if (attempt !== undefined) this.#attempts.set(event.attempt, { ...attempt, ...outcomeOf(event, of.at) });
  }

  /** Those that made a story, or may have made one; oldest first. */
  perhapsMade(): RememberedAttempt[] {
    return [...this.#attempts.values()].filter(({ isAbsent }) => !isAbsent);
  }
}

function outcomeOf(event: EventBody, at: string): Partial<RememberedAttempt> {
  switch (event.type) {
    case "creation.accepted":
      return { story: { id: event.id, at }, isAbsent: false };
    case "creation.refused":
    case "creation.unsent":
      return { isAbsent: true };
    case "creation.resolved":
      if (event.how === "not-created") return { isAbsent: true };
      return event.id === null
        ? {}
        : { story: { id: event.id, at: event.happenedAt ?? at }, isAbsent: false };
    default:
      return {};
  }
}
