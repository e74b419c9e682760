import { scopes } from "../../contract/operations.ts";
import type { ServiceConfig } from "../config.ts";
import type { Store } from "../store/store.ts";
import { type KeyMaking, replaceKey } from "./mint.ts";
import { demoAccountId } from "./settle.ts";
import { newSignInSecret, putSignIn, type SignIn } from "./sign-ins.ts";

/** How programs and people get into the demo account. */
export interface DemoSecrets {
  readonly key: string;
  readonly signIn: SignIn;
}

const keyName = "demo";
/** What the database notes: made, and perhaps not seen by anybody; shown. */
const notes = { made: 0, shown: 1 } as const;

/**
 * Hands the demo account's key and sign-in secret to `show`, each time new, until one `show` has returned; from then on, and where there
 * is no such account, `show` gets null. They are made for good only once they were shown: a process that ends in between leaves nobody
 * without them. Once somebody has used one of them they are never replaced, whatever `show` came to.
 */
export async function handOverDemo(
  making: KeyMaking & { readonly config: ServiceConfig },
  show: (secrets: DemoSecrets | null) => void,
): Promise<void> {
  const { store } = making;
  const key = store.write(() => (isAwaited(making) ? makeKey(making) : null));
  if (key === null) return show(null);
  const signIn = { accountId: demoAccountId, secret: newSignInSecret() };
  await putSignIn(making, signIn);
  // What is shown must open the account after a power cut too.
  await store.settled();
  show({ key, signIn });
  note(store, notes.shown);
  await store.settled();
}

/** Whether the secrets are still to be shown. A key of that name that an earlier version or a person made is left alone. */
function isAwaited({ store, config }: { store: Store; config: ServiceConfig }): boolean {
  if (config.accounts.length > 0) return false;
  if (store.get("SELECT 1 FROM accounts WHERE id = ?", demoAccountId) === undefined) return false;
  const noted = store.get<{ value: number }>("SELECT value FROM configured WHERE name = 'demo'");
  const key = "SELECT 1 FROM credentials WHERE account_id = ? AND kind = 'key' AND name = ?";
  if (noted === undefined) return store.get(key, demoAccountId, keyName) === undefined;
  if (noted.value === notes.shown) return false;
  const used = store.get(`${key} AND last_used_at IS NOT NULL`, demoAccountId, keyName) !== undefined;
  return !used && store.get("SELECT 1 FROM sessions WHERE account_id = ?", demoAccountId) === undefined;
}

function makeKey(making: KeyMaking): string {
  note(making.store, notes.made);
  // However many keys the account has: the service's own key is not counted against what a reader may make.
  const keysMost = Number.POSITIVE_INFINITY;
  return replaceKey(making, { accountId: demoAccountId, name: keyName, scopes, keysMost });
}

function note(store: Store, value: number): void {
  store.run("INSERT OR REPLACE INTO configured VALUES ('demo', ?)", value);
}
