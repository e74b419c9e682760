import fc from "fast-check";
import { expect, test } from "vitest";
import { ceilingsOf, refuseIntention } from "../../../src/ledger/format/ceilings.ts";
import { sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventOf, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { isAbsent, latestOf } from "../../../src/ledger/format/job-status.ts";
import { monthOf } from "../../../src/ledger/format/month.ts";
import type { Attempt, LedgerState } from "../../../src/ledger/format/state.ts";
import { Failure } from "../../../src/shared/failure.ts";
import { at, eventsOf } from "../fixtures.ts";
import { anyHistory } from "./any-history.ts";
import { edition, id, intended, like, opened, sha256 } from "./histories.ts";

/** An intention, and what it must fit into. */
const askingArbitrary = fc.record({
  limits: fc.record({
    edition: fc.constantFrom(20, 60, 100, 1_000),
    month: fc.constantFrom(null, 30, 80, 1_000),
    run: fc.constantFrom(null, 0, 40, 1_000),
  }),
  edition: fc.constantFrom("1", "2"),
  run: fc.constantFrom("history's", id(8)),
  month: fc.constantFrom(undefined, "2026-10", "2026-11", "2026-12"),
  /** The attempt that it names: the job's newest, none, or one that isn't the newest any more. */
  replaced: fc.constantFrom("newest", "newest", "newest", "none", "older"),
  balance: fc.constantFrom(undefined, null, 25, 70, 500),
  /** Whether it comes after a purchase that was restored without a price. */
  isUnpriced: fc.constantFrom(false, false, false, true),
});

const unpriced = intended({
  job: "restored.es.2",
  attempt: id(0xdef),
  rebuilt: true,
  price: { credits: 0, writing: 0, audiobook: 0 },
});

type Asking = typeof askingArbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Intended = EventOf<"creation.intended">;

test("an intention is refused or allowed as sums over every attempt there is say, in any history", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(anyHistory, askingArbitrary, (events, asking) => {
      const quote = asking.balance === undefined ? [] : [like("quote.received", { balance: asking.balance })];
      const place = { at, hash: sha256 };
      const [before, after] = [events.slice(0, -2), events.slice(-2)];
      const added = [...quote, ...(asking.isUnpriced ? [unpriced] : [])];
      const all = [...before, ...added.map((body) => ({ ...body, ...place }) as LedgerEvent), ...after].map(
        (one, index) => ({ ...one, seq: index + 1 }),
      );
      const state = fold(all);
      const atQuote = fold(all.slice(0, state.lastQuote?.seq ?? 0));
      const spentAtQuote = spentIn(atQuote, state);
      const event = { ...askedFor(state, asking), ...place, seq: all.length + 1 } as Intended;
      const outcome = outcomeOf(() => refuseIntention(event, { state, limits: asking.limits, path: "" }));
      expect(outcome).toEqual(expectedOf(state, event, { ...asking, spentAtQuote }));
      const name = String(outcome.ceiling ?? outcome.code);
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }),
    { seed: 20_261_122, numRuns: 2_000 },
  );
  for (const name of ["written", "ledger_job_taken", "ledger_unpriced", "edition", "month", "run", "balance"])
    expect(seen.get(name) ?? 0, `${name} in ${JSON.stringify([...seen])}`).toBeGreaterThan(20);
});

test("a balance of now has already paid what was charged before it", () => {
  const seen = like("story.observed", { status: "ready", book: null });
  const state = fold(
    eventsOf([opened, like("quote.received", { balance: 100 }), intended(), like("creation.accepted"), seen]),
  );
  const purchasing = { edition, month: "2026-11", run: null };
  const balance = (quoted: object) =>
    ceilingsOf(state, { edition: 0, month: null, run: null }, { ...purchasing, ...quoted }).balance;
  expect(balance({})).toEqual({ limit: 100, committed: 21 });
  expect(balance({ quoted: 87 })).toEqual({ limit: 87, committed: 8 });
});

test("a restored intention buys nothing, and is refused for nothing", () => {
  const limits = { edition: 0, month: 0, run: 0 };
  const refusal = (rebuilt: object) => {
    const event = { ...intended(), ...rebuilt, at, hash: sha256, seq: 2 } as Intended;
    return outcomeOf(() => refuseIntention(event, { state: fold([]), limits, path: "" })).code;
  };
  expect([{}, { rebuilt: true }].map(refusal)).toEqual(["over_budget", "written"]);
});

function askedFor({ jobs }: LedgerState, { edition, run, month, replaced }: Asking) {
  const job = "a.es.2";
  const record = jobs.get(`${edition}/${job}`);
  const newest = (record && latestOf(record)?.attempt) ?? null;
  const replacesAttempt = replaced === "newest" ? newest : replaced === "none" ? null : id(0xfff);
  const { month: _, run: own, ...others } = intended() as Intended;
  const asked = { ...others, edition, job, attempt: id(0xabc), run: run === id(8) ? run : own };
  return { ...asked, replacesAttempt, ...(month === undefined ? {} : { month }) };
}

function outcomeOf(act: () => void): Record<string, unknown> {
  try {
    act();
    return { code: "written" };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { path: _, ...problem } = error.problem as { path?: string; code: string };
    return problem;
  }
}

/** What the stories that lessons have now were seen to cost by an earlier state. */
function spentIn(earlier: LedgerState, now: LedgerState): number {
  let sum = 0;
  for (const { key, attempts } of now.jobs.values())
    for (const { outcome, intended } of attempts) {
      const story = outcome.kind === "accepted" ? earlier.jobs.get(key)?.stories.get(outcome.id) : undefined;
      const seen = story?.observed ?? null;
      if (seen === null) continue;
      const isStarted = seen.book !== null || seen.status === "making_audiobook";
      sum += seen.credits + (isStarted ? intended.price.audiobook : 0);
    }
  return sum;
}

/** The verdict by sums over every attempt there is. */
function expectedOf(
  state: LedgerState,
  event: Intended,
  { limits, spentAtQuote }: Asking & { readonly spentAtQuote: number },
): Record<string, unknown> {
  const { edition, job, run, replacesAttempt, price } = event;
  const made = state.jobs.get(`${edition}/${job}`)?.attempts.filter((attempt) => !isAbsent(attempt)) ?? [];
  if ((made.at(-1)?.attempt ?? null) !== replacesAttempt) return { code: "ledger_job_taken", job };
  if (state.unpriced.size > 0) return { code: "ledger_unpriced", job, unpriced: state.unpriced.size };
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
  const months = attempts.map((attempt) => monthOf(attempt.intended));
  const month = [event.month ?? "2026-11", ...months].sort().at(-1);
  const committed = (selects: (attempt: Attempt) => boolean) =>
    sumOfAttempts(state.jobs.values(), selects).committed;
  const { spent, held } = sumOfAttempts(state.jobs.values());
  const sums = [
    ["edition", limits.edition, committed((one) => one.intended.edition === edition)],
    ["month", limits.month, committed((one) => monthOf(one.intended) === month)],
    ["run", limits.run, committed((one) => one.intended.run === run)],
    ["balance", state.lastQuote?.balance ?? null, held + spent - spentAtQuote],
  ] as const;
  for (const [ceiling, limit, sum] of sums) {
    if (limit === null || sum + price.credits <= limit) continue;
    return { code: "over_budget", job, ceiling, limit, committed: sum, price: price.credits };
  }
  return { code: "written" };
}
