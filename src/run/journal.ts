import type { CreditLimits, PurchaseLimits } from "../ledger/format/ceilings.ts";
import type { EventBody, Exactly, LedgerEvent } from "../ledger/format/event.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Rate } from "../shared/duration.ts";

/** The limits on every intention. Whether audiobooks count as paid starts is taken from the ledger itself. */
interface IntentionLimits {
  readonly credits: CreditLimits;
  readonly starts: Rate | null;
}

/** A locked ledger with its folded state. */
export class Journal {
  readonly store: LedgerStore;
  readonly #limits: IntentionLimits | undefined;

  /** `limits`: checked by the store when it writes an intention. */
  constructor(store: LedgerStore, limits?: IntentionLimits) {
    this.store = store;
    this.#limits = limits;
  }

  get state(): LedgerState {
    return this.store.state;
  }

  /** Resolves once the event is durable and part of the state. Throws if the ledger can't be written: then nothing may be sent. */
  record<Body extends EventBody>(body: Exactly<Body>): Promise<LedgerEvent> {
    return this.store.append(body, this.#limitsNow());
  }

  #limitsNow(): PurchaseLimits | undefined {
    if (this.#limits === undefined) return undefined;
    const { credits, starts } = this.#limits;
    const withNarrations = this.state.rateLimiter?.narration !== "free";
    return { credits, starts: starts === null ? null : { ...starts, withNarrations } };
  }
}
