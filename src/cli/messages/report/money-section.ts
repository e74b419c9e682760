import type { CostFigures, CostRow } from "../../../ledger/format/charges.ts";
import { sumOfCosts } from "../../../ledger/format/charges.ts";
import type { Plan } from "../../../plan/plan.ts";
import { grouped } from "../../../shared/grouped.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { Inline, Table } from "../blocks/block.ts";
import { blocksToHtml } from "../blocks/blocks-html.ts";
import { type Bar, legend, stackedBars } from "./stacked-bar.ts";

/** More would be a list of years of weeks; `coursebinder cost` has them all. */
const groupsMost = 24;

/** What each edition and month has cost, against what the plan allows: the newest ones. */
export function moneySection(costs: readonly CostRow[], plan: Plan): Markup | null {
  if (costs.length === 0) return null;
  const { edition, budget } = plan;
  const limitOf = (name: string): number | null => (name === edition ? budget.credits : null);
  return html`<h2>Spending by edition and month</h2>
${legend([
  ["spent", "c"],
  ["held: committed, and not yet charged", "b"],
  ["wasted: paid for stories that no lesson has", "f"],
])}
${partOf(
  "Edition",
  grouped(costs, (row) => row.edition),
  limitOf,
)}
${partOf(
  "Month",
  grouped(costs, ({ month }) => month),
  () => budget.month,
)}`;
}

function partOf(
  kind: "Edition" | "Month",
  groups: ReadonlyMap<string, readonly CostRow[]>,
  limitOf: (name: string) => number | null,
): Markup {
  const title = `Credits by ${kind.toLowerCase()}`;
  const sums = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-groupsMost)
    .map(([name, rows]) => ({ name, limit: limitOf(name), ...sumOfCosts(rows) }));
  const bars = sums.map(barOf);
  return html`<h3>${title}</h3>${stackedBars(`${title}; the table below has its numbers`, bars)}${blocksToHtml([tableOf(kind, sums)])}`;
}

type Sum = CostFigures & { readonly name: string; readonly limit: number | null };

function barOf({ name, limit, spent, held, wasted }: Sum): Bar {
  return {
    name,
    limit,
    parts: [
      { name: "spent", amount: spent - wasted, tone: "c" },
      { name: "wasted", amount: wasted, tone: "f" },
      { name: "held", amount: held, tone: "b" },
    ],
  };
}

function tableOf(kind: string, sums: readonly Sum[]): Table {
  return {
    kind: "table",
    caption: `Credits by ${kind.toLowerCase()}, as numbers`,
    right: [1, 2, 3, 4, 5, 6],
    head: [kind, "Stories", "Quoted", "Spent", "Held", "Wasted", "Budget"],
    rows: sums.map(({ name, limit, stories, quoted, spent, held, wasted }): Inline[] => [
      { content: name },
      stories,
      quoted,
      spent,
      held,
      wasted,
      limit ?? "",
    ]),
  };
}
