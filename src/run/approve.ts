import * as z from "zod";
import { type Ceilings, type CreditLimits, exceededBy } from "../ledger/format/ceilings.ts";
import { hash, type LedgerEvent } from "../ledger/format/event.ts";
import { settingName } from "../ledger/format/fold.ts";
import type { OverBudget } from "../ledger/problem.ts";
import { planHash } from "../plan/fingerprint.ts";
import type { Plan } from "../plan/plan.ts";
import { type Bill, type BilledLesson, billedLessonSchema } from "./bill.ts";
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

/** The version of a saved bill. Bills are valid for only a day, so there is no need to read those of other versions. */
export const approvalFormat = 2;

/** What was chosen of a plan for a bill, as on the command line. Null, or empty: not given. */
const selectionSchema = z.strictObject({
  edition: z.string().nullable(),
  date: z.string().nullable(),
  only: z.string().nullable(),
  first: z.int().nullable(),
  maxCredits: z.int().nullable(),
  /** As `--replace` takes them: `<job>@<id>`. */
  replace: z.array(z.string()),
});

export type ApprovedSelection = z.infer<typeof selectionSchema>;

/** A bill that the user has reviewed, bound to everything it was reviewed for. Strict: a file edited by hand is not valid. */
export const approvalSchema = z.strictObject({
  coursebinder: z.literal("approval"),
  format: z.literal(approvalFormat),
  course: z.string(),
  edition: z.string(),
  service: z.string(),
  /** A hash of the plan's meaning. */
  plan: hash,
  /**
   * The ledger's last event about money when the bill was made; null if there was none. Runs that bought nothing don't count, so a reviewed
   * bill survives an outage of the service.
   */
  ledgerHead: hash.nullable(),
  jobs: z.array(z.string()),
  prices: z.array(
    z.strictObject({ setting: z.string(), credits: z.number(), writing: z.number(), audiobook: z.number() }),
  ),
  total: z.number(),
  /** What the bill was made for: `run --approved` needs no flag for it. */
  selection: selectionSchema,
  /** The budgets, with what counted against them before the bill. */
  budget: z.strictObject({ limit: z.number(), committed: z.number() }),
  month: z.strictObject({ name: z.string(), limit: z.number().nullable(), committed: z.number() }),
  balance: z.number().nullable(),
  lessons: z.array(billedLessonSchema),
  expiresAt: z.iso.datetime(),
});

/** A reviewed bill, bound to everything it was reviewed for. Plain data, which can be saved as JSON. Amounts are in credits; the expiry is in UTC. */
export type Approval = z.infer<typeof approvalSchema>;

export interface Reviewed {
  readonly plan: MatchedPlan;
  readonly service: string;
  /** The ledger's last event about money. */
  readonly last: LedgerEvent | null;
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

function boundTo({ plan, service, last, work, bill, at }: Reviewed): Omit<Approval, keyof Shown> {
  return {
    coursebinder: "approval",
    format: approvalFormat,
    course: plan.course,
    edition: plan.edition,
    service,
    plan: planHash(plan),
    ledgerHead: last?.hash ?? null,
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
