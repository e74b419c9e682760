import type { RunPreview } from "../../../course/preview-run.ts";
import type { BillComparison, BilledLesson } from "../../../run/bill.ts";
import { grouped } from "../../../shared/grouped.ts";
import { findLanguage } from "../../../shared/languages/languages.ts";

/** All that a bill for people shows. */
export interface BillView {
  readonly preview: RunPreview;
  /** The titles of stories that there are, by job. */
  readonly titles: ReadonlyMap<string, string>;
  readonly against: { readonly path: string; readonly comparison: BillComparison } | null;
  /** Until when the saved bill may be bought; null if none was saved. */
  readonly expiresAt: string | null;
  /** What to do next. */
  readonly next: string;
}

/** The lessons of one language at one difficulty. */
export interface BilledVolume {
  readonly name: string;
  readonly lang: string;
  readonly difficulty: number;
  readonly lessons: readonly BilledLesson[];
}

/** A bill's lessons by volume, in the order of their first lessons. */
export function volumesOf(lessons: readonly BilledLesson[]): BilledVolume[] {
  return [...grouped(lessons, volumeName)].flatMap(([name, ofVolume]) => {
    const [first] = ofVolume;
    if (first === undefined) return [];
    return [{ name, lang: first.lang, difficulty: first.difficulty, lessons: ofVolume }];
  });
}

function volumeName({ lang, difficulty }: Pick<BilledLesson, "lang" | "difficulty">): string {
  return `${findLanguage(lang)?.name ?? lang} (${lang}), difficulty ${difficulty}`;
}

/** What is left of each ceiling once the bill is paid, in credits; null: it is not limited, or its price unknown. */
export function leftAfter({ bill, ceilings }: Pick<RunPreview, "bill" | "ceilings">): {
  readonly edition: number | null;
  readonly month: number | null;
  readonly balance: number | null;
} {
  if (bill === null) return { edition: null, month: null, balance: null };
  const { edition, month, balance } = ceilings;
  return {
    edition: edition.limit - edition.committed - bill.total,
    month: month.limit === null ? null : month.limit - month.committed - bill.total,
    balance: bill.balance === null ? null : bill.balance - balance.committed - bill.total,
  };
}
