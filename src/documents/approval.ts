import * as z from "zod";
import { hash } from "../ledger/format/event.ts";

/**
 * The fate of a lesson. `buy`: bought with this bill; `replace`: another story is bought to replace its own; `wait`: held back by the plan's gate;
 * `inherit`: it takes an earlier edition's story; `keep`: it has its story; `making`: its story is being made; `failed`: its story is paid for and
 * failed; `settle`: whether it has a story is unknown; `barred`: the same request was bought before, so it isn't bought again.
 */
export const lessonFates = [
  "buy",
  "replace",
  "wait",
  "inherit",
  "keep",
  "making",
  "failed",
  "settle",
  "barred",
] as const;

/** A lesson as a bill shows it. Amounts in credits. */
export const billedLessonSchema = z.strictObject({
  job: z.string(),
  /** Its position in its volume, counted from 1, as in the package. */
  number: z.int().positive(),
  lang: z.string(),
  difficulty: z.int(),
  topic: z.string(),
  words: z.array(z.string()),
  /** The part of its request that its price depends on. */
  setting: z.string(),
  /** SHA-256 of its whole request. */
  request: hash,
  fate: z.enum(lessonFates),
  /** Whether the story that it keeps or takes was made from a request other than the current one. */
  changed: z.boolean(),
  /** What this bill charges for it; 0 if nothing is bought, null if its price is unknown. */
  credits: z.number().nullable(),
});

export type BilledLesson = z.infer<typeof billedLessonSchema>;
export type LessonFate = BilledLesson["fate"];

/** The version of a saved bill. Bills expire within a day, so other versions need not be readable. */
export const approvalFormat = 2;

/** The flags that select what a bill covers. Null, or empty: not given. */
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

/**
 * A bill that the user has reviewed, bound to the plan, ledger, selection and budget that it was reviewed for. Strict: a file edited by hand is not
 * valid.
 */
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
  /** The selection that the bill was made for: `run --approved` needs no flag for it. */
  selection: selectionSchema,
  /** The budgets, with what counted against them before the bill. */
  budget: z.strictObject({ limit: z.number(), committed: z.number() }),
  month: z.strictObject({ name: z.string(), limit: z.number().nullable(), committed: z.number() }),
  balance: z.number().nullable(),
  lessons: z.array(billedLessonSchema),
  expiresAt: z.iso.datetime(),
});

/**
 * A reviewed bill, bound to the plan, ledger, selection and budget that it was reviewed for. Plain data, which can be saved as JSON. Amounts are in
 * credits; the expiry is in UTC.
 */
export type Approval = z.infer<typeof approvalSchema>;

/** A bill to compare with a saved one. `total` null: it has no price. */
type ComparedBill = Pick<Approval, "edition" | "budget" | "lessons"> & {
  readonly total: number | null;
};

/** What changed since a bill was saved. Amounts in credits. */
export type BillComparison = ReturnType<typeof compareBills>;

/** Compares two bills, matching their lessons by job id. Pure. */
export function compareBills(before: Approval, now: ComparedBill) {
  const then = new Map(before.lessons.map((lesson) => [lesson.job, lesson]));
  const today = new Set(now.lessons.map(({ job }) => job));
  return {
    edition: { before: before.edition, now: now.edition },
    total: { before: before.total, now: now.total },
    budget: { before: before.budget.limit, now: now.budget.limit },
    added: now.lessons.filter(({ job }) => !then.has(job)),
    gone: before.lessons.filter(({ job }) => !today.has(job)),
    /** Lessons with another request, fate or price. */
    changed: now.lessons.flatMap((lesson) => {
      const before = then.get(lesson.job);
      const isSame =
        before === undefined ||
        (["request", "fate", "credits"] as const).every((part) => before[part] === lesson[part]);
      return isSame ? [] : [{ before, now: lesson }];
    }),
  };
}

/** Whether a comparison of two bills shows no differences. */
export function isUnchanged({ total, budget, edition, ...lists }: BillComparison): boolean {
  const isSame = [total, budget, edition].every(({ before, now }) => before === now);
  return isSame && Object.values(lists).every((list) => list.length === 0);
}
