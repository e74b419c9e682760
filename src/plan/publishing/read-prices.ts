import type { PlanProblem } from "../problem.ts";
import type { Path } from "../yaml/path.ts";
import type { RetailPrice } from "./publishing.ts";
import type { PublishingSource } from "./publishing-source.ts";

// Beyond any book; three decimals are the most that a currency has.
const amountMost = 1_000_000;
const decimalsMost = 3;

/** Reads `price`, one or several. An amount has at most three decimals. */
export function readPrices({ written, places }: PublishingSource): {
  readonly prices: readonly RetailPrice[];
  readonly problems: readonly PlanProblem[];
} {
  const { price } = written;
  const problems: PlanProblem[] = [];
  const read = (one: NonNullable<typeof price>, path: Path): RetailPrice[] => {
    if (!("amount" in one)) return [];
    const { amount, currency, tax, fixed, territories = [], forms = [] } = one;
    if (amount === undefined || currency === undefined) return [];
    if (!isAmount(amount)) {
      const place = places.of([...path, "amount"]);
      problems.push({ severity: "error", place, code: "bad_price", value: String(amount) });
    }
    return [
      {
        amount,
        currency,
        taxIncluded: tax !== "excluded",
        isFixed: fixed ?? false,
        territories: territories.filter((code) => code !== undefined),
        forms: forms.filter((form) => form !== undefined),
      },
    ];
  };
  const prices = Array.isArray(price)
    ? price.flatMap((one, index) => (one === undefined ? [] : read(one, ["price", index])))
    : price === undefined
      ? []
      : read(price, ["price"]);
  return { prices, problems };
}

function isAmount(amount: number): boolean {
  return amount >= 0 && amount <= amountMost && Number(amount.toFixed(decimalsMost)) === amount;
}
