import { type Approval, approvalFormat, type BilledLesson, type LessonFate } from "../documents/approval.ts";
import type { Price, Setting } from "../ledger/format/event.ts";
import { settingName } from "../ledger/format/fold.ts";
import { planHash, requestHash } from "../plan/fingerprint.ts";
import type { Job, StoryRequest } from "../plan/plan.ts";
import { grouped } from "../shared/grouped.ts";
import { type Order, type PlannedLesson, volumeOf } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { Moved } from "./problem.ts";
import type { Work } from "./work.ts";

/** The price of one story with a setting, and the account's credits when it was quoted (null: not limited). */
export interface QuotedSetting {
  readonly setting: Setting;
  readonly price: Price;
  readonly balance: number | null;
}

/** The total price of all orders with one setting, in credits. */
export interface BillLine extends QuotedSetting {
  readonly count: number;
  readonly total: number;
}

interface BilledStory extends Pick<StoryRequest, "topic" | "lang" | "difficulty"> {
  readonly job: string;
  readonly credits: number;
}

/** The price of the stories to create, in credits. */
export interface Bill {
  /** One line for each setting, the largest total first. */
  readonly lines: readonly BillLine[];
  /** The stories, in the order in which they are created. */
  readonly stories: readonly BilledStory[];
  readonly total: number;
  /** The lowest balance in any of the quotes; null if the account is not limited or nothing was quoted. */
  readonly balance: number | null;
}

/** Finds the quote for a request; undefined if its setting was not quoted. */
export function quoteFinder(
  quoted: readonly QuotedSetting[],
): (request: Setting) => QuotedSetting | undefined {
  const quotes = new Map(quoted.map((quote) => [settingName(quote.setting), quote]));
  return (request) => quotes.get(settingName(request));
}

/** Totals the orders. Every order's setting must have been quoted. */
export function billFor(orders: readonly Order[], quoted: readonly QuotedSetting[]): Bill {
  const quoteOf = quoteFinder(quoted);
  const bySetting = grouped(orders, ({ lesson }) => settingName(lesson.job.request));
  const lines = quoted
    .map((quote) => ({ ...quote, count: bySetting.get(settingName(quote.setting))?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .map((line) => ({ ...line, total: line.count * line.price.credits }))
    .sort((a, b) => b.total - a.total);
  const balances = quoted.map(({ balance }) => balance).filter((balance) => balance !== null);
  return {
    lines,
    stories: orders.map(({ lesson: { job } }) => {
      const { topic, lang, difficulty } = job.request;
      return { job: job.id, topic, lang, difficulty, credits: quoteOf(job.request)?.price.credits ?? 0 };
    }),
    total: lines.reduce((sum, { total }) => sum + total, 0),
    balance: balances.length === 0 ? null : Math.min(...balances),
  };
}

/** The selected lessons with what a bill does for each, in the plan's order. Pure. `bill`: null if no prices were available. */
export function billedLessons(
  plan: MatchedPlan,
  { lessons, work, bill }: { lessons: readonly PlannedLesson[]; work: Work; bill: Bill | null },
): BilledLesson[] {
  const numbers = numbersInVolumes(plan.jobs);
  const fateOf = fatesIn(work);
  const quoteOf = quoteFinder(bill?.lines ?? []);
  const changed = new Set(work.changed);
  // A replacement may be asked for otherwise than its lesson was.
  const asked = new Map(work.orders.map(({ lesson: { job } }) => [job.id, job.request]));
  return lessons.map((lesson) => {
    const { job } = lesson;
    const request = asked.get(job.id) ?? job.request;
    const fate = fateOf(lesson);
    const setting = settingName(request);
    const isBought = fate === "buy" || fate === "replace";
    return {
      job: job.id,
      number: numbers.get(job.id) ?? 1,
      lang: request.lang,
      difficulty: request.difficulty,
      topic: request.topic,
      words: (request.words ?? []).map(({ word }) => word),
      setting,
      request: requestHash(request),
      fate,
      changed: changed.has(lesson),
      credits: isBought ? (quoteOf(request)?.price.credits ?? null) : 0,
    };
  });
}

function fatesIn({ orders, held, blocked }: Work): (lesson: PlannedLesson) => LessonFate {
  const named = new Map<string, LessonFate>([
    ...blocked.map(({ job }) => [job, "barred"] as const),
    ...held.map(({ lesson }) => [lesson.job.id, "wait"] as const),
    ...orders.map(({ lesson, replaces }) => [lesson.job.id, replaces === null ? "buy" : "replace"] as const),
  ]);
  return (lesson) => {
    const { kind } = lesson.status;
    const ofStory =
      kind === "uncertain" ? "settle" : kind === "failed" ? "failed" : kind === "active" ? "making" : "keep";
    const isInherited = lesson.match === "inherited" && ofStory !== "settle" && ofStory !== "failed";
    return named.get(lesson.job.id) ?? (isInherited ? "inherit" : ofStory);
  };
}

function numbersInVolumes(jobs: readonly Job[]): ReadonlyMap<string, number> {
  const volumes = [...grouped(jobs, ({ request }) => volumeOf(request)).values()];
  return new Map(volumes.flatMap((volume) => volume.map(({ id }, index) => [id, index + 1])));
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
  const areSame = (part: "jobs" | "prices"): boolean =>
    JSON.stringify(approval[part]) === JSON.stringify(today[part]);
  const same: Readonly<Record<Moved, boolean>> = {
    service: approval.service === today.service,
    plan: (["plan", "course", "edition"] as const).every((part) => approval[part] === today[part]),
    ledger: approval.ledgerHead === today.ledgerHead,
    jobs: areSame("jobs"),
    // If other jobs would be bought, settings may be gone without any price change.
    price: (areSame("prices") && approval.total === today.total) || !areSame("jobs"),
    expiry: now.at < Date.parse(approval.expiresAt),
  };
  return (Object.keys(same) as Moved[]).filter((part) => !same[part]);
}

function pricesOf({ lines }: Bill): Approval["prices"] {
  return lines
    .map(({ setting, price }) => ({ setting: settingName(setting), ...price }))
    .sort((a, b) => (a.setting < b.setting ? -1 : 1));
}
