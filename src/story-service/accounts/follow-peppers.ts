import { setMaxListeners } from "node:events";
import type { World } from "../../shared/world.ts";
import type { Store } from "../store/store.ts";
import type { Peppers } from "./peppers.ts";

/** How often a running process looks whether the pepper was rotated, apart from when a secret seems to be unknown. */
const lookEveryMs = 5_000;

/** Lets a process hash with a new pepper soon after it was made, without a restart. */
export function followPeppers(
  pepper: Peppers,
  { store, world }: { readonly store: Store; readonly world: Pick<World, "log" | "sleep"> },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(0, signal);
  const follow = async (): Promise<void> => {
    for (await world.sleep(lookEveryMs, signal); !signal.aborted; await world.sleep(lookEveryMs, signal)) {
      try {
        if (await pepper.refresh(store))
          world.log.info({ pepper: pepper.current.id }, "the peppers have changed");
      } catch (error) {
        world.log.warn(
          { error: String(error) },
          "the database is away, or the file pepper of the data folder can't be read or lacks the one that it names; it is tried again",
        );
      }
    }
  };
  const following = follow();
  return {
    stop() {
      stopping.abort();
      return following;
    },
  };
}
