import type { BilledLesson, ChangedLesson } from "../../../run/bill.ts";
import { type BillView, leftAfter, volumesOf } from "./bill-view.ts";

/** What a bill for people shows, for `--json`: lessons by volume, what is left after it, and what changed since a saved one. */
export function billDocument({ preview, titles, against, expiresAt }: BillView) {
  const { ceilings, lessons } = preview;
  const { edition, month, balance } = leftAfter(preview);
  return {
    after: { budget: edition, month, balance },
    month: { name: ceilings.month.name, limit: ceilings.month.limit, committed: ceilings.month.committed },
    volumes: volumesOf(lessons).map(({ lang, difficulty, lessons: ofVolume }) => ({
      lang,
      difficulty,
      lessons: ofVolume.map((lesson) => lessonDocument(lesson, titles)),
    })),
    against: against === null ? null : comparisonDocument(against),
    expiresAt,
  };
}

function lessonDocument(
  { job, number, topic, words, fate, changed, credits }: BilledLesson,
  titles: BillView["titles"],
) {
  return { job, number, topic, title: titles.get(job) ?? null, words, fate, changed, credits };
}

function comparisonDocument({ path, comparison }: NonNullable<BillView["against"]>) {
  const { added, gone, changed, ...figures } = comparison;
  return {
    path,
    ...figures,
    added: added.map(({ job }) => job),
    gone: gone.map(({ job }) => job),
    changed: changed.map(changeDocument),
  };
}

function changeDocument({ before, now, parts, words }: ChangedLesson) {
  return { job: now.job, parts, words, before: partOf(before), now: partOf(now) };
}

function partOf({ topic, setting, fate, credits }: BilledLesson) {
  return { topic, setting, fate, credits };
}
