import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { timerMs } from "../shared/timer.ts";
import type { Log, World } from "../shared/world.ts";

export const noLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The real world: this machine's clocks and random numbers. */
export function realWorld(log: Log = noLog): World {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep,
    random: () => Math.random(),
    log,
  };
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    if (signal?.aborted) return;
    try {
      // Sleeps longer than a timer's maximum are split.
      await wait(timerMs(left), undefined, signal === undefined ? {} : { signal });
    } catch {
      return;
    }
  }
}

/**
 * The folder in which this machine remembers what its ledgers have bought, from the environment: `COURSEBINDER_STATE`, or `coursebinder` in
 * the account's state folder (`XDG_STATE_HOME`, else `.local/state` in its home). Null if there is no home.
 */
export function stateFolderIn(env: Readonly<Record<string, string | undefined>>): string | null {
  const { COURSEBINDER_STATE: named } = env;
  if (named !== undefined && named !== "") return named;
  // The XDG convention makes relative paths invalid; one would depend on the working directory.
  const shared = absolute(env.XDG_STATE_HOME);
  if (shared !== null) return join(shared, "coursebinder");
  const home = absolute(env.HOME) ?? absolute(env.USERPROFILE) ?? accountHome();
  return home === null ? null : join(home, ".local", "state", "coursebinder");
}

/** The account's home as the system knows it: a job started without HOME must not forget what was bought. */
function accountHome(): string | null {
  try {
    return absolute(userInfo().homedir);
  } catch {
    // In a container, the user id may have no account.
    return null;
  }
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}
