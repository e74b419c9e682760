import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { extend, fold } from "../../../src/ledger/format/fold.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";

/** A ledger in memory alone, for what is about time and not about disks. */
export function memoryStore(now: () => number, before: readonly LedgerEvent[] = []): LedgerStore {
  const events: LedgerEvent[] = [...before];
  const state = fold(events);
  return {
    location: "memory",
    stateFolder: null,
    events,
    state,
    notices: [],
    append(body: EventBody) {
      const place = { seq: events.length + 1, at: new Date(now()).toISOString(), hash: "0".repeat(64) };
      const event = { ...body, ...place } as LedgerEvent;
      events.push(event);
      extend(state, event);
      return Promise.resolve(event);
    },
    stillHolds: () => Promise.resolve(null),
    rescue: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}
