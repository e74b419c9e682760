import { Failure } from "../../shared/failure.ts";
import type { World } from "../../shared/world.ts";
import type { Facts } from "../../shared/written-text.ts";
import { type Account, findAccount, readAccounts } from "../accounts/accounts.ts";
import { type Actor, appendLog, type LogEntry } from "../accounts/audit-log.ts";
import type { Pepper } from "../accounts/pepper.ts";
import { onDataFolder, openExisting } from "../data-folder.ts";
import { findRecordings } from "../recordings/open-recordings.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { Variables } from "../recordings/s3-settings.ts";
import type { Database, Store, StorePlace, Transaction } from "../store/store.ts";
import type { OperatorProblem } from "./problem.ts";

/**
 * Everything that the operator's commands work with. The commands use a service's database whether or not the service runs, and every process of the
 * service sees a change at its next request. The commands use the machine's clock, even if the service was started with another clock.
 */
export interface Operator {
  readonly store: Store;
  readonly pepper: Pepper;
  readonly place: StorePlace;
  readonly world: World;
  /** For the log. */
  readonly actor: Actor;
  now(): number;
  /** Where the recordings are; opened on first use. Fails with a `StartProblem`. */
  recordings(): Promise<Recordings>;
}

/** An `Operator` with its own connection to the database. */
export interface OpenOperator extends Operator {
  close(): Promise<void>;
}

/**
 * Opens a service for its operator, whose user name goes into the log. Fails with `data_folder_missing` if no service ever ran there, or with a
 * `StartProblem`. Close it afterwards. `variables`: the environment variables, which may contain a bucket's key.
 */
export async function openOperator(
  place: StorePlace,
  world: World,
  { userName, variables }: { readonly userName: string; readonly variables: Variables },
): Promise<OpenOperator> {
  const opened = await onDataFolder(place, () => openExisting(place, world));
  const { dataFolder } = place;
  let recordings: Promise<Recordings> | null = null;
  return {
    ...opened,
    recordings() {
      recordings ??= findRecordings(opened.store, { dataFolder, variables, world });
      return recordings;
    },
    async close() {
      await (await recordings?.catch(() => null))?.close();
      await opened.store.close();
    },
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

/** That account, locked. Fails with `account_unknown` or `account_deleted`. */
export async function lockOpenAccount(transaction: Transaction, id: string): Promise<Account> {
  await transaction.lock({ account: id });
  const account = await accountNamed(transaction, id);
  if (account.settings.deleted) throw refusal({ code: "account_deleted", name: id });
  return account;
}

type Log = (
  what: LogEntry["what"],
  accountId: LogEntry["accountId"],
  details?: LogEntry["details"],
) => Promise<void>;

/**
 * Makes a change in one transaction, one change at a time, whoever makes them; the change is durable once this resolves. `log` records that the operator
 * made the change.
 */
export function change<Result>(
  { store, actor, now }: Pick<Operator, "store" | "actor" | "now">,
  work: (transaction: Transaction, log: Log) => Promise<Result>,
): Promise<Result> {
  return store.write(
    (transaction) =>
      work(transaction, (what, accountId, details = {}) =>
        appendLog(transaction, { at: now(), actor, what, accountId, details }),
      ),
    "start",
  );
}

export function refusal(problem: OperatorProblem): Failure<OperatorProblem> {
  return new Failure(problem);
}

/** A row of a table, by the names of its columns. Columns of numbers are aligned to the right. */
export type Row = Readonly<Record<string, string | number | null>>;

/** What an operation comes to; `operations.yaml` has the words for it. */
export interface Outcome {
  /** A secret, shown this once. */
  readonly secret?: string;
  /** A table: all rows have the same columns. */
  readonly rows?: readonly Row[];
  /** Whether the newest row is the last one. */
  readonly isChronological?: boolean;
  /** What the operator has to see to: exit code 4. */
  readonly findings?: readonly string[];
  /** The members of the document of `--json`. */
  readonly document: Facts;
  /** Facts for the words alone. */
  readonly facts?: Facts;
}

/** An outcome in words. */
export interface OperationResult extends Outcome {
  readonly lines: readonly string[];
  /** Beside the result, for people. */
  readonly notes: readonly string[];
}
