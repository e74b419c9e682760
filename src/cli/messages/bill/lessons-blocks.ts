import type { BilledLesson } from "../../../run/bill.ts";
import { addTo } from "../../../shared/grouped.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten } from "../../../shared/text.ts";
import type { Block, Inline, Table } from "../blocks/block.ts";
import { type BilledVolume, type BillView, volumesOf } from "./bill-view.ts";
import { countFate, countFates, describeFates } from "./fate-words.ts";

/** How much of the lessons is told: all, without their words, or only how many. */
export type BillDetail = "words" | "lessons" | "volumes";

const topicMost = 160;

/** The lessons by volume: what becomes of each, and which words it is asked for. */
export function lessonsBlocks(view: BillView, detail: BillDetail): Block[] {
  const { lessons } = view.preview;
  const volumes = volumesOf(lessons);
  const heading: Block = { kind: "heading", level: 2, text: "Lessons" };
  if (detail === "volumes") return [heading, volumesTable(volumes), toldElsewhere];
  return [
    heading,
    ...volumes.flatMap((volume): Block[] => [
      { kind: "heading", level: 3, text: volume.name },
      { kind: "paragraph", isFaint: true, text: describeVolume(volume) },
      lessonsTable(volume, { view, detail }),
      ...(detail === "words" ? wordsBlock(volume) : []),
    ]),
    ...(detail === "lessons" ? [toldElsewhere] : []),
  ];
}

const toldElsewhere: Block = {
  kind: "paragraph",
  isFaint: true,
  text: "This is shortened: plan --format html and --format json have every lesson with its words.",
};

function describeVolume({ lessons }: BilledVolume): string {
  const fates = countFates(lessons).map(countFate);
  return `${pluralize(lessons.length, "lesson")}: ${fates.join("; ")}.`;
}

function volumesTable(volumes: readonly BilledVolume[]): Table {
  return {
    kind: "table",
    caption: "Lessons by volume",
    head: ["Volume", "Lessons", "Credits"],
    right: [1, 2],
    rows: volumes.map(({ name, lessons }) => [name, lessons.length, sumOf(lessons)]),
  };
}

function lessonsTable(
  { name, lessons }: BilledVolume,
  { view, detail }: { view: BillView; detail: BillDetail },
): Table {
  const hasWords = detail === "words" && lessons.some(({ words }) => words.length > 0);
  const fateOf = describeFates(view.preview);
  const rows = lessons.map((lesson): Inline[] => [
    lesson.number,
    { content: shorten(lesson.topic, topicMost), under: titleUnder(lesson, view) },
    ...(hasWords ? [{ content: lesson.words.join(", ") }] : []),
    fateOf(lesson),
    lesson.credits ?? "unknown",
  ]);
  const head = ["No.", "Lesson", ...(hasWords ? ["Words asked for"] : []), "What becomes of it", "Credits"];
  const last = head.length - 1;
  const sum = sumOf(lessons);
  const foot = ["Together", ...Array<Inline>(last - 1).fill(""), sum];
  return { kind: "table", caption: `Lessons of ${name}`, head, rows, right: [last], foot };
}

/** The title of the story that there is, where it isn't the topic itself. */
function titleUnder({ job, topic }: BilledLesson, { titles }: BillView): string | null {
  const title = titles.get(job);
  return title === undefined || title === topic ? null : shorten(title, topicMost);
}

function sumOf(lessons: readonly BilledLesson[]): Inline {
  return lessons.some(({ credits }) => credits === null)
    ? "unknown"
    : lessons.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
}

/** The same from the words' side: in which lessons each is met. */
function wordsBlock({ name, lessons }: BilledVolume): Block[] {
  const met = new Map<string, number[]>();
  for (const { words, number } of lessons) for (const word of words) addTo(met, word, number);
  if (met.size === 0) return [];
  const rows = [...met].map(([word, numbers]): Inline[] => [
    { content: word },
    numbers.join(", "),
    numbers.length,
  ]);
  const table: Table = {
    kind: "table",
    caption: `Words of ${name}`,
    rows,
    right: [2],
    head: ["Word", "In the lessons", "Times"],
  };
  return [
    { kind: "details", summary: `${pluralize(met.size, "word")}, each with its lessons`, blocks: [table] },
  ];
}
