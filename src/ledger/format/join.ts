import type { EventBody, LedgerEvent } from "./event.ts";
import { fold } from "./fold.ts";
import { isOpen } from "./job-status.ts";
import { joinedHashesOf, joinedHashOf } from "./joined-event.ts";
import { emptyHead, type Head, readLine, writeLine } from "./line.ts";
import { type CorrectedByBoth, correctedByBoth } from "./review/corrected-by-both.ts";
import type { Attempt, AttemptOutcome, LedgerState } from "./state.ts";

/** Facts on which two ledgers disagree, for the user to look at. Both versions stay in the joined ledger. */
export type JoinConflict =
  /** Both have, or may have, a story of the job; all of them are followed and counted. */
  | {
      readonly code: "bought_by_both";
      readonly edition: string;
      readonly job: string;
      readonly attempts: readonly JoinedAttempt[];
    }
  /** Both settled the same creation. `kept`: the outcome that applies from now on. */
  | {
      readonly code: "settled_by_both";
      readonly edition: string;
      readonly job: string;
      readonly attempt: string;
      readonly ours: string;
      readonly theirs: string;
      readonly kept: "ours" | "theirs";
    }
  | CorrectedByBoth;

export interface JoinedAttempt {
  readonly attempt: string;
  /** The story's id; null if it is unknown whether one exists. */
  readonly id: string | null;
}

export interface Join {
  /** How many events the ledgers share at their start. */
  readonly common: number;
  /** The lines to append to ours, in order: the join itself, the other's events, and the settlements that those would have undone. */
  readonly lines: readonly string[];
  readonly events: readonly LedgerEvent[];
  /** How many of the other's events were added. */
  readonly added: number;
  readonly conflicts: readonly JoinConflict[];
}

/**
 * Merges into ours what only the other ledger has. Its events are chained after ours, each with its own time and its original place in
 * `joined`. No id is lost and no event is repeated: events that ours already has, or merged before, are left out. Pure. Both must belong to
 * the same course and service.
 */
export function joinLedgers(ours: readonly LedgerEvent[], theirs: readonly LedgerEvent[], at: string): Join {
  const common = commonEvents(ours, theirs);
  const ourState = fold(ours);
  const tail = unknownTo(ours, theirs, ourState);
  const nothing = { common, lines: [], events: [], added: 0, conflicts: [] };
  const last = theirs.at(-1);
  const [opened] = theirs;
  if (tail.length === 0 || last === undefined || opened?.type !== "ledger.opened") return nothing;
  const chain = new Chain(ours.at(-1) ?? emptyHead);
  const head = { seq: last.seq, hash: last.hash };
  chain.add(at, { type: "ledger.joined", ledger: opened.ledger, common, head, events: tail.length });
  for (const event of tail) chain.add(event.at, rechained(event));
  const theirState = fold(theirs);
  const undone = undoneSettlements(ourState, theirState, fold([...ours, ...chain.events]));
  for (const settlement of undone) chain.add(at, settlement);
  const joined = fold([...ours, ...chain.events]);
  const conflicts = [
    ...boughtByBoth(ourState, theirState, joined),
    ...settledByBoth(ourState, theirState, joined),
    ...correctedByBoth(ourState, theirState),
  ];
  return { common, lines: chain.lines, events: chain.events, added: tail.length, conflicts };
}

function commonEvents(ours: readonly LedgerEvent[], theirs: readonly LedgerEvent[]): number {
  const end = ours.findIndex(({ hash }, index) => theirs[index]?.hash !== hash);
  return end === -1 ? ours.length : end;
}

/** Events of theirs that ours lacks. A ledger is opened once, and each attempt is intended once, in whichever ledger. */
function unknownTo(
  ours: readonly LedgerEvent[],
  theirs: readonly LedgerEvent[],
  { jobs }: LedgerState,
): LedgerEvent[] {
  const known = new Set(ours.flatMap((event) => [event.hash, ...joinedHashesOf(event)]));
  const attempts = new Set(
    [...jobs.values()].flatMap((record) => record.attempts.map(({ attempt }) => attempt)),
  );
  return theirs.filter((event) => {
    if (event.type === "ledger.opened" || known.has(event.hash)) return false;
    if (joinedHashesOf(event).some((hash) => known.has(hash))) return false;
    return event.type !== "creation.intended" || !attempts.has(event.attempt);
  });
}

function rechained({ seq, at, hash, ...body }: LedgerEvent): EventBody {
  const before = joinedHashOf(body) === null ? {} : { joined: body.joined };
  const rechained = { ...body, joined: { seq, at, hash, ...before } };
  return rechained;
}

