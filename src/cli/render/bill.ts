import type { RunPreview } from "../../course/preview-run.ts";
import { settingName } from "../../ledger/format/fold.ts";
import {
  type BillComparison,
  type BilledLesson,
  type ChangedLesson,
  isUnchanged,
  type LessonFate,
  type LessonPart,
} from "../../run/bill.ts";
import { noticesOfEditions } from "../../run/work.ts";
import { addTo, grouped } from "../../shared/grouped.ts";
import { html } from "../../shared/html.ts";
import { findLanguage } from "../../shared/languages/languages.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { shorten } from "../../shared/text.ts";
import type { Next } from "../io.ts";
import { describeNotice, describeProblem } from "../problems/problems.ts";
import {
  type Block,
  blocksToHtml,
  blocksToMarkdown,
  escapeMarkdown,
  type Inline,
  listOf,
  section,
  type Table,
  wholePage,
} from "./blocks.ts";
import { describeBeyondThisMonth, forecastFinish } from "./forecast.ts";
import { describeWaiting } from "./lessons.ts";

/** Everything that a bill for people shows. */
export interface BillView {
  readonly preview: RunPreview;
  /** The titles of stories that there are, by job. */
  readonly titles: ReadonlyMap<string, string>;
  readonly against: { readonly path: string; readonly comparison: BillComparison } | null;
  /** Until when the saved bill may be bought; null if none was saved. */
  readonly expiresAt: string | null;
  readonly next: Next;
}

/** The lessons of one language at one difficulty. */
interface BilledVolume {
  readonly name: string;
  readonly lang: string;
  readonly difficulty: number;
  readonly lessons: readonly BilledLesson[];
}

