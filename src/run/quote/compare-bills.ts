import type { Approval } from "./approval.ts";
import type { BilledLesson } from "./billed-lesson.ts";

/** A part of a lesson that may differ between two bills of a plan. */
export type LessonPart = "topic" | "words" | "settings" | "fate" | "credits";

/** What changed between a saved bill and the present one. Amounts in credits. */
export interface BillComparison {
  readonly edition: { readonly before: string; readonly now: string };
  /** Null: it has no price now. */
  readonly total: { readonly before: number; readonly now: number | null };
  readonly budget: { readonly before: number; readonly now: number };
  readonly added: readonly BilledLesson[];
  readonly gone: readonly BilledLesson[];
  readonly changed: readonly ChangedLesson[];
  /** The settings that cost something else. */
  readonly prices: readonly { readonly setting: string; readonly before: number; readonly now: number }[];
}

export interface ChangedLesson {
  readonly before: BilledLesson;
  readonly now: BilledLesson;
  readonly parts: readonly LessonPart[];
  /** The words that it is asked for now, and not before; and the other way round. */
  readonly words: { readonly added: readonly string[]; readonly gone: readonly string[] };
}

/** What a bill is compared by. */
export type ComparedBill = Pick<Approval, "edition" | "prices" | "lessons" | "budget"> & {
  readonly total: number | null;
};

/** Compares two bills lesson by lesson, by the jobs' ids. Pure. */
export function compareBills(before: Approval, now: ComparedBill): BillComparison {
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

/** Whether two bills say the same. */
export function isUnchanged({ total, budget, edition, ...lists }: BillComparison): boolean {
  const isSame = [total, budget, edition].every(({ before, now }) => before === now);
  return isSame && Object.values(lists).every((list) => list.length === 0);
}

function changeOf(before: BilledLesson | undefined, now: BilledLesson): ChangedLesson[] {
  if (before === undefined) return [];
  const words = {
    added: now.words.filter((word) => !before.words.includes(word)),
    gone: before.words.filter((word) => !now.words.includes(word)),
  };
  const isAskedSame = before.request === now.request;
  const areWordsSame = JSON.stringify(before.words) === JSON.stringify(now.words);
  const parts: LessonPart[] = [
    ...(before.topic === now.topic ? [] : ["topic" as const]),
    ...(areWordsSame ? [] : ["words" as const]),
    ...(isAskedSame || (before.setting === now.setting && !(before.topic === now.topic && areWordsSame))
      ? []
      : ["settings" as const]),
    ...(before.fate === now.fate ? [] : ["fate" as const]),
    ...(before.credits === now.credits ? [] : ["credits" as const]),
  ];
  return parts.length === 0 ? [] : [{ before, now, parts, words }];
}
