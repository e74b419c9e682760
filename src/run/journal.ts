import type { CreditLimits } from "../ledger/format/ceilings.ts";
import type { EventBody, Exactly, LedgerEvent } from "../ledger/format/event.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";

export class Journal {
  readonly store: LedgerStore;
  readonly #limits: CreditLimits | undefined;

  /** `limits`: checked by the store when it writes an intention. */
  constructor(store: LedgerStore, limits?: CreditLimits) {
    this.store = store;
    this.#limits = limits;
  }

  get state(): LedgerState {
    return this.store.state;
  }

  /** Resolves once the event is durable and part of the state. Throws if the ledger can't be written: then nothing may be sent. */
  record<Body extends EventBody>(body: Exactly<Body>): Promise<LedgerEvent> {
    return this.store.append(body, this.#limits);
  }
}