/** Builds the lines to append, in the form of `writeLine`. */
class Chain {
  readonly lines: string[] = [];
  readonly events: LedgerEvent[] = [];
  #head: Head;

  constructor(head: Head) {
    this.#head = head;
  }

  add(at: string, body: EventBody): void {
    const line = writeLine(this.#head, at, body).line.slice(0, -1);
    const result = readLine(this.#head, line);
    if (!result.ok) throw new Error(`no event that a ledger can hold: ${body.type}`);
    this.#head = { seq: result.event.seq, hash: result.event.hash };
    this.lines.push(line);
    this.events.push(result.event);
  }
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

/** Their events come last and would override ours, so the more conclusive outcome of each attempt is recorded again after them. */
function undoneSettlements(ours: LedgerState, theirs: LedgerState, joined: LedgerState): EventBody[] {
  const settlements: EventBody[] = [];
  const [ourAttempts, theirAttempts] = [attemptsIn(ours), attemptsIn(theirs)];
  for (const { edition, job, attempts } of joined.jobs.values()) {
    for (const { attempt, outcome: now } of attempts) {
      const best = strongest(ourAttempts.get(attempt), theirAttempts.get(attempt));
      if (best === null || isSame(best, now)) continue;
      const id = best.kind === "accepted" ? best.id : null;
      // "Unknown" is no settlement, so the existing one stands.
      if (id === null && weights[best.kind] <= weights.uncertain) continue;
      const how = id === null ? "not-created" : "story";
      const why = "the two ledgers that were joined say different things of it";
      settlements.push({
        type: "creation.resolved",
        edition,
        job,
        attempt,
        how,
        id,
        who: "ledger join",
        why,
      });
    }
  }
  return settlements;
}

function strongest(ours: Attempt | undefined, theirs: Attempt | undefined): AttemptOutcome | null {
  if (ours === undefined || theirs === undefined) return ours?.outcome ?? theirs?.outcome ?? null;
  return weights[theirs.outcome.kind] > weights[ours.outcome.kind] ? theirs.outcome : ours.outcome;
}

function isSame(one: AttemptOutcome, other: AttemptOutcome): boolean {
  return one.kind === other.kind && idOf(one) === idOf(other);
}

function idOf(outcome: AttemptOutcome): string | null {
  return outcome.kind === "accepted" ? outcome.id : null;
}

function attemptsIn({ jobs }: LedgerState): ReadonlyMap<string, Attempt> {
  return new Map(
    [...jobs.values()].flatMap(({ attempts }) => attempts.map((one) => [one.attempt, one] as const)),
  );
}

function boughtByBoth(ours: LedgerState, theirs: LedgerState, joined: LedgerState): JoinConflict[] {
  return [...joined.jobs.values()].flatMap(({ key, edition, job, attempts }) => {
    const live = attempts.filter(isLive);
    const isOnlyIn = (one: LedgerState, other: LedgerState): boolean =>
      live.some(({ attempt }) => has(one, key, attempt) && !has(other, key, attempt));
    if (live.length < 2 || !isOnlyIn(ours, theirs) || !isOnlyIn(theirs, ours)) return [];
    const shown = live.map(({ attempt, outcome }) => ({ attempt, id: idOf(outcome) }));
    return [{ code: "bought_by_both", edition, job, attempts: shown } as const];
  });
}

function isLive(attempt: Attempt): boolean {
  return isOpen(attempt) || attempt.outcome.kind === "accepted";
}

function has({ jobs }: LedgerState, key: string, attempt: string): boolean {
  return jobs.get(key)?.attempts.some((one) => one.attempt === attempt) === true;
}

function settledByBoth(ours: LedgerState, theirs: LedgerState, joined: LedgerState): JoinConflict[] {
  return [...ours.jobs.values()].flatMap(({ key, edition, job, attempts }) =>
    attempts.flatMap(({ attempt, outcome: our }) => {
      const their = theirs.jobs.get(key)?.attempts.find((one) => one.attempt === attempt)?.outcome;
      const now = joined.jobs.get(key)?.attempts.find((one) => one.attempt === attempt)?.outcome;
      if (their === undefined || now === undefined || isSame(our, their)) return [];
      // An outcome that is still unknown is no disagreement.
      if (weights[our.kind] <= weights.uncertain || weights[their.kind] <= weights.uncertain) return [];
      const said = (outcome: AttemptOutcome): string => idOf(outcome) ?? outcome.kind;
      const kept = idOf(now) === idOf(our) && (now.kind === "accepted") === (our.kind === "accepted");
      return [
        {
          code: "settled_by_both",
          edition,
          job,
          attempt,
          ours: said(our),
          theirs: said(their),
          kept: kept ? "ours" : "theirs",
        } as const,
      ];
    }),
  );
}
