import { type Approval, approvalFormat, type BilledLesson } from "../documents/approval.ts";
import { type Ceilings, type CreditLimits, exceededBy } from "../ledger/format/ceilings.ts";
import { settingName } from "../ledger/format/fold.ts";
import type { OverBudget } from "../ledger/problem.ts";
import { planHash } from "../plan/fingerprint.ts";
import type { Plan } from "../plan/plan.ts";
import type { Bill } from "./bill.ts";
import type { MatchedPlan } from "./match.ts";
import type { Moved } from "./problem.ts";
import type { Work } from "./work.ts";

export function limitsOf({ credits, month }: Plan["budget"], maxCredits: number | null): CreditLimits {
  return { edition: credits, month, run: maxCredits };
}

/** Checks, before the first creation, that the whole price is within every ceiling. */
export function approve({ total }: Bill, ceilings: Ceilings): OverBudget[] {
  return total === 0 ? [] : exceededBy(total, ceilings, null);
}

/** How long a reviewed bill stays valid. Prices can change; a day is enough for a working day's review. */
const approvalLifeMs = 24 * 3_600_000;

export interface Reviewed {
  readonly plan: MatchedPlan;
  readonly service: string;
  /** The hash of the ledger's last event about money. */
  readonly ledgerHead: string | null;
  readonly work: Work;
  readonly bill: Bill;
  /** ms since 1970 */
  readonly at: number;
}

/** What a saved bill shows besides what it is bound to. */
export type Shown = Pick<Approval, "selection" | "budget" | "month" | "balance" | "lessons">;

/** Binds a bill to plan, ledger, jobs and prices, valid for a day. */
export function approvalFor(reviewed: Reviewed, shown: Shown): Approval {
  return { ...boundTo(reviewed), ...shown };
}

function boundTo({ plan, service, ledgerHead, work, bill, at }: Reviewed): Omit<Approval, keyof Shown> {
  return {
    coursebinder: "approval",
    format: approvalFormat,
    course: plan.course,
    edition: plan.edition,
    service,
    plan: planHash(plan),
    ledgerHead,
    jobs: work.orders.map(({ lesson }) => lesson.job.id),
    prices: pricesOf(bill),
    total: bill.total,
    expiresAt: new Date(at + approvalLifeMs).toISOString(),
  };
}

/** What has changed since the review; nothing if the bill may be bought exactly as reviewed. */
export function movedSince(approval: Approval, now: Reviewed): Moved[] {
  const today = boundTo(now);
  // If other jobs would be bought, settings may be gone without any price change.
  const prices = new Map(today.prices.map((price) => [price.setting, JSON.stringify(price)]));
  const same: Readonly<Record<Moved, boolean>> = {
    course: approval.course === today.course,
    edition: approval.edition === today.edition,
    service: approval.service === today.service,
    plan: approval.plan === today.plan,
    ledger: approval.ledgerHead === today.ledgerHead,
    jobs: JSON.stringify(approval.jobs) === JSON.stringify(today.jobs),
    price: approval.prices.every((price) => {
      const now = prices.get(price.setting);
      return now === undefined || now === JSON.stringify(price);
    }),
    expiry: now.at < Date.parse(approval.expiresAt),
  };
  return differingIn(same);
}

export function pricesOf({ lines }: Bill): Approval["prices"] {
  return lines
    .map(({ setting, price }) => ({ setting: settingName(setting), ...price }))
    .sort((a, b) => (a.setting < b.setting ? -1 : 1));
}

function differingIn<Part extends string>(same: Readonly<Record<Part, boolean>>): Part[] {
  return (Object.keys(same) as Part[]).filter((part) => !same[part]);
}

/** A bill to compare with a saved one. `total` null: it has no price. */
type ComparedBill = Pick<Approval, "edition" | "budget" | "prices" | "lessons"> & {
  readonly total: number | null;
};

/** What changed since a bill was saved. Amounts in credits. */
export type BillComparison = ReturnType<typeof compareBills>;

export type ChangedLesson = BillComparison["changed"][number];

export type LessonPart = ChangedLesson["parts"][number];

/** Compares two bills, matching their lessons by job id. Pure. */
export function compareBills(before: Approval, now: ComparedBill) {
  const then = new Map(before.lessons.map((lesson) => [lesson.job, lesson]));
  const today = new Set(now.lessons.map(({ job }) => job));
  const priceThen = new Map(before.prices.map(({ setting, credits }) => [setting, credits]));
  return {
    edition: { before: before.edition, now: now.edition },
    total: { before: before.total, now: now.total },
    budget: { before: before.budget.limit, now: now.budget.limit },
    added: now.lessons.filter(({ job }) => !then.has(job)),
    gone: before.lessons.filter(({ job }) => !today.has(job)),
    changed: now.lessons.flatMap((lesson) => changeOf(then.get(lesson.job), lesson)),
    prices: now.prices.flatMap(({ setting, credits }) => {
      const was = priceThen.get(setting);
      return was === undefined || was === credits ? [] : [{ setting, before: was, now: credits }];
    }),
  };
}

/** Whether a comparison of two bills shows no differences. */
export function isUnchanged({ total, budget, edition, ...lists }: BillComparison): boolean {
  const isSame = [total, budget, edition].every(({ before, now }) => before === now);
  return isSame && Object.values(lists).every((list) => list.length === 0);
}

function changeOf(before: BilledLesson | undefined, now: BilledLesson) {
  if (before === undefined) return [];
  const words = {
    added: now.words.filter((word) => !before.words.includes(word)),
    gone: before.words.filter((word) => !now.words.includes(word)),
  };
  const topic = before.topic === now.topic;
  const areWordsSame = JSON.stringify(before.words) === JSON.stringify(now.words);
  const parts = differingIn({
    topic,
    words: areWordsSame,
    // Where only topic or words differ, the request differs, too.
    settings: before.request === now.request || (before.setting === now.setting && !(topic && areWordsSame)),
    fate: before.fate === now.fate,
    credits: before.credits === now.credits,
  });
  return parts.length === 0 ? [] : [{ before, now, parts, words }];
}