/** A bill's lessons by volume, in the order of their first lessons. */
function volumesOf(lessons: readonly BilledLesson[]): BilledVolume[] {
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
function leftAfter({ bill, ceilings }: Pick<RunPreview, "bill" | "ceilings">): {
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

/** A bill for the person who approves it, after its title: what is bought for how much, and what is left then. */
function billBlocks(view: BillView, detail: BillDetail): Block[] {
  const { preview, against } = view;
  const problems = [...preview.problems, ...preview.uncertain].map((problem) => describeProblem(problem));
  const notices = [...preview.notices, ...noticesOfEditions(preview.work)].map(describeNotice);
  return [
    { kind: "paragraph", isFaint: true, text: { content: describeBillOf(preview) } },
    { kind: "paragraph", text: describePrice(preview) },
    fundsTable(preview),
    ...section("Problems", listOf(problems, true)),
    ...(against === null ? [] : againstBlocks(against)),
    ...section("Prices", pricesTable(preview)),
    ...lessonsBlocks(view, detail),
    ...section("Bought lessons that are not in this bill", listOf(leftLessons(preview))),
    ...section("Notices", listOf([...describeLater(preview), ...notices])),
    ...section("Next", nextBlock(view.next), describeExpiry(view)),
  ];
}

function describeBillOf({ plan, service, selected }: RunPreview): string {
  const where = service === "local" ? "at the local service: a rehearsal" : `at ${service}`;
  const chosen = selected.length === plan.jobs.length ? "all" : `${selected.length} of`;
  return `Edition ${plan.edition} of course ${plan.course}, ${where}; ${chosen} ${pluralize(plan.jobs.length, "lesson")}.`;
}

function describePrice({ bill, work, forecast, at, beyond }: RunPreview): string {
  if (bill === null) return "The price is unknown, so nothing can be bought.";
  if (work.orders.length === 0) return "There is nothing to buy.";
  const stories = pluralize(work.orders.length, "story", "stories");
  const finish = forecastFinish(forecast, { at, beyond });
  const time = finish === null ? "" : ` If the run starts now: ${finish}.`;
  return `${stories} for ${pluralize(bill.total, "credit")}.${time}`;
}

function fundsTable(preview: RunPreview): Table {
  const { bill, ceilings } = preview;
  const { edition, month, run, balance } = ceilings;
  const after = leftAfter(preview);
  const price: Inline = bill?.total ?? "unknown";
  const left = (amount: number | null): Inline => amount ?? "unknown";
  const rows: Inline[][] = [
    ["Budget for this edition", edition.limit, edition.committed, price, left(after.edition)],
    ...(month.limit === null
      ? []
      : [[`Budget for ${month.name} (UTC)`, month.limit, month.committed, price, left(after.month)]]),
    ...(run.limit === null || bill === null
      ? []
      : [["Limit for this run", run.limit, 0, price, run.limit - bill.total]]),
    ...(bill?.balance == null
      ? []
      : [["Account balance", bill.balance, balance.committed, price, left(after.balance)]]),
  ];
  return {
    kind: "table",
    caption: "Credits available, and credits left after this bill",
    head: ["Credits", "Available", "Already committed", "This bill", "Left after it"],
    rows,
    right: [1, 2, 3, 4],
  };
}

function pricesTable({ bill }: RunPreview): Table | null {
  if (bill === null || bill.lines.length === 0) return null;
  const rows = bill.lines.map(({ setting, count, price, total }): Inline[] => [
    settingName(setting),
    count,
    price.writing,
    price.audiobook,
    price.credits,
    total,
  ]);
  return {
    kind: "table",
    caption: "Prices by setting, in credits",
    rows,
    right: [1, 2, 3, 4, 5],
    head: ["Setting", "Stories", "Writing", "Audiobook", "Each", "Total"],
    foot: ["Total", "", "", "", "", bill.total],
  };
}

/** Bought lessons that no lesson of this bill has. */
function leftLessons({ edits }: RunPreview): string[] {
  const { basis, left, removed, excluded } = edits;
  const ofBasis = basis?.left ?? [];
  return [
    ...left.map((name) => `${name}: the plan doesn't say what became of it`),
    ...removed.map((name) => `${name}: removed`),
    ...excluded.map((name) => `${name}: excluded`),
    ...ofBasis.map((name) => `${name}: only in edition ${basis?.edition ?? ""}`),
  ];
}

function describeLater({ waiting, beyond }: RunPreview): string[] {
  return [
    ...(waiting === null ? [] : [describeWaiting(waiting, waiting.credits)]),
    ...describeBeyondThisMonth(beyond),
  ].map((line) => line.replace(/^\w+ +/, ""));
}

function nextBlock({ next, advice }: Next): Block {
  return { kind: "paragraph", text: next === null ? (advice ?? "") : { code: next } };
}

function describeExpiry({ expiresAt }: BillView): Block | null {
  if (expiresAt === null) return null;
  const text = `The saved bill is valid until ${expiresAt}. It can only be bought as a whole, exactly as listed.`;
  return { kind: "paragraph", isFaint: true, text };
}

/** How much of the lessons is told: all, without their words, or only how many. */
type BillDetail = "words" | "lessons" | "volumes";

const topicMost = 160;

/** The lessons by volume: what becomes of each, and which words it is asked for. */
function lessonsBlocks(view: BillView, detail: BillDetail): Block[] {
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
  text: "This bill is shortened: the plan command with --format html or --format json shows every lesson with its words.",
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
  const head = ["No.", "Lesson", ...(hasWords ? ["Words asked for"] : []), "Status", "Credits"];
  const last = head.length - 1;
  const sum = sumOf(lessons);
  const foot = ["Total", ...Array<Inline>(last - 1).fill(""), sum];
  return { kind: "table", caption: `Lessons in ${name}`, head, rows, right: [last], foot };
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
    caption: `Words in ${name}`,
    rows,
    right: [2],
    head: ["Word", "In the lessons", "Times"],
  };
  return [
    { kind: "details", summary: `${pluralize(met.size, "word")}, each with its lessons`, blocks: [table] },
  ];
}

const fateWords: Readonly<Record<LessonFate, string>> = {
  buy: "bought",
  replace: "another story is bought to replace its story",
  wait: "waits until the first lessons are approved",
  inherit: "takes the earlier edition's story",
  keep: "has its story",
  making: "its story is being made",
  failed: "paid for, but failed",
  settle: "the outcome of its creation is unknown: resolve it",
  barred: "not bought again: a story for this request was bought before",
};

const countedWords: Readonly<Record<LessonFate, string>> = {
  buy: "to buy",
  replace: "to buy again, replacing a story",
  wait: "waiting until the first lessons are approved",
  inherit: "with the earlier edition's story",
  keep: "with a story",
  making: "being made",
  failed: "paid for, but failed",
  settle: "to resolve: outcome unknown",
  barred: "not bought again: requested before",
};

/** What becomes of a number of lessons with the same fate: `3 to buy`. */
function countFate({ fate, count }: { readonly fate: LessonFate; readonly count: number }): string {
  return `${count} ${countedWords[fate]}`;
}

/** What becomes of a lesson with a fate, in a few words. */
function describeFate(fate: LessonFate): string {
  return fateWords[fate];
}

/** What becomes of each lesson, also compared with the edition that this one is based on. */
function describeFates({ edits }: Pick<RunPreview, "edits">): (lesson: BilledLesson) => string {
  const { basis } = edits;
  const changed = new Set(basis?.changed ?? []);
  return ({ job, fate, changed: isChanged }) => {
    if (isChanged) return `${fateWords[fate]}, from an earlier version of the request`;
    if (basis === null) return fateWords[fate];
    if (fate === "inherit") return `takes its story from edition ${basis.edition}`;
    if (fate !== "buy") return fateWords[fate];
    return changed.has(job) ? `bought: changed since edition ${basis.edition}` : "bought: new";
  };
}

/** How many lessons have each fate, in a fixed order; without those that none has. */
function countFates(
  lessons: readonly BilledLesson[],
): { readonly fate: LessonFate; readonly count: number }[] {
  return (Object.keys(fateWords) as LessonFate[])
    .map((fate) => ({ fate, count: lessons.filter((lesson) => lesson.fate === fate).length }))
    .filter(({ count }) => count > 0);
}

/** What changed since a bill that was saved before. */
function againstBlocks({ path, comparison }: { path: string; comparison: BillComparison }): Block[] {
  const title = "What changed since the saved bill";
  const from: Block = { kind: "paragraph", isFaint: true, text: { content: `Compared with ${path}` } };
  if (isUnchanged(comparison)) return section(title, from, { kind: "paragraph", text: "Nothing changed." });
  const { changed } = comparison;
  return section(title, from, listOf(describeFigures(comparison)), changedTable(comparison, changed));
}

function describeFigures({ edition, total, budget, prices, added, gone }: BillComparison): string[] {
  const moved = (name: string, { before, now }: { before: string | number; now: string | number | null }) =>
    before === now ? [] : [`${name}: ${before} before, ${now ?? "unknown"} now`];
  return [
    ...moved("Edition", edition),
    ...moved("This bill, in credits", total),
    ...moved("Budget for the edition, in credits", budget),
    ...prices.flatMap(({ setting, ...price }) => moved(`Price of ${setting}, in credits`, price)),
    ...(added.length === 0 ? [] : [`${pluralize(added.length, "lesson is", "lessons are")} new in the bill`]),
    ...(gone.length === 0
      ? []
      : [`${pluralize(gone.length, "lesson is", "lessons are")} no longer in the bill`]),
  ];
}

function changedTable({ added, gone }: BillComparison, changed: readonly ChangedLesson[]): Table | null {
  const rows: Inline[][] = [
    ...added.map(({ job, topic }) => [job, { content: shorten(topic, changedTopicMost) }, "new in the bill"]),
    ...gone.map(({ job, topic }) => [
      job,
      { content: shorten(topic, changedTopicMost) },
      "no longer in the bill",
    ]),
    ...changed.filter((lesson) => !hasOtherFateOnly(lesson)).map((lesson) => changedRow([lesson])),
    ...groupByFates(changed.filter(hasOtherFateOnly)).map(changedRow),
  ];
  if (rows.length === 0) return null;
  return { kind: "table", caption: "Lessons that changed", head: ["Job", "Lesson", "Change"], rows };
}

const changedTopicMost = 120;

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
    { content: shorten(named, changedTopicMost) },
    { content: first.parts.map((part) => partWords[part](first)).join("; ") },
  ];
}

