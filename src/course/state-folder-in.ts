import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder in which this machine remembers what its ledgers have bought, as an environment names it: `COURSEBINDER_STATE`, or `coursebinder` in
 * the state folder of the account (`XDG_STATE_HOME`, else `.local/state` in its home). Null where it has no home to remember in.
 */
export function stateFolderIn(env: Readonly<Record<string, string | undefined>>): string | null {
  const { COURSEBINDER_STATE: named } = env;
  if (named !== undefined && named !== "") return named;
  // A relative one is invalid by the convention that names it, and would depend on where the command was typed.
  const shared = absolute(env.XDG_STATE_HOME);
  if (shared !== null) return join(shared, "coursebinder");
  const home = absolute(env.HOME) ?? absolute(env.USERPROFILE) ?? accountHome();
  return home === null ? null : join(home, ".local", "state", "coursebinder");
}

/** The account's home as the system knows it: a job that was started without HOME must not forget what was bought. */
function accountHome(): string | null {
  try {
    return absolute(userInfo().homedir);
  } catch {
    // A container may run under a number that has none.
    return null;
  }
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}
