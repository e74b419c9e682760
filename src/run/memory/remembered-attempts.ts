import type { EventBody } from "../../ledger/format/event.ts";
import type { RememberedEvent } from "../../ledger/memory/purchase-line.ts";

type Intended = Extract<EventBody, { type: "creation.intended" }>;

/** An attempt at a lesson, as remembered by this machine. */
export interface RememberedAttempt extends Omit<RememberedEvent, "event"> {
  readonly intended: Intended;
  /** The story that it created; null if not known. */
  readonly story: { readonly id: string; readonly at: string } | null;
  /** Whether it is proven to have created none. */
  readonly isAbsent: boolean;
}

/** Attempts, assembled from remembered events. An attempt recorded by several ledgers belongs to the newest of them. */
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

  /** Attempts that created, or may have created, a story; oldest first. */
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