const partWords: Readonly<Record<LessonPart, (lesson: ChangedLesson) => string>> = {
  topic: ({ before }) => `topic before: ${shorten(before.topic, changedTopicMost)}`,
  words: ({ words: { added, gone } }) =>
    added.length + gone.length === 0
      ? "its words are in another order"
      : [
          ...(added.length === 0 ? [] : [`words added: ${added.join(", ")}`]),
          ...(gone.length === 0 ? [] : [`words removed: ${gone.join(", ")}`]),
        ].join("; "),
  settings: ({ before, now }) =>
    before.setting === now.setting ? "other settings" : `was ${before.setting}, is now ${now.setting}`,
  fate: ({ before, now }) => `was: ${describeFate(before.fate)}; is now: ${describeFate(now.fate)}`,
  credits: ({ before, now }) => `${before.credits ?? "?"} credits before, ${now.credits ?? "?"} now`,
};

/** Below GitHub's limit of 65,536 characters for a comment, with room for what somebody writes around it. */
const charactersMost = 60_000;

/** A bill as one page without scripts. */
export function billPage(view: BillView): string {
  const { title } = view.preview.plan;
  const main = html`<h1><bdi>${title}</bdi></h1>\n${blocksToHtml(billBlocks(view, "words"))}`;
  return `${wholePage(title, { name: "bill", main })}`;
}

/**
 * A bill as Markdown, short enough for a comment. If the bill would be too long, the words are left out; if it would still be too long, it is broken
 * down only by volume.
 */
export function billMarkdown(view: BillView): string {
  const written = (detail: BillDetail): string =>
    `# ${escapeMarkdown(view.preview.plan.title)}: bill\n\n${blocksToMarkdown(billBlocks(view, detail))}`;
  const details: readonly BillDetail[] = ["words", "lessons"];
  for (const detail of details) {
    const text = written(detail);
    if (text.length <= charactersMost) return text;
  }
  return written("volumes");
}

/** The content of a bill for people, for `--json`: lessons by volume, the funds left after the purchase, and what changed since a saved bill. */
export function billDocument({ preview, titles, against, expiresAt }: BillView) {
  const { ceilings, lessons } = preview;
  const { edition, month, balance } = leftAfter(preview);
  return {
    after: { budget: edition, month, balance },
    month: { name: ceilings.month.name, limit: ceilings.month.limit, committed: ceilings.month.committed },
    volumes: volumesOf(lessons).map(({ lang, difficulty, lessons: ofVolume }) => ({
      lang,
      difficulty,
      lessons: ofVolume.map((lesson) => billedLessonDocument(lesson, titles)),
    })),
    against: against === null ? null : comparisonDocument(against),
    expiresAt,
  };
}

function billedLessonDocument(
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
