import type { RunPreview } from "../../course/preview-run.ts";
import {
  type BillComparison,
  type BilledLesson,
  isUnchanged,
  lessonFates,
} from "../../documents/approval.ts";
import { settingName } from "../../ledger/format/fold.ts";
import { grouped } from "../../shared/grouped.ts";
import { findLanguage } from "../../shared/languages/languages.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { shorten } from "../../shared/text.ts";
import type { Next } from "../io.ts";
import { describeProblem } from "../problems/problems.ts";
import { wordFor } from "../problems/texts.ts";
import {
  type Block,
  faint,
  type Inline,
  listOf,
  markdownPage,
  nextBlock,
  section,
  type Table,
  wholePage,
} from "./blocks.ts";
import { forecastFinish } from "./instants.ts";
import { describeWaiting } from "./lessons.ts";

/** Everything that a bill for people shows. */
export interface BillView {
  readonly preview: RunPreview;
  /** The titles of existing stories, by job. */
  readonly titles: ReadonlyMap<string, string>;
  readonly against: { readonly path: string; readonly comparison: BillComparison } | null;
  /** When the saved bill expires; null if none was saved. */
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
function volumesOf(all: readonly BilledLesson[]): BilledVolume[] {
  const nameOf = ({ lang, difficulty }: BilledLesson): string =>
    `${findLanguage(lang)?.name ?? lang} (${lang}), difficulty ${difficulty}`;
  return [...grouped(all, nameOf)].flatMap(([name, lessons]) => {
    const [first] = lessons;
    return first === undefined ? [] : [{ name, lang: first.lang, difficulty: first.difficulty, lessons }];
  });
}

/** What is left of each ceiling after the bill is paid, in credits; null: the ceiling isn't limited, or the price is unknown. */
function leftAfter({ bill, ceilings: { edition, month, balance } }: RunPreview): {
  readonly budget: number | null;
  readonly month: number | null;
  readonly balance: number | null;
} {
  if (bill === null) return { budget: null, month: null, balance: null };
  return {
    budget: edition.limit - edition.committed - bill.total,
    month: month.limit === null ? null : month.limit - month.committed - bill.total,
    balance: bill.balance === null ? null : bill.balance - balance.committed - bill.total,
  };
}

/** A bill for the person who approves it, below its title: what is bought, at which price, and what is left afterwards. */
function billBlocks(view: BillView): Block[] {
  const { preview, against, expiresAt } = view;
  const problems = [...preview.problems, ...preview.uncertain].map((problem) => describeProblem(problem));
  const notices = preview.notices.map((one) => describeProblem(one));
  const expiry = `The saved bill is valid until ${expiresAt}. It can only be bought as a whole, exactly as listed.`;
  return [
    faint({ content: describeBillOf(preview) }),
    { kind: "paragraph", text: describePrice(preview) },
    fundsTable(preview),
    ...section("Problems", listOf(problems, true)),
    ...(against === null ? [] : againstBlocks(against)),
    ...section("Prices", pricesTable(preview)),
    ...lessonsBlocks(view),
    ...section("Bought lessons that are not in this bill", listOf(leftLessons(preview))),
    ...section("Notices", listOf([...describeLater(preview), ...notices])),
    ...section("Next", nextBlock(view.next), expiresAt === null ? null : faint(expiry)),
  ];
}

function describeBillOf({ plan, service, selected }: RunPreview): string {
  const where = service === "local" ? "at the local service (a rehearsal)" : `at ${service}`;
  const chosen = selected.length === plan.jobs.length ? "all" : `${selected.length} of`;
  return `Edition ${plan.edition} of course ${plan.course}, ${where}; ${chosen} ${pluralize(plan.jobs.length, "lesson")}.`;
}

function describePrice({ bill, work, forecast, at }: RunPreview): string {
  if (bill === null) return "The price is unknown, so nothing can be bought.";
  if (work.orders.length === 0) return "There is nothing to buy.";
  const stories = pluralize(work.orders.length, "story", "stories");
  const finish = forecastFinish(forecast, at);
  const time = finish === null ? "" : ` If the run starts now: ${finish}.`;
  return `${stories} for ${pluralize(bill.total, "credit")}.${time}`;
}

function fundsTable(preview: RunPreview): Table {
  const { bill, ceilings } = preview;
  const { edition, month, run, balance } = ceilings;
  const after = leftAfter(preview);
  const price = bill?.total ?? "unknown";
  const rows: Inline[][] = [
    ["Budget for this edition", edition.limit, edition.committed, price, after.budget ?? "unknown"],
  ];
  if (month.limit !== null)
    rows.push([
      `Budget for ${month.name} (UTC)`,
      month.limit,
      month.committed,
      price,
      after.month ?? "unknown",
    ]);
  if (run.limit !== null && bill !== null)
    rows.push(["Limit for this run", run.limit, 0, price, run.limit - bill.total]);
  if (bill?.balance != null)
    rows.push(["Account balance", bill.balance, balance.committed, price, after.balance]);
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
    ...[count, price.writing, price.audiobook, price.credits, total],
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

/** Bought lessons that don't appear in this bill. */
function leftLessons({ edits: { left, removed } }: RunPreview): string[] {
  return [
    ...left.map((name) => `${name}: the plan doesn't say what became of it`),
    ...removed.map((name) => `${name}: removed`),
  ];
}

function describeLater({ waiting }: RunPreview): string[] {
  return waiting === null ? [] : [describeWaiting(waiting, waiting.credits).replace(/^\w+ +/, "")];
}

const topicMost = 160;

/** The lessons by volume: the fate and the requested words of each. */
function lessonsBlocks(view: BillView): Block[] {
  return [
    { kind: "heading", level: 2, text: "Lessons" },
    ...volumesOf(view.preview.lessons).flatMap((volume): Block[] => [
      { kind: "heading", level: 3, text: volume.name },
      faint(describeVolume(volume)),
      lessonsTable(volume, view),
    ]),
  ];
}

/** How many lessons have each fate, in a fixed order, leaving out fates that no lesson has. */
function describeVolume({ lessons }: BilledVolume): string {
  const counted = lessonFates.flatMap((fate) => {
    const count = lessons.filter((lesson) => lesson.fate === fate).length;
    return count === 0 ? [] : [`${count} ${wordFor("countedFates", fate)}`];
  });
  return `${pluralize(lessons.length, "lesson")}: ${counted.join("; ")}.`;
}

function lessonsTable({ name, lessons }: BilledVolume, { preview, titles }: BillView): Table {
  const hasWords = lessons.some(({ words }) => words.length > 0);
  const rows = lessons.map((lesson): Inline[] => {
    const { job, number, topic, words, credits } = lesson;
    // The existing story's title, if it differs from the topic.
    const title = titles.get(job) ?? topic;
    return [
      number,
      { content: shorten(topic, topicMost), under: title === topic ? null : shorten(title, topicMost) },
      ...(hasWords ? [{ content: words.join(", ") }] : []),
      describeFate(lesson, preview),
      credits ?? "unknown",
    ];
  });
  const head = ["No.", "Lesson", ...(hasWords ? ["Words asked for"] : []), "Status", "Credits"];
  const last = head.length - 1;
  const foot = ["Total", ...Array<Inline>(last - 1).fill(""), sumOf(lessons)];
  return { kind: "table", caption: `Lessons in ${name}`, head, rows, right: [last], foot };
}

function sumOf(lessons: readonly BilledLesson[]): Inline {
  return lessons.some(({ credits }) => credits === null)
    ? "unknown"
    : lessons.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
}

/** A lesson's fate, with the edition whose story it takes. */
function describeFate({ fate, changed }: BilledLesson, { edits: { basis } }: RunPreview): string {
  const one = wordFor("fates", fate) ?? fate;
  if (changed) return `${one}, from an earlier version of the request`;
  return fate === "inherit" && basis !== null ? `takes its story from edition ${basis.edition}` : one;
}

/** What has changed since an earlier saved bill. */
function againstBlocks({ path, comparison }: NonNullable<BillView["against"]>): Block[] {
  const title = "What changed since the saved bill";
  const from = faint({ content: `Compared with ${path}` });
  if (isUnchanged(comparison)) return section(title, from, { kind: "paragraph", text: "Nothing changed." });
  return section(title, from, listOf(describeFigures(comparison)), changedTable(comparison));
}

function describeFigures({ edition, total, budget, added, gone }: BillComparison): string[] {
  const moved = (name: string, { before, now }: { before: string | number; now: string | number | null }) =>
    before === now ? [] : [`${name}: ${before} before, ${now ?? "unknown"} now`];
  const counted = (lessons: readonly BilledLesson[], what: string) =>
    lessons.length === 0 ? [] : [`${pluralize(lessons.length, "lesson is", "lessons are")} ${what}`];
  return [
    ...moved("Edition", edition),
    ...moved("This bill, in credits", total),
    ...moved("Budget for the edition, in credits", budget),
    ...counted(added, "new in the bill"),
    ...counted(gone, "no longer in the bill"),
  ];
}

function changedTable({ added, gone, changed }: BillComparison): Table | null {
  const rowOf = ({ job, topic }: { job: string; topic: string }, change: string): Inline[] => [
    job,
    { content: shorten(topic, topicMost) },
    change,
  ];
  // A new edition takes most of its lessons from the one before, so lessons whose change is the same share a row.
  const byChange = [...grouped(changed, describeChange)];
  const rows: Inline[][] = [
    ...added.map((lesson) => rowOf(lesson, "new in the bill")),
    ...gone.map((lesson) => rowOf(lesson, "no longer in the bill")),
    ...byChange.map(([change, [first, ...more]]) => {
      const { job = "", topic = "" } = first?.now ?? {};
      if (more.length === 0) return rowOf({ job, topic }, change);
      return rowOf({ job: `${job} …`, topic: `${more.length + 1} lessons` }, change);
    }),
  ];
  if (rows.length === 0) return null;
  return { kind: "table", caption: "Lessons that changed", head: ["Job", "Lesson", "Change"], rows };
}

function describeChange({ before, now }: BillComparison["changed"][number]): string {
  const parts = [
    before.topic !== now.topic && `topic before: ${shorten(before.topic, topicMost)}`,
    before.words.join() !== now.words.join() && `words before: ${before.words.join(", ")}`,
    before.setting !== now.setting && `was ${before.setting}, is now ${now.setting}`,
    before.fate !== now.fate &&
      `was: ${wordFor("fates", before.fate)}; is now: ${wordFor("fates", now.fate)}`,
    before.credits !== now.credits && `${before.credits ?? "?"} credits before, ${now.credits ?? "?"} now`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "other settings" : parts.join("; ");
}

/** A bill as one page without scripts. */
export function billPage(view: BillView): string {
  return String(wholePage(view.preview.plan.title, "bill", billBlocks(view)));
}

/** A bill as Markdown, short enough for a comment. */
export function billMarkdown(view: BillView): string {
  const rest = "the plan command with --format html or --json shows every lesson with its words";
  return markdownPage(`${view.preview.plan.title}: bill`, billBlocks(view), rest);
}

/** The content of a bill for people, for `--json`: lessons by volume, the funds left after the purchase, and changes since a saved bill. */
export function billDocument({ preview, titles, against, expiresAt }: BillView) {
  const { name, limit, committed } = preview.ceilings.month;
  return {
    after: leftAfter(preview),
    month: { name, limit, committed },
    volumes: volumesOf(preview.lessons).map(({ lang, difficulty, lessons }) => ({
      lang,
      difficulty,
      lessons: lessons.map(({ job, number, topic, words, fate, changed, credits }) => {
        return { job, number, topic, title: titles.get(job) ?? null, words, fate, changed, credits };
      }),
    })),
    against: against === null ? null : comparisonDocument(against),
    expiresAt,
  };
}

function comparisonDocument({ path, comparison }: NonNullable<BillView["against"]>) {
  const { added, gone, changed, ...figures } = comparison;
  const partOf = ({ topic, words, setting, fate, credits }: BilledLesson) => {
    return { topic, words, setting, fate, credits };
  };
  return {
    path,
    ...figures,
    added: added.map(({ job }) => job),
    gone: gone.map(({ job }) => job),
    changed: changed.map(({ before, now }) => {
      return { job: now.job, before: partOf(before), now: partOf(now) };
    }),
  };
}
