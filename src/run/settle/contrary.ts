import { crashCause } from "../crash-cause.ts";
import type { Between } from "../quote/charges.ts";
import type { ServiceClock } from "./clocks.ts";
import type { BalanceEvidence } from "./evidence.ts";
import type { OpenCreation } from "./open-creations.ts";

/** What speaks for a story, or against judging yet, where a person says that none was created. */
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
  /** When a later creation was refused because a story of nobody in this ledger was being made; null: never. */
  readonly conflictAt: string | null;
  /** Null where nothing can be under way any more: in a rehearsal. */
  readonly underWay: UnderWay | null;
}

export interface UnderWay {
  /** This machine's clock. */
  readonly now: number;
  readonly clock: ServiceClock;
  readonly creationTimeoutMs: number;
}

/** How long a service behind queues may go on with a request that was given up here, and until what it costs is shown. */
const processingMs = 5 * 60_000;

/** Everything that speaks against a word that nothing was created. Pure. Empty: the word needs no reason. */
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

/** The ids that may be the story's, the likeliest first. */
export function seenIds(
  open: OpenCreation,
): { where: "answer" | "rescue-file" | "torn-record"; id: string }[] {
  return [
    ...open.rescued.flatMap(({ id }) => (id === null ? [] : [{ where: "rescue-file" as const, id }])),
    ...open.named.flatMap(({ id, isKnown }) => (isKnown ? [] : [{ where: "answer" as const, id }])),
    ...open.salvaged.map((id) => ({ where: "torn-record" as const, id })),
  ];
}

// A fall that other open creations could explain as well speaks for each of them: at least one of them has cost it.
function isFallOf({ hint, unexplained }: BalanceEvidence): boolean {
  return (hint === "for" || hint === "either") && unexplained.least > 0;
}

function fallOf({ unexplained }: BalanceEvidence, { attempt }: OpenCreation): Contrary {
  return { code: "balance-fell", unexplained, writing: attempt.intended.price.writing };
}

/** How long it is too early yet, in ms: by both clocks where both were heard at the attempt and today, so that none that was set deceives. */
function waitFor({ attempt, cause }: OpenCreation, { now, clock, creationTimeoutMs }: UnderWay): number {
  const { intended, outcome } = attempt;
  const at = Date.parse(intended.at);
  // A computer that slept may have sent long after it intended to; what a later run found had ended with its process.
  const givenUpAt = outcome.kind === "uncertain" && cause !== crashCause ? Date.parse(outcome.event.at) : at;
  const sendingMs = Math.max(creationTimeoutMs, givenUpAt - at);
  const ages = [now - at];
  if (clock.atAttempt !== null && clock.aheadNow !== null) ages.push(now + clock.aheadNow - clock.atAttempt);
  return sendingMs + processingMs - Math.min(...ages);
}
