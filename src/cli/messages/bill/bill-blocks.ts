import type { RunPreview } from "../../../course/preview-run.ts";
import { settingName } from "../../../ledger/format/fold.ts";
import { noticesOfEditions } from "../../../run/work.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { type Block, type Inline, listOf, section, type Table } from "../blocks/block.ts";
import { describeWaiting } from "../lessons/review-words.ts";
import { describeBeyondThisMonth, forecastFinish } from "../money/forecast-words.ts";
import { describeRunNotice, describeRunProblem } from "../run/run-words.ts";
import { againstBlocks } from "./against-blocks.ts";
import { type BillView, leftAfter } from "./bill-view.ts";
import { type BillDetail, lessonsBlocks } from "./lessons-blocks.ts";

/** A bill for the person who approves it, after its title: what is bought for how much, and what is left then. */
export function billBlocks(view: BillView, detail: BillDetail): Block[] {
  const { preview, against } = view;
  const problems = [...preview.problems, ...preview.uncertain].map((problem) => describeRunProblem(problem));
  const notices = [...preview.notices, ...noticesOfEditions(preview.work)].map(describeRunNotice);
  return [
    { kind: "paragraph", isFaint: true, text: { content: describeBillOf(preview) } },
    { kind: "paragraph", text: describePrice(preview) },
    fundsTable(preview),
    ...section("What stands in the way", listOf(problems, true)),
    ...(against === null ? [] : againstBlocks(against)),
    ...section("Prices", pricesTable(preview)),
    ...lessonsBlocks(view, detail),
    ...section("Bought lessons without a place here", listOf(leftLessons(preview))),
    ...section("Notices", listOf([...describeLater(preview), ...notices])),
    ...section("Next", { kind: "paragraph", text: { code: view.next } }, describeExpiry(view)),
  ];
}

function describeBillOf({ plan, service, selected }: RunPreview): string {
  const where = service === "local" ? "at the local service: a rehearsal" : `at ${service}`;
  const chosen = selected.length === plan.jobs.length ? "all" : `${selected.length} of`;
  return `Edition ${plan.edition} of course ${plan.course}, ${where}; ${chosen} ${pluralize(plan.jobs.length, "lesson")}.`;
}

function describePrice({ bill, work, forecast, at, beyond }: RunPreview): string {
  if (bill === null) return "The price is unknown: nothing can be bought.";
  if (work.orders.length === 0) return "There is nothing to buy.";
  const stories = pluralize(work.orders.length, "story", "stories");
  const finish = forecastFinish(forecast, { at, beyond });
  const time = finish === null ? "" : ` If it starts now: ${finish}.`;
  return `${stories} for ${pluralize(bill.total, "credit")}.${time}`;
}

function fundsTable(preview: RunPreview): Table {
  const { bill, ceilings } = preview;
  const { edition, month, run, balance } = ceilings;
  const after = leftAfter(preview);
  const price: Inline = bill?.total ?? "unknown";
  const left = (amount: number | null): Inline => amount ?? "unknown";
  const rows: Inline[][] = [
    ["Budget of this edition", edition.limit, edition.committed, price, left(after.edition)],
    ...(month.limit === null
      ? []
      : [[`Budget of ${month.name} (UTC)`, month.limit, month.committed, price, left(after.month)]]),
    ...(run.limit === null || bill === null
      ? []
      : [["Limit of this run", run.limit, 0, price, run.limit - bill.total]]),
    ...(bill?.balance == null
      ? []
      : [["Balance of the account", bill.balance, balance.committed, price, left(after.balance)]]),
  ];
  return {
    kind: "table",
    caption: "What there is, and what is left after this bill, in credits",
    head: ["Credits", "There is", "Already committed", "This bill", "Left after it"],
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
    head: ["Setting", "Stories", "Writing", "Audiobook", "Each", "Together"],
    foot: ["Together", "", "", "", "", bill.total],
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

function describeExpiry({ expiresAt }: BillView): Block | null {
  if (expiresAt === null) return null;
  const text = `The saved bill can be bought until ${expiresAt}: exactly this, or nothing.`;
  return { kind: "paragraph", isFaint: true, text };
}
