import type { Database } from "../store/store.ts";

const kinds = ["writing", "narration"] as const;
const states = ["waiting", "held", "dead"] as const;
const funds = ["reserved", "spent"] as const;

/** The work and the credits of the whole service, with a zero for what there is none of. */
export interface Totals {
  readonly jobs: readonly {
    readonly kind: (typeof kinds)[number];
    readonly state: (typeof states)[number];
    readonly count: number;
  }[];
  readonly funds: readonly { readonly fund: (typeof funds)[number]; readonly credits: number }[];
}

/** Adds them up in the database. */
export async function readTotals(database: Database): Promise<Totals> {
  const jobs = await database.all<{ kind: string; state: string; count: number }>(
    `SELECT kind, CASE WHEN dead_reason IS NOT NULL THEN 'dead' WHEN holder IS NOT NULL THEN 'held' ELSE 'waiting' END AS state,
       COUNT(*) AS count
     FROM jobs GROUP BY 1, 2`,
  );
  const sums = await database.all<{ fund: string; credits: number }>(
    "SELECT fund, SUM(credits) AS credits FROM funds GROUP BY fund",
  );
  return {
    jobs: kinds.flatMap((kind) =>
      states.map((state) => {
        const row = jobs.find((one) => one.kind === kind && one.state === state);
        return { kind, state, count: row?.count ?? 0 };
      }),
    ),
    funds: funds.map((fund) => ({ fund, credits: sums.find((sum) => sum.fund === fund)?.credits ?? 0 })),
  };
}
