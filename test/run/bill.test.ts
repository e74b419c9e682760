import { describe, expect, it, test } from "vitest";
import { describeProblem } from "../../src/cli/problems/problems.ts";
import { type Approval, compareBills, isUnchanged } from "../../src/documents/approval.ts";
import { ceilingsOf, exceededBy } from "../../src/ledger/format/ceilings.ts";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { Job } from "../../src/plan/plan.ts";
import { approvalFor, billedLessons, billFor, movedSince, type Reviewed } from "../../src/run/bill.ts";
import type { Order } from "../../src/run/lesson.ts";
import { matchLessons } from "../../src/run/match.ts";
import { exitCodeOf } from "../../src/run/problem.ts";
import { accessProblem } from "../../src/run/quote.ts";
import { divideWork } from "../../src/run/work.ts";
import {
  accepted,
  intended,
  jobNamed,
  lessonNamed,
  observed,
  planOf,
  saved,
  stateOf,
  uuid,
} from "./histories.ts";

type Length = "short" | "medium" | "long";

const order = (id: string, length: Length = "short"): Order => ({
  lesson: lessonNamed(id, { length }),
  replaces: null,
});
const settingWith = (length: Length) => ({ lang: "es", difficulty: 2, length, audiobook: false });
const quoteOf = (length: Length, credits: number, balance: number | null) => ({
  setting: settingWith(length),
  price: { credits, writing: credits, audiobook: 0 },
  balance,
});

describe("a bill", () => {
  const orders = [order("a"), order("b", "long"), order("c")];

  it("has a line for each setting in the order, the most expensive first, and the lowest balance seen", () => {
    const quotes = [quoteOf("short", 13, 90), quoteOf("medium", 30, 70), quoteOf("long", 55, 80)];
    const bill = billFor(orders, quotes);
    expect(bill.lines.map(({ setting, count, total }) => [setting, count, total])).toEqual([
      [settingWith("long"), 1, 55],
      [settingWith("short"), 2, 26],
    ]);
    expect(bill).toMatchObject({ total: 81, balance: 70 });
    expect(bill.stories.map(({ job, credits }) => `${job} ${credits}`)).toEqual(["a 13", "b 55", "c 13"]);
  });

  it("shows no balance if no quote had one", () => {
    expect(billFor(orders, [quoteOf("short", 13, null), quoteOf("long", 55, null)]).balance).toBeNull();
    expect(billFor([], []).balance).toBeNull();
  });
});

it("a bill lists what becomes of each lesson, with its number in its volume, its price and its words", () => {
  const asking = (id: string, change: object): Job => {
    const job = jobNamed(id);
    return { ...job, request: { ...job.request, ...change } };
  };
  const barred = asking("barred", { difficulty: 4 });
  const wait = asking("wait", { words: [{ word: "mar" }, { word: "sol" }] });
  // As a later plan asks for it.
  const replace = { ...jobNamed("replace"), edited: asking("replace", { length: "long" }).request };
  const others = ["settle", "making", "failed", "inherit", "keep"].map((id) => jobNamed(id));
  // Bought for an earlier edition, whose lesson this one has taken.
  const taken = (job: string, attempt: number, ...more: readonly EventBody[]) =>
    [
      { type: "lesson.inherited", job, from: { edition: "0", job } },
      ...[intended({ job, attempt, audiobook: true }), ...more].map((event) => ({ ...event, edition: "0" })),
    ].map((event) => ({ edition: "1", ...event }) as EventBody);
  const failed = [accepted("failed", 2, 12), observed("failed", 12, "done"), saved("failed", 12)];
  failed.push({ ...failed[2], type: "book.unavailable", cause: "HTTP 500" } as EventBody);
  const state = stateOf(
    ...taken("settle", 1),
    ...taken("failed", 2, ...failed),
    ...taken("inherit", 3, accepted("inherit", 3, 13)),
    ...[intended({ job: "making", attempt: 4 }), accepted("making", 4, 14)],
    // An attempt that was replaced, and whose request another job has now.
    intended({ job: "keep", attempt: 5, requestHash: requestHash(barred.request) }),
    ...[intended({ job: "keep", attempt: 6, requestHash: "b".repeat(64) }), accepted("keep", 6, 16)],
    ...[observed("keep", 16, "ready"), saved("keep", 16)],
    ...[intended({ job: "replace", attempt: 7 }), accepted("replace", 7, 17)],
  );
  const review = { required: 1, gate: 1, narrator: null };
  const plan = matchLessons(
    { ...planOf([jobNamed("buy"), barred, wait, ...others, replace]), review },
    state,
  );
  const work = divideWork(plan, { ...plan, replace: [{ job: "replace", of: uuid(17) }] }, state);
  const bill = billFor(work.orders, [quoteOf("short", 13, null), quoteOf("long", 55, null)]);
  // Each job is named by what becomes of it.
  const billed = billedLessons(plan, { ...plan, work, bill });
  expect(
    billed.map((one) => [one.job, one.fate, one.number, one.credits, one.changed, ...one.words]),
  ).toEqual([
    ["buy", "buy", 1, 13, false],
    ["barred", "barred", 1, 0, false],
    ["wait", "wait", 2, 0, false, "mar", "sol"],
    ...others.map(({ id }, index) => [id, id, 3 + index, 0, id === "keep"]),
    ["replace", "replace", 8, 55, false],
  ]);
  expect(billed.at(-1)?.setting).toBe("es 2 long text");
  expect(billedLessons(plan, { ...plan, work, bill: null })[0]?.credits).toBeNull();
});

