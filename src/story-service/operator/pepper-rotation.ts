import { realFiles } from "../../shared/files/real-files.ts";
import { appendLog } from "../accounts/audit-log.ts";
import { revokeLogged } from "../accounts/logged-keys.ts";
import { newPepper, readPepperFile, writePepperFile } from "../accounts/pepper-file.ts";
import { numberOf, type Pepper } from "../accounts/peppers.ts";
import type { Database, Transaction } from "../store/store.ts";
import { countHashes, type HashCounts, type LeftSecrets, leftOn, removeLeft } from "./hashes-by-pepper.ts";
import { type Operator, refusal } from "./operator.ts";

/** Each bad bearer is looked for under all of them. */
const peppersMost = 8;

/** Running processes look every five seconds which pepper is current; by then each of them hashes with it. */
const settledAfterMs = 60_000;

/** A pepper, and how many secrets that still open something are kept under it. */
export interface ListedPepper {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly secrets: HashCounts;
}

/** The peppers of a service, the oldest first. */
export async function listPeppers(operator: Operator): Promise<ListedPepper[]> {
  const { store, pepper } = operator;
  await pepper.refresh(store);
  const { all, current } = pepper;
  const listed: ListedPepper[] = [];
  for (const one of all) {
    const secrets = await countHashes(store, one.mark, operator.now());
    listed.push({ id: one.id, isCurrent: one.id === current.id, secrets });
  }
  return listed;
}

/**
 * Makes a new pepper for all hashes from now on, and keeps the others for looking up; returns its id. The file has it before the database names it as
 * current, so that every process that meets one of its hashes finds it there. Fails with `too_many_peppers`.
 */
export async function rotatePepper(operator: Operator): Promise<string> {
  const { store, place, actor, pepper } = operator;
  const id = await store.write(async (transaction) => {
    await transaction.lock("start");
    const known = await filed(operator);
    if (known.length >= peppersMost) throw refusal({ code: "too_many_peppers", most: peppersMost });
    const added = newPepper(true);
    await writePepperFile(realFiles, place.dataFolder, [...known, added]);
    const at = operator.now();
    await keep(transaction, "pepper", numberOf(added));
    await keep(transaction, "pepper-since", at);
    const details = { pepper: added.id };
    await appendLog(transaction, { at, actor, what: "pepper rotated", accountId: null, details });
    return added.id;
  });
  await store.settled();
  await pepper.refresh(store);
  return id;
}

/** What retiring all but the current pepper would end. */
export async function leftSecrets(operator: Operator): Promise<LeftSecrets> {
  const { store, pepper } = operator;
  await pepper.refresh(store);
  return leftOn(store, pepper.current.mark, operator.now());
}

/** What retiring came to. */
export interface Retirement {
  /** How many peppers were dropped. */
  readonly retired: number;
  readonly ended: LeftSecrets;
}

/**
 * Ends every secret that is kept under another pepper than the current one, revokes what they were the only way to, and then drops the peppers that are
 * older than it. Fails with `pepper_just_rotated` while a running process may still hash with one of them.
 */
export async function retirePeppers(operator: Operator): Promise<Retirement> {
  const { store, place, actor, pepper } = operator;
  await pepper.refresh(store);
  const { id: kept, mark } = pepper.current;
  const ended = await store.write(async (transaction) => {
    await transaction.lock("start");
    const at = operator.now();
    const since = await keptValue(transaction, "pepper-since");
    const waitMs = (since ?? 0) + settledAfterMs - at;
    // Less than its whole length is left, unless the clock was set back.
    if (waitMs > 0 && waitMs <= settledAfterMs)
      throw refusal({ code: "pepper_just_rotated", seconds: Math.ceil(waitMs / 1000) });
    const left = await leftOn(transaction, mark, at);
    const { keys, connections, signIns, operators } = left;
    for (const { id, accountId } of [...keys, ...connections])
      await revokeLogged(transaction, { accountId, id, now: at }, actor);
    await removeLeft(transaction, mark);
    await appendLog(transaction, {
      at,
      actor,
      what: "peppers retired",
      accountId: null,
      details: {
        keys: keys.length,
        connections: connections.length,
        signIns,
        operators,
      },
    });
    return left;
  });
  await store.settled();
  // Only once it is durable that nothing hangs on them.
  const retired = await store.write(async (transaction) => {
    await transaction.lock("start");
    const known = await filed(operator);
    // A newer one may have been made in between, and the database names that one then.
    const older = Math.max(
      0,
      known.findIndex(({ id }) => id === kept),
    );
    await writePepperFile(realFiles, place.dataFolder, known.slice(older));
    return older;
  });
  await pepper.refresh(store);
  return { retired, ended };
}

async function filed({ place, pepper }: Operator): Promise<readonly Pepper[]> {
  return (await readPepperFile(realFiles, place.dataFolder)) ?? pepper.all;
}

async function keep(transaction: Transaction, name: string, value: number): Promise<void> {
  const sql = "INSERT INTO configured VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  await transaction.run(sql, name, value);
}

async function keptValue(database: Database, name: string): Promise<number | null> {
  const row = await database.get<{ value: number }>("SELECT value FROM configured WHERE name = ?", name);
  return row?.value ?? null;
}
