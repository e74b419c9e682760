import { iso } from "../clock.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { raw, type Store, sql } from "../store/store.ts";
import type { Operator, Outcome } from "./operator.ts";

interface ListedWork {
  readonly id: number;
  readonly kind: JobKind;
  readonly storyId: string;
  readonly accountId: string;
  /** `stuck`: due for some time, and no process has taken it. `waiting`: not due yet, or due just now. `under way`: a process has it. */
  readonly state: "stuck" | "waiting" | "under way";
  /** How often it was begun. */
  readonly attempts: number;
  readonly dueAt: number;
}

/** Longer than a busy service leaves what is due. */
const stuckAfterMs = 60_000;

/** All unfinished work, in the order in which it was due. */
export function listWork(store: Store, now: number): Promise<ListedWork[]> {
  const isHeld = store.isShared ? sql`leased_until > ${store.clock}` : raw("holder IS NOT NULL");
  return store.all<ListedWork>(
    sql`SELECT id, kind, story_id AS "storyId", account_id AS "accountId",
       CASE WHEN ${isHeld} THEN 'under way' WHEN due_at < ${now - stuckAfterMs} THEN 'stuck' ELSE 'waiting' END AS state,
       attempts, due_at AS "dueAt" FROM jobs ORDER BY due_at, id`,
  );
}

/** Work that is stuck; with `all`, all unfinished work. */
export async function showWork(
  { store, now }: Operator,
  _: string,
  { all }: { readonly all: boolean },
): Promise<Outcome> {
  const found = await listWork(store, now());
  const shown = found.filter(({ state }) => all || state === "stuck");
  const work = shown.map(({ dueAt, ...job }) => ({ ...job, dueAt: iso(dueAt) }));
  const others = found.length - shown.length;
  return {
    rows: work.map(({ id, state, kind, accountId: account, storyId: story, attempts, dueAt }) => ({
      id,
      state,
      kind,
      account,
      story,
      tries: attempts,
      due: dueAt,
    })),
    document: { work, others },
  };
}
