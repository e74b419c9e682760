import { type Database, list, raw, type Store, sql, type Transaction } from "../store/store.ts";

export type JobKind = "writing" | "narration";

/**
 * Work on a story, held by this process. Its row in the table of jobs is made in the transaction that reserves or charges the credits, and removed in
 * the transaction that records the result.
 */
export interface Job {
  readonly id: number;
  readonly kind: JobKind;
  readonly storyId: string;
  readonly accountId: string;
  /** Grows whenever a process takes the job: whoever holds an older number has lost it. */
  readonly fence: number;
  /** How often the job has been taken, this time included. */
  readonly attempts: number;
}

/** Orders work. Call it inside the transaction that makes the job's reservation or charge. */
export async function addJob(
  transaction: Transaction,
  kind: JobKind,
  { storyId, accountId, dueAt }: { storyId: string; accountId: string; dueAt: number },
): Promise<void> {
  await transaction.run(
    sql`INSERT INTO jobs (kind, story_id, account_id, due_at) VALUES (${kind}, ${storyId}, ${accountId}, ${dueAt})`,
  );
}

/** What a process looks for. */
export interface Search {
  readonly kind: JobKind;
  /** By the service's clock. */
  readonly now: number;
  /** A job that is due later than this was ordered before the clock was set back: it is due now. */
  readonly dueMost: number;
  readonly holder: string;
  /** What the holder is working on. It takes other jobs in its name again: the answer that they are its own was lost. */
  readonly underWay: readonly number[];
}

/**
 * Takes at most `most` jobs that are due and free, first those of the accounts with the least work under way. Only one process takes a job: a single
 * statement checks that the job has not changed since it was found, and takes it.
 */
export async function takeJobs(
  store: Store,
  { kind, now, dueMost, holder, underWay }: Search,
  { most, leaseMs }: { readonly most: number; readonly leaseMs: number },
): Promise<Job[]> {
  const { clock } = store;
  // What the holder is working on is not free, even if its lease has lapsed.
  const others = underWay.length === 0 ? raw("") : sql` AND id NOT IN (${list(underWay)})`;
  const isFree = sql`((leased_until <= ${clock} OR holder = ${holder})${others})`;
  const found = await store.all<Job>(
    sql`WITH held AS (
       SELECT account_id, COUNT(*) AS under_way FROM jobs
       WHERE kind = ${kind} AND holder IS NOT NULL AND NOT ${isFree} GROUP BY account_id
     ), waiting AS (
       SELECT id, kind, story_id, account_id, fence, attempts, due_at,
         ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY due_at, id) AS place
       FROM jobs
       WHERE kind = ${kind} AND (due_at <= ${now} OR due_at > ${dueMost}) AND ${isFree}
     )
     SELECT id, kind, story_id AS "storyId", account_id AS "accountId", fence, attempts FROM waiting LEFT JOIN held USING (account_id)
     ORDER BY place + COALESCE(under_way, 0), due_at, id LIMIT ${most}`,
  );
  // At once, so that they are committed together where that is possible.
  const changed = await Promise.all(
    found.map(({ id, fence }) =>
      store.run(
        sql`UPDATE jobs
         SET holder = ${holder}, fence = fence + 1, attempts = attempts + 1, leased_until = ${clock} + ${leaseMs}
         WHERE id = ${id} AND fence = ${fence} AND ${isFree}`,
      ),
    ),
  );
  return found
    .filter((_, at) => changed[at] === 1)
    .map((job) => ({ ...job, fence: job.fence + 1, attempts: job.attempts + 1 }));
}

/** Keeps a process's leases from lapsing. */
export async function renewLeases(store: Store, holder: string, leaseMs: number): Promise<void> {
  await store.run(sql`UPDATE jobs SET leased_until = ${store.clock} + ${leaseMs} WHERE holder = ${holder}`);
}

/** Gives back the jobs that a stopping process has not finished: other processes may take them at once, and the unfinished attempts are not counted. */
export async function giveBack(database: Database, holder: string): Promise<void> {
  await database.run(
    sql`UPDATE jobs SET holder = NULL, leased_until = 0, attempts = attempts - 1 WHERE holder = ${holder}`,
  );
}

/** Frees the jobs of the process that used the database before. Only for a database with one process at a time. */
export async function freeAll(database: Database): Promise<void> {
  await database.run("UPDATE jobs SET holder = NULL, leased_until = 0 WHERE holder IS NOT NULL");
}

/**
 * Removes a job that has ended. Returns false if this process no longer holds the job: the caller must then write nothing of the job's result. Call it
 * inside the transaction that writes the result.
 */
export async function endJob(transaction: Transaction, { id, fence }: Job): Promise<boolean> {
  return (await transaction.run(sql`DELETE FROM jobs WHERE id = ${id} AND fence = ${fence}`)) === 1;
}

/** Lets a job be taken again from a given time on, by the service's clock. Does nothing if this process no longer holds the job. */
export async function postpone(database: Database, { id, fence }: Job, dueAt: number): Promise<void> {
  await database.run(
    sql`UPDATE jobs SET due_at = ${dueAt}, holder = NULL, leased_until = 0
      WHERE id = ${id} AND fence = ${fence}`,
  );
}
