import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costsOf, sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { joinedHashesOf } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { storyOf } from "../../../src/ledger/format/job-status.ts";
import { joinLedgers } from "../../../src/ledger/format/join.ts";
import { emptyHead, type Head, readLine } from "../../../src/ledger/format/line.ts";
import type { Attempt, LedgerState } from "../../../src/ledger/format/state.ts";
import { at, chained } from "../fixtures.ts";
import { id, intended, like, opened } from "./histories.ts";

const edition = "1";

const settlings = ["nothing", "accepted", "uncertain", "refused", "not-created", "story"] as const;
type Settling = (typeof settlings)[number];

function settledAs(how: Settling, { job, attempt, story }: Named): EventBody[] {
  const of = { edition, job, attempt };
  const byPerson = (id: string | null): EventBody =>
    like("creation.resolved", { ...of, how: id === null ? "not-created" : "story", id });
  switch (how) {
    case "nothing":
      return [];
    case "accepted":
      return [
        like("creation.accepted", { ...of, id: story }),
        like("story.observed", { edition, job, id: story, status: "ready", credits: 15, book: null }),
      ];
    case "uncertain":
      return [like("creation.uncertain", of)];
    case "refused":
      return [like("creation.refused", of)];
    case "not-created":
      return [byPerson(null)];
    case "story":
      return [byPerson(story)];
  }
}

interface Named {
  readonly job: string;
  readonly attempt: string;
  readonly story: string;
}

const jobOf = (number: number): string => `topic-${number}.es.2`;

/** One side's story of what was bought: how each shared creation was settled, and creations of its own. */
const anySide = fc.record({
  shared: fc.array(fc.constantFrom(...settlings), { minLength: 3, maxLength: 3 }),
  own: fc.array(fc.record({ job: fc.nat({ max: 4 }), how: fc.constantFrom(...settlings) }), { maxLength: 4 }),
});

/** Two ledgers that began as one, or separately, and went on apart. */
const anyTwo = fc
  .record({
    shared: fc.array(fc.constantFrom(...settlings), { minLength: 3, maxLength: 3 }),
    one: anySide,
    other: anySide,
    separately: fc.boolean(),
  })
  .map(({ shared, one, other, separately }) => {
    const common = shared.flatMap((how, index) => {
      const named = { job: jobOf(index), attempt: id(0x100 + index), story: id(0x200 + index) };
      return [intendedFor(named), ...settledAs(how, named)];
    });
    const tailOf = (side: typeof one, base: number): EventBody[] => [
      ...side.shared.flatMap((how, index) =>
        settledAs(how, { job: jobOf(index), attempt: id(0x100 + index), story: id(base + 0x50 + index) }),
      ),
      ...side.own.flatMap(({ job, how }, index) => {
        const named = { job: jobOf(job), attempt: id(base + index), story: id(base + 0x80 + index) };
        return [intendedFor(named), ...settledAs(how, named)];
      }),
    ];
    const base = chained([opened, ...common]);
    const otherBase = separately ? chained([{ ...opened, ledger: id(0xeeee) } as EventBody]) : base;
    return {
      ours: chained(tailOf(one, 0x1000), base),
      theirs: chained(tailOf(separately ? { ...other, shared: [] } : other, 0x2000), otherBase),
    };
  });

function intendedFor({ job, attempt }: Named): EventBody {
  return intended({ edition, job, attempt });
}

function attemptsOf(state: LedgerState): Attempt[] {
  return [...state.jobs.values()].flatMap(({ attempts }) => attempts);
}

function idsIn(state: LedgerState): Set<string> {
  return new Set([...state.jobs.values()].flatMap(({ stories }) => [...stories.keys()]));
}

