import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainedSince } from "../../../src/ledger/format/charges.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { hintOf, weigh } from "../../../src/run/settle/evidence.ts";
import { openCreations } from "../../../src/run/settle/open-creations.ts";
import { accepted, history, intended, observed, refused, uuid } from "../histories.ts";

const setting = { lang: "es", difficulty: 2, length: "short", audiobook: true };

function quoted(): EventBody {
  const price = { credits: 25, writing: 13, audiobook: 12 };
  return { type: "quote.received", edition: "1", setting, price, balance: 1000 };
}

const withBook = (job: string, attempt: number) => intended({ job, attempt, audiobook: true, credits: 25 });

/** What the ledger explains of the balance since the quote before an attempt. */
function explained(bodies: readonly EventBody[], attempt: number) {
  const state = fold(history(bodies));
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
  const open = attempts.find((one) => one.attempt === uuid(attempt));
  if (open?.quote == null) throw new Error("no balance is known before the attempt");
  return explainedSince(open.quote.seq, state);
}

const made = (job: string, attempt: number, id: number) => [
  withBook(job, attempt),
  accepted(job, attempt, id),
];

describe("The part of a fall of the balance that a ledger explains", () => {
  it("is the observed cost of its stories since the quote before the creation", () => {
    const bodies = [quoted(), ...made("a", 1, 101), observed("a", 101, "failed", 13), withBook("lost", 2)];
    expect(explained(bodies, 2)).toEqual({ least: 13, most: 13 });
  });

  it("leaves out what was charged before that quote", () => {
    const bodies = [
      quoted(),
      ...made("a", 1, 101),
      observed("a", 101, "failed", 13),
      quoted(),
      withBook("lost", 2),
    ];
    expect(explained(bodies, 2)).toEqual({ least: 0, most: 0 });
  });

  it("is a range if a story had not ended at the quote, since its charge may be on either side", () => {
    const bodies = [
      quoted(),
      ...made("a", 1, 101),
      observed("a", 101, "writing", 0),
      quoted(),
      observed("a", 101, "failed", 13),
      withBook("lost", 2),
    ];
    expect(explained(bodies, 2)).toEqual({ least: 0, most: 13 });
  });

  it("is a range if a story is unfinished, since it may have been charged more than was seen", () => {
    const bodies = [quoted(), ...made("a", 1, 101), observed("a", 101, "ready", 13), withBook("lost", 2)];
    expect(explained(bodies, 2)).toEqual({ least: 13, most: 25 });
  });

  it("is negative if a story's charge was refunded", () => {
    const bodies = [
      quoted(),
      ...made("a", 1, 101),
      observed("a", 101, "ready", 13),
      quoted(),
      observed("a", 101, "failed", 0),
      withBook("lost", 2),
    ];
    expect(explained(bodies, 2)).toEqual({ least: -13, most: 0 });
  });

  it("includes nothing of creations whose outcome is unknown, or that were refused", () => {
    const bodies = [quoted(), withBook("other", 1), withBook("lost", 2)];
    expect(explained(bodies, 2)).toEqual({ least: 0, most: 0 });
  });
});

describe("The unexplained part of the fall", () => {
  const exactly = (credits: number) => ({ least: credits, most: credits });

  it.each([
    ["for", 13, 13, []],
    ["against", 0, 13, []],
    ["neither", 5, 13, []],
    ["either", 13, 13, [13]],
    ["for", 43, 13, [30, 55]],
    ["against", 30, 13, [30, 55]],
    // Four medium stories cost as much as five short ones and a long one.
    ["either", 120, 30, [30, 30, 30, 13, 13, 13, 13, 13, 55]],
  ] as const)("is evidence %s a story at %i credits", (hint, unexplained, writing, others) => {
    expect(hintOf(exactly(unexplained), writing, others)).toBe(hint);
  });

  it("proves nothing if the range allows both", () => {
    expect(hintOf({ least: 0, most: 13 }, 13, [])).toBe("either");
  });

  it("never contradicts what happened, whichever of the creations were charged", () => {
    const prices = fc.constantFrom(13, 30, 55);
    const creations = fc.array(fc.record({ writing: prices, charged: fc.boolean() }), {
      minLength: 1,
      maxLength: 7,
    });
    fc.assert(
      fc.property(creations, fc.nat(40), fc.nat(40), (all, below, above) => {
        const fall = all.reduce((sum, { writing, charged }) => sum + (charged ? writing : 0), 0);
        const [{ writing, charged }, ...others] = all as [(typeof all)[0], ...typeof all];
        const range = { least: fall - below, most: fall + above };
        const hint = hintOf(
          range,
          writing,
          others.map((other) => other.writing),
        );
        expect(hint).not.toBe(charged ? "against" : "for");
        expect(hint).not.toBe("neither");
      }),
    );
  });
});

describe("A refusal because a story is in progress", () => {
  const conflict = [
    intended({ job: "b", attempt: 2 }),
    { ...refused("b", 2), code: "conflict" } as EventBody,
  ];
  const lost = intended({ job: "lost", attempt: 1 });
  const made = [intended({ job: "own", attempt: 3 }), accepted("own", 3, 103)];
  const ended = observed("own", 103, "ready");

  it.each([
    ["speaks for a story", [lost, ...conflict], true],
    ["says nothing if it came before", [...conflict, lost], false],
    ["says nothing if a story of the ledger was in progress", [lost, ...made, ...conflict, ended], false],
    ["says nothing if that story is still in progress", [lost, ...made, ...conflict], false],
    ["speaks for a story if the ledger's own had ended", [lost, ...made, ended, ...conflict], true],
    ["speaks for a story if the ledger's own began later", [lost, ...conflict, ...made], true],
  ] as const)("%s", (_, bodies, speaks) => {
    const state = fold(history(bodies));
    const open = openCreations(state);
    const [one] = open;
    if (one === undefined) throw new Error("no open creation");
    const { contrary } = weigh(one, open, { state, evidence: null, now: 0, creationTimeoutMs: null });
    expect(contrary.map(({ code }) => code)).toEqual(speaks ? ["conflict-later"] : []);
  });
});
