import type { Scope } from "../../contract/operations.ts";
import { Failure } from "../../shared/failure.ts";
import { giveToOwner } from "../../shared/files/real-files.ts";
import { cleanLine } from "../../shared/text.ts";
import { readAccounts } from "../accounts/accounts.ts";
import { listCredentials, mintKey, revokeCredential } from "../accounts/credentials.ts";
import { hashTables, nameCurrent, newPepper, pepperName, writePepperFile } from "../accounts/pepper.ts";
import { iso } from "../clock.ts";
import { lockFolder } from "../data-folder.ts";
import { refusalOf } from "../refusal.ts";
import { sql } from "../store/store.ts";
import { accountNamed, change, type Operator, type Outcome, refusal } from "./operator.ts";

interface Whose {
  /** Null: everybody's, or the only account's. */
  readonly account: string | null;
}

/** The live keys and connections of one account, or of all accounts. Fails with `account_unknown`. */
export async function listKeys({ store, now }: Operator, _: string, { account }: Whose): Promise<Outcome> {
  if (account !== null) await accountNamed(store, account);
  const held = await listCredentials(store, account, now());
  const keys = held.map(({ createdAt, lastUsedAt, ...key }) => ({
    ...key,
    createdAt: iso(createdAt),
    lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
  }));
  return {
    rows: keys.map(({ accountId, kind, name, id, scopes, cap, lastUsedAt }) => ({
      account: accountId,
      kind,
      name,
      id,
      scopes: scopes.join(","),
      "cap a month": cap === null ? "no cap" : String(cap),
      "last used": lastUsedAt ?? "never",
    })),
    document: { keys },
  };
}

/** The account of that id, or without one the only account. Fails with `account_unknown` or `account_deleted`. */
async function accountFor({ store }: Operator, account: string | null): Promise<string> {
  const known = await readAccounts(store);
  const open = [...known.values()].filter(({ settings }) => !settings.deleted).map(({ id }) => id);
  const id = account ?? (open.length === 1 ? (open[0] ?? "") : "");
  if (known.get(id)?.settings.deleted) throw refusal({ code: "account_deleted", name: id });
  if (known.has(id)) return id;
  throw new Failure({ code: "account_unknown", name: account ?? "", known: open } as const);
}

/**
 * Makes a key, whose secret is shown nowhere else. Fails with `key_not_made` if the name is taken or there are too many
 * keys, or with `account_unknown`.
 */
export async function addKey(
  operator: Operator,
  wanted: string,
  { account, scopes, cap }: Whose & { readonly scopes: readonly Scope[]; readonly cap: number | null },
): Promise<Outcome> {
  const accountId = await accountFor(operator, account);
  const name = cleanLine(wanted);
  const making = { ...operator, now: operator.now() };
  const wish = { accountId, name, scopes, cap };
  const secret = await mintKey(making, wish, operator.actor).catch((error: unknown) => {
    const refusal = refusalOf(error);
    throw refusal === null ? error : new Failure({ code: "key_not_made", reason: refusal.sentence } as const);
  });
  return { secret, document: { name, account: accountId, key: secret } };
}

/**
 * Revokes every key and connection with that id or name that belongs to the given account, or to the only account if none is given. Fails with
 * `no_such_key` or `account_unknown`.
 */
export async function revokeKeys(operator: Operator, which: string, { account }: Whose): Promise<Outcome> {
  const { store, now, actor } = operator;
  const accountId = await accountFor(operator, account);
  const all = await listCredentials(store, accountId, now());
  const held = all.filter(({ id, name }) => id === which || name === which);
  if (held.length === 0) throw new Failure({ code: "no_such_key", which, account: accountId } as const);
  for (const { id } of held) await revokeCredential(store, { accountId, id, now: now() }, actor);
  return { document: { revoked: held.length, account: accountId } };
}

/**
 * Ends every key, connection, session and secret of accounts and operators, and replaces the pepper: for a service whose secrets others may know. Stop
 * all of its processes first: one that keeps running doesn't know the newly issued secrets. Fails with `data_folder_in_use` if a process is using the
 * folder's database.
 */
export async function revokeAll(operator: Operator): Promise<Outcome> {
  const { place } = operator;
  const lock = place.database === null ? await lockFolder(place.dataFolder) : null;
  try {
    const ended = await change(operator, async (transaction, log) => {
      const count = async (rows: string): Promise<number> =>
        (await transaction.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${rows}`))?.n ?? 0;
      const counted = {
        keys: await count("credentials WHERE kind = 'key' AND revoked_at IS NULL"),
        connections: await count("credentials WHERE kind = 'connection' AND revoked_at IS NULL"),
        signIns: await count("sign_ins"),
        operators: await count("operators"),
      };
      await transaction.run(
        sql`UPDATE credentials SET revoked_at = ${operator.now()} WHERE revoked_at IS NULL`,
      );
      for (const table of hashTables) await transaction.run(`DELETE FROM ${table}`);
      // Named again below: wherever this is interrupted, a start names the one of its folder, under which nothing is kept any more.
      await transaction.run("DELETE FROM configured WHERE name = 'pepper'");
      await log("all secrets revoked", null, counted);
      return counted;
    });
    const added = newPepper();
    await writePepperFile(place.dataFolder, added);
    await giveToOwner(place.dataFolder, [pepperName]);
    await nameCurrent(operator.store, added);
    return { document: ended };
  } finally {
    await lock?.close();
  }
}