describe("two diverged ledgers of a course", () => {
  it("merge into one with every event of both once, every id, and every settled purchase", () => {
    fc.assert(
      fc.property(anyTwo, ({ ours, theirs }) => {
        const join = joinLedgers(ours, theirs, at);
        const all = join.events;
        const added = join.lines.split("\n");
        // A good chain, whose beginning is ours as it was.
        let head: Head = emptyHead;
        for (const [index, event] of all.entries()) {
          const line = added[index - ours.length] ?? JSON.stringify(event);
          expect(readLine(head, line)).toEqual({ ok: true, event });
          head = event;
        }
        const hashes = all.flatMap((event) => [event.hash, ...joinedHashesOf(event)]);
        expect(new Set(hashes).size).toBe(hashes.length);
        for (const event of theirs) if (event.type !== "ledger.opened") expect(hashes).toContain(event.hash);
        const states = [fold(ours), fold(theirs)];
        const joined = fold(all);
        const ids = idsIn(joined);
        for (const state of states) for (const story of idsIn(state)) expect(ids).toContain(story);
        const attempts = attemptsOf(joined);
        expect(new Set(attempts.map(({ attempt }) => attempt)).size).toBe(attempts.length);
        // A copy that lacks only our latest settlements adds nothing, and takes none of them back: ours stays as it is.
        if (join.added === 0) expect(all).toEqual(ours);
        const compared = join.added === 0 ? states.slice(0, 1) : states;
        for (const { attempt, outcome } of compared.flatMap(attemptsOf)) {
          if (outcome.kind !== "accepted") continue;
          expect(attempts.find((one) => one.attempt === attempt)?.outcome.kind).toBe("accepted");
        }
        for (const record of joined.jobs.values())
          for (const attempt of record.attempts)
            if (attempt.outcome.kind === "accepted") expect(storyOf(record, attempt)).toBeDefined();
        // What counts as committed is what both count, each attempt once.
        const committed = sumOfAttempts(joined.jobs.values()).committed;
        for (const state of compared)
          expect(committed).toBeGreaterThanOrEqual(
            sumOfAttempts(state.jobs.values(), isAcceptedIn(state)).committed,
          );
        expect(costsOf(joined)).toEqual(costsOf(fold(all)));
        // Again it has nothing to add, and neither has who joined the other way round.
        expect(joinLedgers(all, theirs, at).events).toEqual(all);
        const back = joinLedgers(theirs, all, at);
        expect(idsIn(fold(back.events))).toEqual(ids);
      }),
      { numRuns: 300 },
    );
  });

  it("report the lessons that both bought, and keep the more conclusive outcome of a creation that both settled", () => {
    const base = chained([opened, intendedFor(of(0))]);
    const ours = chained(
      [...settledAs("accepted", of(0)), intendedFor(of(1)), ...settledAs("accepted", of(1))],
      base,
    );
    const theirs = chained(
      [
        ...settledAs("not-created", of(0)),
        intendedFor({ ...of(1), attempt: id(0x999) }),
        ...settledAs("accepted", { ...of(1), attempt: id(0x999), story: id(0x998) }),
      ],
      base,
    );
    const { conflicts, events } = joinLedgers(ours, theirs, at);
    expect(conflicts).toEqual([
      {
        code: "bought_by_both",
        edition,
        job: jobOf(1),
        attempts: [
          { attempt: of(1).attempt, id: of(1).story },
          { attempt: id(0x999), id: id(0x998) },
        ],
      },
    ]);
    const state = fold(events);
    expect(sumOfAttempts(state.jobs.values()).committed).toBe(3 * 21);
    const [first] = attemptsOf(state);
    expect(first?.outcome).toMatchObject({ kind: "accepted", id: of(0).story });
  });
});

function of(number: number): Named {
  return { job: jobOf(number), attempt: id(0x700 + number), story: id(0x800 + number) };
}

function isAcceptedIn(state: LedgerState): (attempt: Attempt) => boolean {
  const accepted = new Set(attemptsOf(state).filter(({ outcome }) => outcome.kind === "accepted"));
  return (attempt) => accepted.has(attempt);
}
