import { Failure } from "../../shared/failure.ts";
import type { World } from "../../shared/world.ts";
import { type Account, findAccount, readAccounts } from "../accounts/accounts.ts";
import type { Actor } from "../accounts/audit-log.ts";
import { onDataFolder } from "../data-folder.ts";
import { openWithPepper } from "../manage-keys.ts";
import type { Database, Store } from "../store/store.ts";
import type { StorePlace } from "../store/store-place.ts";
import type { OperatorProblem } from "./problem.ts";

/**
 * What commands of the operator work with. They use the database of a service whether or not it runs, and every process of it sees a change at its next
 * request. Their clock is the machine's, even where a service was started with another one.
 */
export interface Operator {
  readonly store: Store;
  readonly pepper: Buffer;
  readonly place: StorePlace;
  readonly world: World;
  /** For the log. */
  readonly actor: Actor;
  now(): number;
}

/**
 * Opens a service for its operator, whose user name goes into the log. Fails with `data_folder_missing` if no service ever ran there, and with a
 * `StartProblem`. Close its store afterwards.
 */
export async function openOperator(place: StorePlace, world: World, userName: string): Promise<Operator> {
  const opened = await onDataFolder(place, () => openWithPepper(place, world));
  return {
    ...opened,
    place,
    world,
    actor: { operator: userName },
    now: () => Math.floor(world.now()),
  };
}

/** The account with that id. Fails with `account_unknown`. */
export async function accountNamed(database: Database, id: string): Promise<Account> {
  const account = await findAccount(database, id);
  if (account !== null) return account;
  const known = [...(await readAccounts(database)).keys()];
  throw new Failure({ code: "account_unknown", name: id, known } as const);
}

export function refusal(problem: OperatorProblem): Failure<OperatorProblem> {
  return new Failure(problem);
}