// What counts against each ceiling, in any history: test/ledger/format/ceilings.test.ts.
test("a bill fits a balance that covers what is committed, too, and every ceiling that it exceeds is told", () => {
  const state = stateOf(intended({ job: "x", attempt: 1 }), accepted("x", 1, 11));
  const exceeded = (price: number, balance: number, limit = 500) => {
    const purchasing = { edition: "1", month: "2026-11", run: null, quoted: balance };
    return exceededBy(price, ceilingsOf(state, { edition: limit, month: limit, run: limit }, purchasing), {
      job: null,
    });
  };
  expect(exceeded(13, 26)).toEqual([]);
  const over = { code: "over_budget", job: null, ceiling: "balance", limit: 25, committed: 13, price: 13 };
  expect(exceeded(13, 25)).toEqual([over]);
  expect(exceeded(26, 20, 20).map(({ ceiling }) => ceiling)).toEqual(["edition", "month", "run", "balance"]);
});

test("a service that can't be reached is named by its address, which may be mistyped", () => {
  const callError = { kind: "network", cause: "ENOTFOUND", isUnsent: true } as const;
  const problem = accessProblem(callError, "https://storys.example/api/v1");
  if (problem === null) throw new Error("no problem");
  expect(describeProblem(problem)).toContain(
    "The service at https://storys.example/api/v1 could not be used: no answer came",
  );
});

test.each([
  [402, "payment_required", 3],
  [404, "not_found", 6],
  [400, "invalid_request", 7],
] as const)(
  "a price that is refused with %i exits like a creation, which needs the same: money, access or time",
  (status, code, exit) => {
    const refusal = { status, code, message: "no", retryAfterMs: null };
    const callError = { kind: "refused", refusal } as const;
    expect(exitCodeOf({ code: "quote_failed", setting: "es 2 short text", callError })).toBe(exit);
  },
);

