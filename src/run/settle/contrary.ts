import type { Between } from "../../ledger/format/charges.ts";
import { crashCause } from "../crash-cause.ts";
import type { ServiceClock } from "./clocks.ts";
import type { BalanceEvidence } from "./evidence.ts";
import type { OpenCreation } from "./open-creations.ts";

/** Evidence for a story, or a reason to wait, when the user says that none was created. */
export type Contrary =
  | { readonly code: "answered"; readonly status: number }
  | {
      readonly code: "id-seen";
      readonly where: "answer" | "rescue-file" | "torn-record";
      readonly id: string;
    }
  | { readonly code: "balance-fell"; readonly unexplained: Between; readonly writing: number }
  | { readonly code: "new-book"; readonly book: string }
  | { readonly code: "conflict-later"; readonly at: string }
  | { readonly code: "too-early"; readonly waitMs: number };

export interface ContraryFacts {
  readonly balance: BalanceEvidence | null;
  readonly newBooks: readonly string[];
  /** When a later creation was refused because a story outside this ledger was in progress; null: never. */
  readonly conflictAt: string | null;
  /** Null if nothing can be in flight any more: in a rehearsal. */
  readonly underWay: UnderWay | null;
}

export interface UnderWay {
  readonly now: number;
  readonly clock: ServiceClock;
  readonly creationTimeoutMs: number;
}

/** How long a service with queues may continue with a request that was abandoned here, until its cost is shown. */
const processingMs = 5 * 60_000;

/** All evidence against the user's statement that nothing was created. Pure. Empty: no reason is needed. */
export function contraryTo(open: OpenCreation, facts: ContraryFacts): Contrary[] {
  const { status } = open;
  const { balance, newBooks, conflictAt, underWay } = facts;
  const waitMs = underWay === null ? 0 : waitFor(open, underWay);
  return [
    ...(status !== null && status >= 200 && status <= 299 ? [{ code: "answered", status } as const] : []),
    ...seenIds(open).map(({ where, id }) => ({ code: "id-seen", where, id }) as const),
    ...(balance !== null && isFallOf(balance) ? [fallOf(balance, open)] : []),
    ...newBooks.map((book) => ({ code: "new-book", book }) as const),
    ...(conflictAt === null ? [] : [{ code: "conflict-later", at: conflictAt } as const]),
    ...(waitMs > 0 ? [{ code: "too-early", waitMs } as const] : []),
  ];
}

/** The possible ids of the story, the likeliest first. */
export function seenIds(
  open: OpenCreation,
): { where: "answer" | "rescue-file" | "torn-record"; id: string }[] {
  return [
    ...open.rescued.flatMap(({ id }) => (id === null ? [] : [{ where: "rescue-file" as const, id }])),
    ...open.named.flatMap(({ id, isKnown }) => (isKnown ? [] : [{ where: "answer" as const, id }])),
    ...open.salvaged.map((id) => ({ where: "torn-record" as const, id })),
  ];
}

// A fall that other open creations could explain as well counts for each of them: at least one of them caused it.
function isFallOf({ hint, unexplained }: BalanceEvidence): boolean {
  return (hint === "for" || hint === "either") && unexplained.least > 0;
}

function fallOf({ unexplained }: BalanceEvidence, { attempt }: OpenCreation): Contrary {
  return { code: "balance-fell", unexplained, writing: attempt.intended.price.writing };
}

/** How much longer to wait, in ms. Uses both clocks if both were known at the attempt and today, so that setting one has no effect. */
function waitFor({ attempt, cause }: OpenCreation, { now, clock, creationTimeoutMs }: UnderWay): number {
  const { intended, outcome } = attempt;
  const at = Date.parse(intended.at);
  // A suspended computer may have sent long after its intention; an attempt that a later run found open had ended with its process.
  const givenUpAt = outcome.kind === "uncertain" && cause !== crashCause ? Date.parse(outcome.event.at) : at;
  const sendingMs = Math.max(creationTimeoutMs, givenUpAt - at);
  const ages = [now - at];
  if (clock.atAttempt !== null && clock.aheadNow !== null) ages.push(now + clock.aheadNow - clock.atAttempt);
  return sendingMs + processingMs - Math.min(...ages);
}
