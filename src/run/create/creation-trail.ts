import type { LedgerEvent } from "../../ledger/format/event.ts";
import { isEnd } from "../../ledger/format/job-status.ts";

/** Facts about single creations that the fold doesn't keep. Must see every event once, in order, from the first. */
export class CreationTrail {
  readonly #serviceTimes = new Map<string, number>();
  readonly #wantsBook = new Map<string, boolean>();
  /** The stories in progress, and whether with an audiobook. */
  readonly #active = new Map<string, boolean>();
  readonly #conflicts: { readonly seq: number; readonly at: string }[] = [];

  see(event: LedgerEvent): void {
    switch (event.type) {
      case "creation.intended": {
        const serviceTime = Date.parse(event.serviceTime ?? "");
        if (!Number.isNaN(serviceTime)) this.#serviceTimes.set(event.attempt, serviceTime);
        this.#wantsBook.set(event.attempt, event.request.audiobook);
        return;
      }
      case "creation.accepted":
      case "creation.resolved":
        if (event.id !== null) this.#active.set(event.id, this.#wantsBook.get(event.attempt) ?? true);
        return;
      case "story.missing":
        this.#active.delete(event.id);
        return;
      case "story.observed":
        if (isEnd(event.status, this.#active.get(event.id) ?? true)) this.#active.delete(event.id);
        return;
      case "creation.refused":
        if (event.code === "conflict" && this.#active.size === 0) this.#conflicts.push(event);
        return;
    }
  }

  /** The service's time when an attempt was intended, in ms since 1970; null if the ledger doesn't have it. */
  serviceTimeOf(attempt: string): number | null {
    return this.#serviceTimes.get(attempt) ?? null;
  }

  /**
   * The time of the first creation after event `seq` that was refused because a story was in progress, although none of this ledger was;
   * null: none.
   */
  conflictAfter(seq: number): string | null {
    return this.#conflicts.find((conflict) => conflict.seq > seq)?.at ?? null;
  }
}
