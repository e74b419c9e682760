import { type Database, sql } from "../store/store.ts";
import { heldCredits } from "./movements.ts";

/** A wrong sum, described for a log. */
export interface Imbalance {
  readonly accountId: string;
  readonly what: string;
}

/** Each stored sum beside what it must add up to: each fund beside its movements, and the reserved credits also beside what the stories still hold. */
const sums = sql`
  SELECT account_id, fund, credits AS kept, 0 AS added FROM funds
  UNION ALL SELECT account_id, source, 0, -credits FROM movements
  UNION ALL SELECT account_id, target, 0, credits FROM movements
  UNION ALL SELECT account_id, 'held', credits, 0 FROM funds WHERE fund = 'reserved'
  UNION ALL SELECT account_id, 'held', 0, ${heldCredits} FROM stories`;

/** Recomputes all sums from the movements and compares them; an empty list means that the books balance. Takes one pass over all movements. */
export async function findImbalances(database: Database): Promise<Imbalance[]> {
  const wrong = await database.all<{ account_id: string; fund: string; kept: number; added: number }>(
    sql`SELECT account_id, fund, SUM(kept) AS kept, SUM(added) AS added FROM (${sums}) AS sums
     GROUP BY account_id, fund HAVING SUM(kept) <> SUM(added) ORDER BY account_id, fund`,
  );
  return wrong.map(({ account_id, fund, kept, added }) => ({
    accountId: account_id,
    what:
      fund === "held"
        ? `${kept} credits are reserved, but the stories hold ${added}`
        : `${fund} is recorded as ${kept}, but the movements add up to ${added}`,
  }));
}
