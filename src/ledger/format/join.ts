import { type EventBody, type EventPlace, joinedHashesOf, type LedgerEvent } from "./event.ts";
import { fold } from "./fold.ts";
import { isOpen } from "./job-status.ts";
import { emptyHead, headOf, writeLine } from "./line.ts";
import type { AttemptOutcome, LedgerState } from "./state.ts";

/** A job of which both ledgers have, or may have, a story; all of them are followed and counted. */
export interface JoinConflict {
  readonly code: "bought_by_both";
  readonly edition: string;
  readonly job: string;
  /** `id`: the story's; null if it is unknown whether one exists. */
  readonly attempts: readonly { readonly attempt: string; readonly id: string | null }[];
}

export interface Join {
  /** How many events the ledgers share at their start. */
  readonly common: number;
  /** The lines to append to ours, in order: the join itself, the other's events, and the settlements that those would have undone. */
  readonly lines: string;
  /** Our events and the appended ones. */
  readonly events: readonly LedgerEvent[];
  /** How many of the other's events were added. */
  readonly added: number;
  readonly conflicts: readonly JoinConflict[];
}

/**
 * Merges the events that only the other ledger has into ours. The other ledger's events are chained after ours, each with its own time and its original
 * place in `joined`. No id is lost and no event is repeated: events that ours already has, or that were merged into it before, are left out. Pure. Both
 * must belong to the same course and service.
 */
export function joinLedgers(ours: readonly LedgerEvent[], theirs: readonly LedgerEvent[], at: string): Join {
  const common = commonEvents(ours, theirs);
  const our = outcomesIn(fold(ours));
  const tail = unknownTo(ours, theirs, our);
  const nothing = { common, lines: "", events: ours, added: 0, conflicts: [] };
  const last = theirs.at(-1);
  const [opened] = theirs;
  if (tail.length === 0 || last === undefined || opened?.type !== "ledger.opened") return nothing;
  const events = [...ours];
  let lines = "";
  const add = (time: string, body: EventBody): void => {
    const { line, event } = writeLine(events.at(-1) ?? emptyHead, time, body);
    lines += line;
    events.push(event);
  };
  const head = headOf(last);
  add(at, { type: "ledger.joined", ledger: opened.ledger, common, head, events: tail.length });
  for (const event of tail) add(event.at, rechained(event));
  const their = outcomesIn(fold(theirs));
  for (const settlement of undoneSettlements(our, their, fold(events))) add(at, settlement);
  const conflicts = boughtByBoth(our, their, fold(events));
  return { common, lines, events, added: tail.length, conflicts };
}

function commonEvents(ours: readonly LedgerEvent[], theirs: readonly LedgerEvent[]): number {
  const end = ours.findIndex(({ hash }, index) => theirs[index]?.hash !== hash);
  return end === -1 ? ours.length : end;
}

/** Events of theirs that ours lacks. A ledger is opened once, and each attempt is intended once, in whichever ledger. */
function unknownTo(
  ours: readonly LedgerEvent[],
  theirs: readonly LedgerEvent[],
  attempts: Outcomes,
): LedgerEvent[] {
  const known = new Set(ours.flatMap((event) => [event.hash, ...joinedHashesOf(event)]));
  return theirs.filter((event) => {
    if (event.type === "ledger.opened" || known.has(event.hash)) return false;
    if (joinedHashesOf(event).some((hash) => known.has(hash))) return false;
    return event.type !== "creation.intended" || !attempts.has(event.attempt);
  });
}

function rechained({ seq, at, hash, joined, ...body }: LedgerEvent): EventBody {
  const place: EventPlace = { seq, at, hash, ...(joined !== undefined && { joined }) };
  return Object.assign(body, { joined: place });
}

/** How conclusive an outcome is: an existing story outweighs proof of absence, which outweighs an unknown outcome. */
const weights: Readonly<Record<AttemptOutcome["kind"], number>> = {
  intended: 0,
  uncertain: 1,
  notCreated: 2,
  refused: 3,
  unsent: 3,
  accepted: 4,
};

type Outcomes = ReadonlyMap<string, AttemptOutcome>;

/** The outcome of each attempt, by its id. */
function outcomesIn({ jobs }: LedgerState): Outcomes {
  const attempts = [...jobs.values()].flatMap((record) => record.attempts);
  return new Map(attempts.map(({ attempt, outcome }) => [attempt, outcome]));
}

/** Their events come last and would override ours, so the more conclusive outcome of each attempt is recorded again after them. */
function undoneSettlements(ours: Outcomes, theirs: Outcomes, joined: LedgerState): EventBody[] {
  return [...joined.jobs.values()].flatMap(({ edition, job, attempts }) =>
    attempts.flatMap(({ attempt, outcome: now }): EventBody[] => {
      const best = strongest(ours.get(attempt), theirs.get(attempt));
      if (best === null || (best.kind === now.kind && idOf(best) === idOf(now))) return [];
      const id = idOf(best);
      // "Unknown" is no settlement, so the existing one stands.
      if (weights[best.kind] <= weights.uncertain) return [];
      const how = id === null ? "not-created" : "story";
      const why = "the two joined ledgers record different outcomes for this creation";
      return [{ type: "creation.resolved", edition, job, attempt, how, id, who: "ledger join", why }];
    }),
  );
}

function strongest(
  ours: AttemptOutcome | undefined,
  theirs: AttemptOutcome | undefined,
): AttemptOutcome | null {
  if (ours === undefined || theirs === undefined) return ours ?? theirs ?? null;
  return weights[theirs.kind] > weights[ours.kind] ? theirs : ours;
}

function idOf(outcome: AttemptOutcome): string | null {
  return outcome.kind === "accepted" ? outcome.id : null;
}

function boughtByBoth(ours: Outcomes, theirs: Outcomes, joined: LedgerState): JoinConflict[] {
  return [...joined.jobs.values()].flatMap(({ edition, job, attempts }): JoinConflict[] => {
    const live = attempts.filter((one) => isOpen(one) || one.outcome.kind === "accepted");
    const isOnlyIn = (one: Outcomes, other: Outcomes): boolean =>
      live.some(({ attempt }) => one.has(attempt) && !other.has(attempt));
    if (live.length < 2 || !isOnlyIn(ours, theirs) || !isOnlyIn(theirs, ours)) return [];
    const shown = live.map(({ attempt, outcome }) => ({ attempt, id: idOf(outcome) }));
    return [{ code: "bought_by_both", edition, job, attempts: shown }];
  });
}
