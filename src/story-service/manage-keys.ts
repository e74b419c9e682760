import type { Scope } from "../contract/operations.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { PostgresAddress } from "../shared/postgres/address.ts";
import type { World } from "../shared/world.ts";
import { type Account, readAccounts } from "./accounts/accounts.ts";
import { type ListedCredential, listCredentials } from "./accounts/credentials.ts";
import { mintLoggedKey, revokeLogged } from "./accounts/logged-keys.ts";
import { readKeysMost } from "./accounts/mint.ts";
import { pepperName, pepperPath } from "./accounts/pepper-file.ts";
import type { Peppers } from "./accounts/peppers.ts";
import { readPeppers } from "./accounts/read-peppers.ts";
import { refuseHalfRestored } from "./backup/unfinished-restore.ts";
import { onDataFolder } from "./data-folder.ts";
import { refuseOthersFolder } from "./folder-mark.ts";
import type { StartProblem } from "./start-problem.ts";
import { openStore } from "./store/open-store.ts";
import type { Store } from "./store/store.ts";
import { databaseName, type StorePlace } from "./store/store-place.ts";

/** What was revoked, and whose it was. */
export interface Revoked {
  readonly accountId: string;
  readonly count: number;
}

/** Manages the keys and connections of a data folder, whether or not a service runs on it: changes take effect on the next request. */
export interface KeyRing {
  list(account: string | null): Promise<readonly (ListedCredential & { readonly accountId: string })[]>;
  /**
   * Returns the secret, which is shown nowhere else, and whose key it is: without an account, that of the only one. Throws the refusal if the name is
   * taken or there are too many keys, and a Failure with `account_unknown` if there are several accounts and none is named.
   */
  add(wish: {
    account: string | null;
    name: string;
    scopes: readonly Scope[];
    cap: number | null;
  }): Promise<{ readonly accountId: string; readonly key: string }>;
  /**
   * Revokes everything with that id or name of an account, or of the only one that has such; null if there is none. Throws a Failure with `key_of_several`
   * if no account is named and several have such.
   */
  revoke(account: string | null, which: string): Promise<Revoked | null>;
  close(): Promise<void>;
}

/**
 * Opens a data folder's keys, for a user whose name goes into the log. Fails with `data_folder_missing` if no service ever ran there,
 * `account_unknown` for a wrong name, and with a `StartProblem`.
 */
export async function openKeyRing(place: StorePlace, world: World, userName: string): Promise<KeyRing> {
  const { store, pepper } = await onDataFolder(place, () => openWithPepper(place, world));
  const now = (): number => Math.floor(world.now());
  const actor = { operator: userName };
  const list: KeyRing["list"] = async (name) => {
    const ids = name === null ? [...(await readAccounts(store)).keys()] : [(await accountOf(store, name)).id];
    const held = ids.map(async (accountId) =>
      (await listCredentials(store, accountId, now())).map((one) => ({ ...one, accountId })),
    );
    return (await Promise.all(held)).flat();
  };
  return {
    list,
    add: async ({ account, ...wish }) => {
      const accountId = (await accountOf(store, account)).id;
      const keysMost = await readKeysMost(store);
      const key = await store.write((database) =>
        mintLoggedKey({ database, world, pepper, now: now() }, { accountId, ...wish, keysMost }, actor),
      );
      await store.settled();
      return { accountId, key };
    },
    revoke: async (account, which) => {
      const held = (await list(account)).filter(({ id, name }) => id === which || name === which);
      const [accountId, ...others] = new Set(held.map((one) => one.accountId));
      if (accountId === undefined) return null;
      if (others.length > 0)
        throw new Failure({ code: "key_of_several", which, accounts: [accountId, ...others] } as const);
      for (const { id } of held) await revokeLogged(store, { accountId, id, now: now() }, actor);
      await store.settled();
      return { accountId, count: held.length };
    },
    close: () => store.close(),
  };
}

/**
 * Opens the database of a service that ran before. Fails with `data_folder_missing` if none ever did, with `pepper_missing` if one did on a server and the
 * folder is not that of any process of it, and with `data_folder_of_others`. Makes nothing.
 */
export async function openExisting(place: StorePlace, world: World): Promise<Store> {
  const { dataFolder, database } = place;
  await refuseHalfRestored(dataFolder);
  const mark = database === null ? databaseName : pepperName;
  if (!(await realFiles.list(dataFolder)).includes(mark)) {
    if (database === null || !(await holdsServiceOf(database)))
      throw new Failure({ code: "data_folder_missing", folder: dataFolder } as const);
    throw new Failure<StartProblem>({ code: "pepper_missing", path: pepperPath(dataFolder), isShared: true });
  }
  const store = await openStore(place, world);
  try {
    await refuseOthersFolder(store, place);
    return store;
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

async function holdsServiceOf(database: PostgresAddress): Promise<boolean> {
  // Loaded only where it is used.
  const { holdsService } = await import("./store/postgres/holds-service.ts");
  return holdsService(database);
}

/** Opens the database of a service that ran before, with its pepper. Fails with `data_folder_missing` if none ever did, and with a `StartProblem`. */
export async function openWithPepper(
  place: StorePlace,
  world: World,
): Promise<{ store: Store; pepper: Peppers }> {
  const { dataFolder } = place;
  const store = await openExisting(place, world);
  try {
    return { store, pepper: await readPeppers(realFiles, dataFolder, store) };
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

/** The account with that name; without a name, the only one. */
async function accountOf(store: Store, name: string | null): Promise<Account> {
  const accounts = await readAccounts(store);
  const open = [...accounts.values()].filter(({ settings }) => !settings.deleted);
  const account = name !== null ? accounts.get(name) : open.length === 1 ? open[0] : undefined;
  if (account !== undefined) return account;
  throw new Failure({ code: "account_unknown", name: name ?? "", known: open.map(({ id }) => id) } as const);
}
