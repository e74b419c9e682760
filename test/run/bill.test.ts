import { describe, expect, it } from "vitest";
import { approve, ceilingsFor } from "../../src/run/approve.ts";
import { billFor, settingsOf } from "../../src/run/bill.ts";
import type { Order } from "../../src/run/order.ts";
import { accepted, intended, lessonNamed, observed, planOf, refused, saved, stateOf } from "./histories.ts";

const order = (id: string): Order => ({ lesson: lessonNamed(id), replaces: null });
const quoted = (orders: readonly Order[], balance: number | null = 1000) =>
  settingsOf(orders.map(({ lesson }) => lesson)).map((setting) => ({
    setting,
    price: { credits: 13, writing: 13, audiobook: 0 },
    balance,
  }));
const plan = planOf([], { credits: 39, month: null });
const ceilings = (
  state = stateOf(),
  maxCredits: number | null = null,
  of = plan,
  quoted: number | null = null,
) => ceilingsFor(of, state, { month: "2026-11", maxCredits, quoted });

describe("a bill", () => {
  it("adds up what the orders cost and shows the lowest balance seen", () => {
    const orders = [order("a"), order("b")];
    const lessons = orders.map(({ lesson }) => lesson);
    const [setting] = settingsOf(lessons);
    expect(settingsOf(lessons)).toHaveLength(1);
    const quotes = [
      {
        setting: setting ?? lessonNamed("a").job.request,
        price: { credits: 13, writing: 13, audiobook: 0 },
        balance: 90,
      },
    ];
    expect(billFor(orders, quotes)).toMatchObject({
      total: 26,
      balance: 90,
      lines: [{ count: 2, total: 26 }],
    });
  });
});

const settingWith = (length: string) => ({ lang: "es", difficulty: 2, length, audiobook: false });
const ofLength = (id: string, length: "short" | "medium" | "long"): Order => ({
  lesson: lessonNamed(id, { length }),
  replaces: null,
});
const quoteOf = (length: string, credits: number, balance: number | null) => ({
  setting: settingWith(length),
  price: { credits, writing: credits, audiobook: 0 },
  balance,
});

describe("a bill of several settings", () => {
  const orders = [ofLength("a", "short"), ofLength("b", "long"), ofLength("c", "short")];

  it("has a line for each setting in the order, the most expensive first, and no others", () => {
    const quotes = [quoteOf("short", 13, 90), quoteOf("medium", 30, 70), quoteOf("long", 55, 80)];
    const bill = billFor(orders, quotes);
    expect(bill.lines.map(({ setting, count, total }) => [setting, count, total])).toEqual([
      [settingWith("long"), 1, 55],
      [settingWith("short"), 2, 26],
    ]);
    expect(bill).toMatchObject({ total: 81, balance: 70 });
    expect(settingsOf(orders.map(({ lesson }) => lesson))).toEqual([
      settingWith("short"),
      settingWith("long"),
    ]);
  });

  it("shows no balance if no quote had one", () => {
    expect(billFor(orders, [quoteOf("short", 13, null), quoteOf("long", 55, null)]).balance).toBeNull();
    expect(billFor([], []).balance).toBeNull();
  });
});

describe("the check before the first creation", () => {
  const bill = (count: number) => {
    const orders = Array.from({ length: count }, (_, index) => order(`job-${index}`));
    return billFor(orders, quoted(orders));
  };

  it("accepts a price that meets the budget exactly, and none above it", () => {
    expect(approve(bill(3), ceilings())).toEqual([]);
    expect(approve(bill(4), ceilings())).toMatchObject([
      { code: "over_budget", ceiling: "edition", limit: 39, price: 52 },
    ]);
  });

  it.each([
    ["an accepted story", [intended({ job: "x", attempt: 1 }), accepted("x", 1, 11)], 13],
    ["an uncertain creation", [intended({ job: "x", attempt: 1 })], 13],
    ["a refused creation", [intended({ job: "x", attempt: 1 }), refused("x", 1)], 0],
    [
      "a story that failed without a charge",
      [intended({ job: "x", attempt: 1 }), accepted("x", 1, 11), observed("x", 11, "failed", 0)],
      0,
    ],
    [
      "a story that failed after it was charged",
      [intended({ job: "x", attempt: 1 }), accepted("x", 1, 11), observed("x", 11, "failed", 13)],
      13,
    ],
  ] as const)("counts %s as what it may have cost", (_, events, committed) => {
    expect(ceilings(stateOf(...events)).edition.committed).toBe(committed);
    expect(approve(bill(3), ceilings(stateOf(...events)))).toHaveLength(committed === 0 ? 0 : 1);
  });

  it("counts other editions of the same month against the month's budget, and other months not", () => {
    const monthly = planOf([], { credits: 500, month: 30 });
    const other = [intended({ job: "x", attempt: 1, edition: "0" }), accepted("x", 1, 11, "0")];
    expect(approve(bill(2), ceilings(stateOf(...other), null, monthly))).toMatchObject([
      { ceiling: "month", committed: 13 },
    ]);
    const inDecember = ceilingsFor(monthly, stateOf(...other), { month: "2026-12", maxCredits: null });
    expect(approve(bill(2), inDecember)).toEqual([]);
  });

  it("accepts a price that meets the month's budget exactly", () => {
    const monthly = planOf([], { credits: 500, month: 39 });
    const other = [intended({ job: "x", attempt: 1, edition: "0" }), accepted("x", 1, 11, "0")];
    expect(ceilings(stateOf(...other), null, monthly).edition.committed).toBe(0);
    expect(approve(bill(2), ceilings(stateOf(...other), null, monthly))).toEqual([]);
    expect(approve(bill(3), ceilings(stateOf(...other), null, monthly))).toEqual([
      { code: "over_budget", ceiling: "month", limit: 39, committed: 13, price: 39, job: null },
    ]);
  });

  it("reports nothing if nothing is to be bought, whatever the balance", () => {
    const overdrawn = planOf([], { credits: 1, month: 1 });
    const state = stateOf(intended({ job: "x", attempt: 1 }), accepted("x", 1, 11));
    expect(approve(bill(0), ceilings(state, 0, overdrawn))).toEqual([]);
  });

  it("respects the run's own ceiling", () => {
    expect(approve(bill(2), ceilings(stateOf(), 26))).toEqual([]);
    expect(approve(bill(2), ceilings(stateOf(), 25))).toEqual([
      { code: "over_budget", ceiling: "run", limit: 25, committed: 0, price: 26, job: null },
    ]);
  });

  it("does not count on credits committed to earlier stories", () => {
    const promised = stateOf(intended({ job: "x", attempt: 1 }), accepted("x", 1, 11));
    expect(approve(bill(1), ceilings(promised, null, plan, 26))).toEqual([]);
    expect(approve(bill(1), ceilings(promised, null, plan, 25))).toMatchObject([
      { code: "over_budget", ceiling: "balance", committed: 13, limit: 25 },
    ]);
    const charged = stateOf(
      intended({ job: "x", attempt: 1 }),
      accepted("x", 1, 11),
      observed("x", 11, "ready"),
      saved("x", 11),
    );
    expect(ceilings(charged, null, plan, 25).balance.committed).toBe(0);
  });

  it("needs no balance for an account without a credit limit", () => {
    expect(approve(bill(1), ceilings())).toEqual([]);
  });

  it("reports every exceeded ceiling at once", () => {
    const tight = planOf([], { credits: 20, month: 20 });
    expect(approve(bill(2), ceilings(stateOf(), 20, tight, 20))).toHaveLength(4);
  });
});
