import type { Database } from "../store/store.ts";

/** A wrong sum, described for a log. */
export interface Imbalance {
  readonly accountId: string;
  readonly what: string;
}

/** Recomputes all sums from the movements and compares them; an empty list means that the books balance. Takes one pass over all movements. */
export async function findImbalances(database: Database): Promise<Imbalance[]> {
  return [
    ...(await wrongFunds(database)),
    ...(await wrongReservations(database)),
    ...(await wrongCaps(database)),
  ];
}

async function wrongFunds(database: Database): Promise<Imbalance[]> {
  const wrong = await database.all<{ account_id: string; fund: string; kept: number; added: number }>(
    `WITH postings AS (
         SELECT account_id, source AS fund, -credits AS credits FROM movements
         UNION ALL SELECT account_id, target, credits FROM movements
       ), sums AS (SELECT account_id, fund, SUM(credits) AS credits FROM postings GROUP BY account_id, fund)
       SELECT account_id, fund, funds.credits AS kept, COALESCE(sums.credits, 0) AS added
       FROM funds LEFT JOIN sums USING (account_id, fund) WHERE funds.credits <> COALESCE(sums.credits, 0)`,
  );
  return wrong.map(({ account_id, fund, kept, added }) => ({
    accountId: account_id,
    what: `${fund} is recorded as ${kept}, but the movements add up to ${added}`,
  }));
}

/** The reserved sum must equal what the stories still hold. */
async function wrongReservations(database: Database): Promise<Imbalance[]> {
  const wrong = await database.all<{ account_id: string; kept: number; held: number }>(
    `WITH held AS (
         SELECT account_id, SUM(CASE
           WHEN status = 'writing' THEN writing_credits + audiobook_credits
           WHEN status = 'ready' THEN audiobook_credits
           ELSE 0 END) AS credits
         FROM stories GROUP BY account_id
       )
       SELECT held.account_id, COALESCE(funds.credits, 0) AS kept, held.credits AS held
       FROM held LEFT JOIN funds ON funds.account_id = held.account_id AND funds.fund = 'reserved'
       WHERE COALESCE(funds.credits, 0) <> held.credits`,
  );
  return wrong.map(({ account_id, kept, held }) => ({
    accountId: account_id,
    what: `${kept} credits are reserved, but the stories hold ${held}`,
  }));
}

async function wrongCaps(database: Database): Promise<Imbalance[]> {
  const wrong = await database.all<{ account_id: string; cap_month: string; kept: number; added: number }>(
    `WITH sums AS (
         SELECT MIN(account_id) AS account_id, credential_id, cap_month, SUM(CASE
           WHEN target = 'reserved' THEN credits
           WHEN target = 'spent' THEN 0
           ELSE -credits END) AS added
         FROM movements WHERE credential_id IS NOT NULL GROUP BY credential_id, cap_month
       )
       SELECT account_id, cap_month, COALESCE(cap_use.credits, 0) AS kept, added
       FROM sums LEFT JOIN cap_use USING (credential_id, cap_month) WHERE COALESCE(cap_use.credits, 0) <> added`,
  );
  return wrong.map(({ account_id, cap_month, kept, added }) => ({
    accountId: account_id,
    what: `a cap's use in ${cap_month} is recorded as ${kept}, but the movements add up to ${added}`,
  }));
}

/** What an audit found. */
export interface Audit {
  readonly accounts: number;
  readonly movements: number;
  /** Empty: the books balance. */
  readonly imbalances: readonly Imbalance[];
}

/** Adds up all movements of a service's books, whether or not it runs: each sum is compared as of one instant. */
export async function auditBooks(store: Database): Promise<Audit> {
  const count = async (table: "accounts" | "movements"): Promise<number> =>
    (await store.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;
  const imbalances = await findImbalances(store);
  return { accounts: await count("accounts"), movements: await count("movements"), imbalances };
}
