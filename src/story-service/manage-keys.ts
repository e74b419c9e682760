import { join } from "node:path";
import type { Scope } from "../contract/operations.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { World } from "../shared/world.ts";
import { type Account, readAccounts } from "./accounts/accounts.ts";
import { type ListedCredential, listCredentials, revokeCredential } from "./accounts/credentials.ts";
import { mintKey, readKeysMost } from "./accounts/mint.ts";
import { readPepper } from "./accounts/secrets.ts";
import { demoAccountId } from "./accounts/settle.ts";
import { databaseName, onDataFolder } from "./data-folder.ts";
import { openStore, type Store } from "./store/store.ts";

/** Manages the keys and connections of a data folder, whether or not a service runs on it: changes take effect on the next request. */
export interface KeyRing {
  list(account: string | null): Promise<readonly (ListedCredential & { readonly accountId: string })[]>;
  /** Returns the secret, which is shown nowhere else. Throws the refusal if the name is taken or there are too many keys. */
  add(wish: {
    account: string | null;
    name: string;
    scopes: readonly Scope[];
    cap: number | null;
  }): Promise<string>;
  /** Revokes everything with that id or name; returns how many. */
  revoke(account: string | null, which: string): Promise<number>;
  close(): void;
}

/**
 * Opens a data folder's keys. Fails with `data_folder_missing` if no service ever ran there, `account_unknown` for a wrong name, and with a
 * `StartProblem`.
 */
export async function openKeyRing(
  dataFolder: string,
  world: Pick<World, "random" | "now">,
): Promise<KeyRing> {
  const { store, pepper } = await onDataFolder(dataFolder, () => open(dataFolder));
  const now = (): number => Math.floor(world.now());
  return {
    list: async (name) => {
      const ids = name === null ? [...readAccounts(store).keys()] : [accountOf(store, name).id];
      return ids.flatMap((accountId) =>
        listCredentials(store, accountId, now()).map((held) => ({ ...held, accountId })),
      );
    },
    add: async ({ account, ...wish }) => {
      const accountId = accountOf(store, account).id;
      const secret = mintKey(
        { store, world, pepper, now: now() },
        { accountId, ...wish, keysMost: readKeysMost(store) },
      );
      await store.settled();
      return secret;
    },
    revoke: async (account, which) => {
      const { id: accountId } = accountOf(store, account);
      const held = listCredentials(store, accountId, now()).filter(
        ({ id, name }) => id === which || name === which,
      );
      for (const { id } of held) revokeCredential(store, { accountId, id, now: now() });
      await store.settled();
      return held.length;
    },
    close: () => store.close(),
  };
}

async function open(dataFolder: string): Promise<{ store: Store; pepper: Buffer }> {
  if (!(await realFiles.list(dataFolder)).includes(databaseName)) {
    throw new Failure({ code: "data_folder_missing", folder: dataFolder } as const);
  }
  const store = openStore(join(dataFolder, databaseName));
  try {
    return { store, pepper: await readPepper(realFiles, dataFolder, store) };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The account with that name; without a name, the demo account or the only one. */
function accountOf(store: Store, name: string | null): Account {
  const accounts = readAccounts(store);
  const standard =
    accounts.has(demoAccountId) || accounts.size !== 1 ? demoAccountId : [...accounts.keys()][0];
  const account = accounts.get(name ?? standard ?? "");
  if (account !== undefined) return account;
  throw new Failure({ code: "account_unknown", name: name ?? "", known: [...accounts.keys()] } as const);
}
