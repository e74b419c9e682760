import { type BillComparison, type ChangedLesson, isUnchanged, type LessonPart } from "../../../run/bill.ts";
import { grouped } from "../../../shared/grouped.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten } from "../../../shared/text.ts";
import type { Block, Inline, Table } from "../blocks/block.ts";
import { listOf, section } from "../blocks/block.ts";
import { describeFate } from "./fate-words.ts";

/** What changed since a bill that was saved before. */
export function againstBlocks({ path, comparison }: { path: string; comparison: BillComparison }): Block[] {
  const title = "What changed since the saved bill";
  const from: Block = { kind: "paragraph", isFaint: true, text: { content: `Compared with ${path}` } };
  if (isUnchanged(comparison)) return section(title, from, { kind: "paragraph", text: "Nothing changed." });
  const { changed } = comparison;
  return section(title, from, listOf(describeFigures(comparison)), lessonsTable(comparison, changed));
}

function describeFigures({ edition, total, budget, prices, added, gone }: BillComparison): string[] {
  const moved = (name: string, { before, now }: { before: string | number; now: string | number | null }) =>
    before === now ? [] : [`${name}: ${before} before, ${now ?? "unknown"} now`];
  return [
    ...moved("Edition", edition),
    ...moved("This bill, in credits", total),
    ...moved("Budget of the edition, in credits", budget),
    ...prices.flatMap(({ setting, ...price }) => moved(`Price of ${setting}, in credits`, price)),
    ...(added.length === 0 ? [] : [`${pluralize(added.length, "lesson is", "lessons are")} new in the bill`]),
    ...(gone.length === 0
      ? []
      : [`${pluralize(gone.length, "lesson is", "lessons are")} no longer in the bill`]),
  ];
}

function lessonsTable({ added, gone }: BillComparison, changed: readonly ChangedLesson[]): Table | null {
  const rows: Inline[][] = [
    ...added.map(({ job, topic }) => [job, { content: shorten(topic, topicMost) }, "new in the bill"]),
    ...gone.map(({ job, topic }) => [job, { content: shorten(topic, topicMost) }, "no longer in the bill"]),
    ...changed.filter((lesson) => !hasOtherFateOnly(lesson)).map((lesson) => changedRow([lesson])),
    ...groupByFates(changed.filter(hasOtherFateOnly)).map(changedRow),
  ];
  if (rows.length === 0) return null;
  return { kind: "table", caption: "Lessons that changed", head: ["Job", "Lesson", "Change"], rows };
}

const topicMost = 120;

function hasOtherFateOnly({ parts }: ChangedLesson): boolean {
  return parts.every((part) => part === "fate");
}

/** Lessons of which only the fate changed, together where it is the same: a new edition takes most of its lessons from the one before. */
function groupByFates(lessons: readonly ChangedLesson[]): ChangedLesson[][] {
  return [...grouped(lessons, partWords.fate).values()];
}

/** A row for lessons that changed in the same way. */
function changedRow(lessons: readonly ChangedLesson[]): Inline[] {
  const [first] = lessons;
  if (first === undefined) return [];
  const { job, topic } = first.now;
  const named = lessons.length === 1 ? topic : pluralize(lessons.length, "lesson");
  return [
    lessons.length === 1 ? job : `${job} …`,
    { content: shorten(named, topicMost) },
    { content: first.parts.map((part) => partWords[part](first)).join("; ") },
  ];
}

const partWords: Readonly<Record<LessonPart, (lesson: ChangedLesson) => string>> = {
  topic: ({ before }) => `topic before: ${shorten(before.topic, topicMost)}`,
  words: ({ words: { added, gone } }) =>
    added.length + gone.length === 0
      ? "its words are in another order"
      : [
          ...(added.length === 0 ? [] : [`words added: ${added.join(", ")}`]),
          ...(gone.length === 0 ? [] : [`words gone: ${gone.join(", ")}`]),
        ].join("; "),
  settings: ({ before, now }) =>
    before.setting === now.setting ? "other settings" : `was ${before.setting}, is ${now.setting}`,
  fate: ({ before, now }) => `was: ${describeFate(before.fate)}; is: ${describeFate(now.fate)}`,
  credits: ({ before, now }) => `${before.credits ?? "?"} credits before, ${now.credits ?? "?"} now`,
};
