import { type Database, insert, raw, sql, type Transaction } from "../store/store.ts";

/**
 * Where an account's credits are. `outside` is the rest of the world: an opening balance and what the operator adds come from it, and an account
 * without a credit limit draws on it, so that its funds also add up to zero.
 */
export type Fund = "outside" | "available" | "reserved" | "spent";

export interface Movement {
  readonly at: number;
  readonly accountId: string;
  readonly from: Fund;
  readonly to: Fund;
  /** Above 0. */
  readonly credits: number;
  readonly reason:
    | "opening"
    | "reservation"
    | "writing"
    | "audiobook"
    | "release"
    | "refund"
    /** Added and taken away by the operator. */
    | "top-up"
    | "correction";
  /** Why the operator moved them; `reference` is the name under which that is done only once. */
  readonly note?: { readonly text: string; readonly reference: string };
  /** The story it belongs to, with the credential and the month whose cap it counts in; null for what belongs to none. */
  readonly story: { readonly id: string; readonly credentialId: string; readonly capMonth: string } | null;
}

/**
 * Moves credits: adds the double-entry row, and changes both funds together with it. Call it inside the transaction that makes the change behind the
 * movement. Rejects if a fund would become negative, which is a bug: callers check first.
 */
export async function move(transaction: Transaction, movement: Movement): Promise<void> {
  const { at, accountId, from, to, credits, reason, note, story } = movement;
  const entry = {
    at,
    account_id: accountId,
    source: from,
    target: to,
    credits,
    reason,
    story_id: story?.id ?? null,
    credential_id: story?.credentialId ?? null,
    cap_month: story?.capMonth ?? null,
    note: note?.text ?? null,
    reference: note?.reference ?? null,
  };
  await Promise.all([
    transaction.run(insert("movements", entry)),
    transaction.run(
      sql`INSERT INTO funds VALUES (${accountId}, ${from}, 0), (${accountId}, ${to}, 0) ON CONFLICT DO NOTHING`,
    ),
    transaction.run(
      sql`UPDATE funds SET credits = CASE fund WHEN ${from} THEN credits - ${credits} ELSE credits + ${credits} END
        WHERE account_id = ${accountId} AND fund IN (${from}, ${to})`,
    ),
  ]);
}

export type Funds = Readonly<Record<Fund, number>>;

/** An account's available, reserved and spent credits. */
export async function fundsOf(database: Database, accountId: string): Promise<Funds> {
  const rows = await database.all<{ fund: Fund; credits: number }>(
    sql`SELECT fund, credits FROM funds WHERE account_id = ${accountId}`,
  );
  const funds = { outside: 0, available: 0, reserved: 0, spent: 0 };
  for (const { fund, credits } of rows) funds[fund] = credits;
  return funds;
}

/**
 * Credits that a credential has reserved and spent in a UTC month: a reservation counts against the cap, a release or refund undoes that, and a charge
 * was already counted when it was reserved.
 */
export async function capUse(database: Database, credentialId: string, capMonth: string): Promise<number> {
  const row = await database.get<{ credits: number | null }>(
    sql`SELECT SUM(CASE WHEN target = 'reserved' THEN credits WHEN target = 'spent' THEN 0 ELSE -credits END) AS credits
      FROM movements WHERE credential_id = ${credentialId} AND cap_month = ${capMonth}`,
  );
  return row?.credits ?? 0;
}

/** The credits that a story still holds. */
export const heldCredits = raw(`CASE
    WHEN status = 'writing' THEN writing_credits + audiobook_credits
    WHEN status = 'ready' THEN audiobook_credits
    ELSE 0 END`);

/** A movement as its owner sees it. */
export interface HistoryEntry extends Pick<Movement, "at" | "reason" | "credits"> {
  /** Its sequence number: increasing, and the cursor for paging. */
  readonly seq: number;
  /** Why the operator moved them; null for what the service moved itself. */
  readonly note: string | null;
  /** The story it belongs to, by its title, or by its topic before it has one; null for what belongs to none. */
  readonly story: { readonly id: string; readonly name: string } | null;
}

/** An account's movements before a cursor, or those of one of its stories, the newest first. */
export async function historyOf(
  database: Database,
  accountId: string,
  {
    before = Number.MAX_SAFE_INTEGER,
    limit,
    storyId,
  }: { readonly before?: number; readonly limit: number; readonly storyId?: string },
): Promise<HistoryEntry[]> {
  const rows = await database.all<
    Omit<HistoryEntry, "story"> & { id: string | null; title: string | null; request: string }
  >(
    sql`SELECT seq, at, reason, credits, note, stories.id, title, request
     FROM movements LEFT JOIN stories ON stories.id = movements.story_id
     WHERE movements.account_id = ${accountId} AND seq < ${before} ${storyId === undefined ? raw("") : sql`AND story_id = ${storyId}`}
     ORDER BY seq DESC LIMIT ${limit}`,
  );
  return rows.map(({ id, title, request, ...movement }) => ({
    ...movement,
    story: id === null ? null : { id, name: title ?? (JSON.parse(request) as { topic: string }).topic },
  }));
}
