import { closing } from "../shared/closing.ts";
import type { World } from "../shared/world.ts";
import { onDataFolder } from "./data-folder.ts";
import { openExisting } from "./manage-keys.ts";
import { findImbalances, type Imbalance } from "./money/audit.ts";
import type { StorePlace } from "./store/store-place.ts";

/** What an audit found. */
export interface Audit {
  readonly accounts: number;
  readonly movements: number;
  /** Empty: the books balance. */
  readonly imbalances: readonly Imbalance[];
}

/**
 * Adds up the movements of a service's books, whether or not it runs: each sum is compared as of one instant. Fails with `data_folder_missing` if no
 * service ever ran there, and with a `StartProblem`.
 */
export function auditBooks(place: StorePlace, world: World): Promise<Audit> {
  return onDataFolder(place, async () => {
    const store = await openExisting(place, world);
    return closing(store, async () => {
      const count = async (table: "accounts" | "movements"): Promise<number> =>
        (await store.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;
      const imbalances = await findImbalances(store);
      return { accounts: await count("accounts"), movements: await count("movements"), imbalances };
    });
  });
}
