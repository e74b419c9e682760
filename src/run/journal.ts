import type { EventBody, LedgerEvent } from "../ledger/format/event.ts";
import { jobKey } from "../ledger/format/fold.ts";
import type { Ceilings, CreationGuard } from "../ledger/format/guard.ts";
import type { JobRecord, LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Rate } from "../shared/duration.ts";
import { canonicalUuid } from "../shared/uuid.ts";

/** What every intention must fit into. Whether narrations are among the paid starts is what the ledger itself remembers by then. */
export interface IntentionLimits {
  readonly credits: Ceilings;
  readonly starts: Rate | null;
}

/** A ledger that is held, together with the state that its events add up to. */
export class Journal {
  readonly store: LedgerStore;
  readonly #limits: IntentionLimits | undefined;

  /** `limits`: what the store checks where it writes. */
  constructor(store: LedgerStore, limits?: IntentionLimits) {
    this.store = store;
    this.#limits = limits;
  }

  get state(): LedgerState {
    return this.store.state;
  }

  /** Resolves once the event is durable and the state shows it. Throws when the ledger can't be written: then nothing may be sent. */
  record(body: EventBody): Promise<LedgerEvent> {
    return this.store.append(body, this.#guard());
  }

  #guard(): CreationGuard | undefined {
    if (this.#limits === undefined) return undefined;
    const { credits, starts } = this.#limits;
    const withNarrations = this.state.rateLimiter?.narration !== "free";
    return { credits, starts: starts === null ? null : { ...starts, withNarrations } };
  }

  jobRecord(edition: string, job: string): JobRecord | undefined {
    return this.state.jobs.get(jobKey(edition, job));
  }

  /** Whether a story of this id is known already, of whatever job. */
  knowsStory(id: string): boolean {
    for (const record of this.state.jobs.values()) if (record.stories.has(canonicalUuid(id))) return true;
    return false;
  }
}
