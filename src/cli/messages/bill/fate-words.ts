import type { RunPreview } from "../../../course/preview-run.ts";
import type { BilledLesson, LessonFate } from "../../../run/bill.ts";

const fateWords: Readonly<Record<LessonFate, string>> = {
  buy: "bought",
  replace: "another story is bought in place of its own",
  wait: "waits until the first lessons are approved",
  inherit: "takes the earlier edition's story",
  keep: "has its story",
  making: "its story is being made",
  failed: "paid for, and failed",
  settle: "unknown whether it has a story: resolve it",
  barred: "not bought again: its request was bought before",
};

const countedWords: Readonly<Record<LessonFate, string>> = {
  buy: "to buy",
  replace: "to buy again in place of a story",
  wait: "waiting until the first lessons are approved",
  inherit: "with the earlier edition's story",
  keep: "with a story",
  making: "being made",
  failed: "paid for, and failed",
  settle: "to resolve: unknown whether there is a story",
  barred: "not bought again: requested before",
};

/** What becomes of a number of lessons with the same fate: `3 to buy`. */
export function countFate({ fate, count }: { readonly fate: LessonFate; readonly count: number }): string {
  return `${count} ${countedWords[fate]}`;
}

/** What becomes of a lesson with a fate, in a few words. */
export function describeFate(fate: LessonFate): string {
  return fateWords[fate];
}

/** What becomes of each lesson, also compared with the edition that this one is based on. */
export function describeFates({ edits }: Pick<RunPreview, "edits">): (lesson: BilledLesson) => string {
  const { basis } = edits;
  const changed = new Set(basis?.changed ?? []);
  return ({ job, fate, changed: isChanged }) => {
    if (isChanged) return `${fateWords[fate]}, which was made from an earlier request`;
    if (basis === null) return fateWords[fate];
    if (fate === "inherit") return `takes its story of edition ${basis.edition}`;
    if (fate !== "buy") return fateWords[fate];
    return changed.has(job) ? `bought: changed since edition ${basis.edition}` : "bought: new";
  };
}

/** How many lessons have each fate, in a fixed order; without those that none has. */
export function countFates(
  lessons: readonly BilledLesson[],
): { readonly fate: LessonFate; readonly count: number }[] {
  return (Object.keys(fateWords) as LessonFate[])
    .map((fate) => ({ fate, count: lessons.filter((lesson) => lesson.fate === fate).length }))
    .filter(({ count }) => count > 0);
}
