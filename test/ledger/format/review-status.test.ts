import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { personOf, reviewStatus } from "../../../src/ledger/format/reviews.ts";
import type { Decision, Seen } from "../../../src/ledger/format/state.ts";

const now: Seen = { text: "a".repeat(64), sound: "b".repeat(64), times: "c".repeat(64) };
const changes: readonly [keyof Seen, string | null][] = [
  ["text", "d".repeat(64)],
  ["sound", "d".repeat(64)],
  ["sound", null],
  ["times", "d".repeat(64)],
  ["times", null],
  ["correction", "d".repeat(64)],
];

type Kind = "approved" | "held" | "rejected";

function by(who: string, kind: Kind, decision: string, more: object = {}): Decision {
  return {
    type: `lesson.${kind}`,
    decision,
    who,
    why: null,
    at: "2026-11-20T09:00:00.000Z",
    seen: now,
    despite: [],
    ...more,
  } as unknown as Decision;
}

const kindOf = (decisions: readonly Decision[], required = 1, seen = now) =>
  reviewStatus(decisions, seen, required).kind;

describe("a lesson's review status", () => {
  it("is waiting while nobody has approved it", () => {
    expect(reviewStatus([], now, 2)).toEqual({ kind: "waiting", missing: 2, by: [], lapsed: [] });
  });

  it("is approved by one person, or by two different ones", () => {
    const ana = by("Ana", "approved", "1");
    expect(kindOf([ana])).toBe("approved");
    expect(reviewStatus([ana], now, 2)).toMatchObject({ kind: "waiting", missing: 1, by: [ana] });
    for (const same of [" ANA ", "Ana\u200b", "\u200fA\u00adna", "\uff21na", "Ana.", "A n a"])
      expect(kindOf([ana, by(same, "approved", "2")], 2)).toBe("waiting");
    expect(kindOf([ana, by("Ben", "approved", "2")], 2)).toBe("approved");
  });

  it.each(changes)("loses every approval when its %s becomes %s", (part, hash) => {
    const approval = by("Ana", "approved", "1");
    const changed = { ...now, [part]: hash };
    expect(reviewStatus([approval], changed, 1)).toEqual({
      kind: "waiting",
      missing: 1,
      by: [],
      lapsed: [{ decision: approval, changed: [part] }],
    });
    expect(kindOf([approval, by("Ana", "approved", "2", { seen: changed })], 1, changed)).toBe("approved");
  });

  it("stays held or rejected until an approval names that decision", () => {
    for (const kind of ["held", "rejected"] as const) {
      const objection = by("Ben", kind, "1");
      expect(reviewStatus([objection, by("Ana", "approved", "2")], now, 1)).toEqual({ kind, by: objection });
      expect(kindOf([objection, by("Ana", "approved", "2", { despite: ["1"] })])).toBe("approved");
      const again = by("Ben", kind, "3");
      expect(kindOf([objection, by("Ana", "approved", "2", { despite: ["1"] }), again])).toBe(kind);
    }
  });

  it("names the rejection where one person holds and another rejects", () => {
    const held = by("Ana", "held", "1", { at: "2026-11-21T09:00:00.000Z" });
    const rejected = by("Ben", "rejected", "2");
    expect(reviewStatus([held, rejected], now, 1)).toEqual({ kind: "rejected", by: rejected });
  });

  it("does not count the approval of a person who then held the lesson, even if another overrules that", () => {
    const decisions = [
      by("Ana", "approved", "1"),
      by("Ana", "held", "2"),
      by("Ben", "approved", "3", { despite: ["2"] }),
    ];
    expect(kindOf(decisions)).toBe("approved");
    expect(reviewStatus(decisions, now, 2)).toMatchObject({ kind: "waiting", missing: 1, lapsed: [] });
    expect(kindOf([...decisions, by("ana", "approved", "4", { despite: ["2"] })], 2)).toBe("approved");
  });

  it("is the same in whatever order and by whatever clocks the decisions come", () => {
    const people = fc.constantFrom("Ana", "Ben", "Cem");
    const kinds = fc.constantFrom<Kind>("approved", "held", "rejected");
    const names = fc.constantFrom("0", "1", "2", "3", "4", "5");
    const drawn = fc.array(fc.tuple(people, kinds, fc.subarray(["0", "1", "2", "3", "4"]), names), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(drawn, fc.integer({ min: 1, max: 2 }), fc.func(fc.nat()), (all, required, key) => {
        const decisions = all.map(([who, kind, despite], index) =>
          by(who, kind, String(index), { despite: kind === "approved" ? despite : [] }),
        );
        const shuffled = decisions
          .map((one) => ({
            ...one,
            at: `2026-11-20T09:00:00.${String(key(one.decision) % 1000).padStart(3, "0")}Z`,
          }))
          .sort((a, b) => compareText(a.at, b.at));
        expect(kindOf(shuffled, required)).toBe(kindOf(decisions, required));
        const approvers = new Set(
          decisions.filter(({ type }) => type === "lesson.approved").map(({ who }) => personOf(who)),
        );
        if (kindOf(decisions, required) === "approved")
          expect(approvers.size).toBeGreaterThanOrEqual(required);
      }),
    );
  });
});

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
