import { scopes } from "../../contract/operations.ts";
import type { ServiceConfig } from "../config/config.ts";
import type { Database, Store } from "../store/store.ts";
import { type KeyMaking, replaceKey } from "./mint.ts";
import { demoAccountId } from "./settle.ts";
import { newSignInSecret, putSignIn, type SignIn } from "./sign-ins.ts";

/** The credentials of the demo account, for programs and for people. */
export interface DemoSecrets {
  readonly key: string;
  readonly signIn: SignIn;
}

const keyName = "demo";
/** The state recorded in the database: made but perhaps never shown, or shown. */
const notes = { made: 0, shown: 1 } as const;

/**
 * Calls `show` with new secrets for the demo account on every start until one `show` has returned; after that, at a public address, or if there is no demo
 * account, with null. The secrets become permanent only once they were shown, so a crash in between locks nobody out. Once one of them has been used, they are
 * never replaced, even if `show` failed.
 */
export async function handOverDemo(
  making: Omit<KeyMaking, "database"> & { readonly store: Store; readonly config: ServiceConfig },
  show: (secrets: DemoSecrets | null) => void,
): Promise<void> {
  const { store } = making;
  const key = await store.write(async (transaction) => {
    await transaction.lock("start");
    return (await isAwaited(transaction, making.config))
      ? makeKey({ ...making, database: transaction })
      : null;
  });
  if (key === null) return show(null);
  const signIn = { accountId: demoAccountId, secret: newSignInSecret() };
  await putSignIn(making, signIn);
  // The secrets shown must still work after a power cut.
  await store.settled();
  show({ key, signIn });
  await note(store, notes.shown);
  await store.settled();
}

/** Whether the secrets are still to be shown. Leaves alone a key of that name that an earlier version or a person made. */
async function isAwaited(database: Database, config: ServiceConfig): Promise<boolean> {
  if (config.accounts.length > 0 || config.publicUrl !== null) return false;
  if ((await database.get("SELECT 1 FROM accounts WHERE id = ?", demoAccountId)) === undefined) return false;
  const noted = await database.get<{ value: number }>("SELECT value FROM configured WHERE name = 'demo'");
  const key = "SELECT 1 FROM credentials WHERE account_id = ? AND kind = 'key' AND name = ?";
  if (noted === undefined) return (await database.get(key, demoAccountId, keyName)) === undefined;
  if (noted.value === notes.shown) return false;
  const used = await database.get(`${key} AND last_used_at IS NOT NULL`, demoAccountId, keyName);
  const session = await database.get("SELECT 1 FROM sessions WHERE account_id = ?", demoAccountId);
  return used === undefined && session === undefined;
}

async function makeKey(making: KeyMaking): Promise<string> {
  await note(making.database, notes.made);
  // The service's own key does not count against the account's limit.
  const keysMost = Number.POSITIVE_INFINITY;
  return replaceKey(making, { accountId: demoAccountId, name: keyName, scopes, keysMost });
}

async function note(database: Database, value: number): Promise<void> {
  await database.run(
    "INSERT INTO configured VALUES ('demo', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    value,
  );
}