describe("what has moved since a bill was reviewed", () => {
  const ids = ["a", "b"];
  const plan = matchLessons(planOf(ids.map((id) => jobNamed(id))), stateOf());
  const { lessons } = plan;
  const work = divideWork(plan, { lessons, replace: [] }, stateOf());
  const quotesAt = (short: number) => [quoteOf("short", short, 90), quoteOf("long", 55, 90)];
  const quotes = quotesAt(13);
  const orders = [order("a"), order("b", "long")];
  const reviewed: Reviewed = {
    plan,
    service: "s",
    ledgerHead: null,
    work,
    bill: billFor(orders, quotes),
    at: 1_000,
  };
  const budget = { limit: 500, committed: 0 };
  const shown = { selection: {}, budget, month: null, balance: 90, lessons: [] } as unknown as Parameters<
    typeof approvalFor
  >[1];
  const approval = approvalFor(reviewed, shown);
  const dayMs = 24 * 3_600_000;
  const ledgerHead = "of-another-event";

  test.each<[string, Partial<Reviewed>, readonly string[]]>([
    ["nothing, for a day", { at: 1_000 + dayMs - 1 }, []],
    ["a day has passed", { at: 1_000 + dayMs }, ["expiry"]],
    ["another service", { service: "t" }, ["service"]],
    ["money in the ledger", { ledgerHead }, ["ledger"]],
    ["a setting costs more", { bill: billFor(orders, quotesAt(14)) }, ["price"]],
    ["a setting costs less", { bill: billFor(orders, quotesAt(12)) }, ["price"]],
    [
      "fewer lessons are left to buy",
      { work: { ...work, orders: work.orders.slice(1) }, bill: billFor(orders.slice(1), quotes) },
      ["jobs"],
    ],
    ["the lessons' order", { work: { ...work, orders: work.orders.toReversed() } }, ["jobs"]],
    ["another edition", { plan: { ...plan, edition: "2" } }, ["plan"]],
    ["another course", { plan: { ...plan, course: "other" } }, ["plan"]],
    ["a higher budget", { plan: { ...plan, budget: { credits: 1_000, month: null } } }, ["plan"]],
  ])("%s", (_, change, moved) => {
    expect(movedSince(approval, { ...reviewed, ...change })).toEqual(moved);
  });

  test.each([
    [{ total: 1 }, "price"],
    [{ course: "other" }, "plan"],
    [{ edition: "2" }, "plan"],
  ])("buys nothing once %j has been written into it", (change, moved) => {
    expect(movedSince({ ...approval, ...change }, reviewed)).toEqual([moved]);
  });

  it("lists its prices by setting and says when it lapses", () => {
    const dearer = billFor(orders, quotesAt(60));
    expect(approvalFor({ ...reviewed, bill: dearer }, shown)).toMatchObject({
      coursebinder: "approval",
      course: plan.course,
      edition: plan.edition,
      jobs: ids.map((id) => jobNamed(id).id),
      prices: [
        { setting: "es 2 long text", credits: 55, writing: 55, audiobook: 0 },
        { setting: "es 2 short text", credits: 60, writing: 60, audiobook: 0 },
      ],
      total: 115,
      expiresAt: new Date(1_000 + dayMs).toISOString(),
    });
  });
});

describe("a bill compared with one that was saved", () => {
  const setting = "es 2 short text";
  const lesson = {
    job: "a",
    topic: "Rain",
    words: ["mar", "sol"],
    setting,
    request: "r",
    fate: "buy",
    credits: 13,
  };
  const billOf = (lessons: readonly object[], more: object = {}) =>
    ({
      edition: "1",
      total: 13,
      budget: { limit: 60 },
      lessons,
      ...more,
    }) as unknown as Approval;
  const saved = billOf([lesson]);

  it.each<[string, object]>([
    ["its request", { topic: "Snow", request: "s" }],
    ["what becomes of it", { fate: "replace" }],
    ["its price", { credits: 12 }],
  ])("shows a lesson if %s has changed", (_, change) => {
    const now = { ...lesson, ...change };
    const compared = compareBills(saved, billOf([now]));
    expect(compared.changed).toEqual([{ before: lesson, now }]);
    expect(isUnchanged(compared)).toBe(false);
  });

  it("shows lessons that are new and gone, total, budget and edition", () => {
    const compared = (lessons: readonly object[], more: object = {}) =>
      compareBills(saved, billOf(lessons, more));
    expect(isUnchanged(compared([lesson]))).toBe(true);
    const other = { ...lesson, job: "b" };
    expect(compared([other])).toMatchObject({ added: [other], gone: [lesson], changed: [] });
    for (const more of [{ total: 26 }, { total: null }, { budget: { limit: 61 } }, { edition: "2" }])
      expect(isUnchanged(compared([lesson], more)), JSON.stringify(more)).toBe(false);
  });
});
