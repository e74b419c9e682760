import stringWidth from "string-width";
import type { Ceilings } from "../../ledger/format/ceilings.ts";
import { settingName } from "../../ledger/format/fold.ts";
import type { Bill } from "../../run/bill.ts";
import { volumeOf } from "../../run/lesson.ts";
import { grouped } from "../../shared/grouped.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { fitWords, formatTable, gap } from "./terminal.ts";

/** More stories don't fit on a screen with the rest of a bill: they are told by volume. */
const storiesMost = 20;
const topicColumns = 48;

/** Where a topic has less room than this, it has a line of its own. */
const topicLeast = 20;

/** The stories of a bill, each with its price and topic. */
function describeStories({ stories }: Bill, columns: number): string[] {
  if (stories.length === 0) return [];
  if (stories.length <= storiesMost) {
    const facts = formatTable(
      [["lesson", "credits"], ...stories.map(({ job, credits }) => [job, String(credits)])],
      [1],
    );
    const room = columns - stringWidth(facts[0] ?? "") - gap.length;
    return facts.flatMap((line, index) => {
      const topic = showText(stories[index - 1]?.topic ?? "topic");
      if (room >= topicLeast) return [line + gap + fitWords(topic, Math.min(topicColumns, room))];
      return index === 0 ? [line] : [line, gap + fitWords(topic, columns - gap.length)];
    });
  }
  const rows = [...grouped(stories, volumeOf)].map(([volume, some]) => [
    volume,
    String(some.length),
    String(some.reduce((sum, { credits }) => sum + credits, 0)),
  ]);
  return formatTable([["volume", "lessons", "credits"], ...rows], [1, 2]);
}

/**
 * The bill: its stories, a line for each setting, and the funds that the bill is checked against. `columns`: the width of the terminal that shows the
 * bill.
 */
export function describeBill(
  bill: Bill,
  { edition, month, balance }: Ceilings,
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const rows = bill.lines.map(({ setting, count, price, total }) => [
    settingName(setting),
    String(count),
    "x",
    String(price.credits),
    String(total),
  ]);
  const head = ["stories", "", "", "credits", "total"];
  return [
    ...describeStories(bill, columns),
    ...(rows.length === 0
      ? []
      : formatTable([head, ...rows, ["", "", "", "", String(bill.total)]], [1, 3, 4])),
    `budget   ${edition.limit} for this edition, ${edition.committed} committed, ${describeRest(edition.limit - edition.committed - bill.total)}`,
    ...(month.limit === null ? [] : [`month    ${month.limit}, ${month.committed} committed`]),
    `balance  ${bill.lines.length === 0 ? "not checked: there is nothing to buy" : bill.balance === null ? "not limited by credits" : pluralize(bill.balance, "credit")}${balance.committed === 0 ? "" : `; ${balance.committed} committed to earlier stories`}`,
  ];
}

function describeRest(left: number): string {
  return left < 0 ? `${-left} short` : `${left} left after this`;
}
