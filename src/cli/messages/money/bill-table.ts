import type { Ceilings } from "../../../ledger/format/ceilings.ts";
import { settingName } from "../../../ledger/format/fold.ts";
import type { Bill } from "../../../run/bill.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { formatTable } from "../table.ts";

/** The bill, one line for each setting, with the funds that it is checked against. */
export function describeBill(bill: Bill, { edition, month, balance }: Ceilings): string[] {
  const rows = bill.lines.map(({ setting, count, price, total }) => [
    settingName(setting),
    String(count),
    "x",
    String(price.credits),
    String(total),
  ]);
  return [
    ...formatTable(
      [["stories", "", "", "credits", "total"], ...rows, ["", "", "", "", String(bill.total)]],
      [1, 3, 4],
    ),
    `budget   ${edition.limit} for this edition, ${edition.committed} committed, ${describeRest(edition.limit - edition.committed - bill.total)}`,
    ...(month.limit === null ? [] : [`month    ${month.limit}, ${month.committed} committed`]),
    `balance  ${bill.lines.length === 0 ? "not asked: there is nothing to buy" : bill.balance === null ? "not limited by credits" : pluralize(bill.balance, "credit")}${balance.committed === 0 ? "" : `, ${balance.committed} of them promised to earlier stories`}`,
  ];
}

function describeRest(left: number): string {
  return left < 0 ? `${-left} too little for this` : `${left} left after this`;
}
