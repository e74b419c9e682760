import type { Cost } from "../../stories/cost.ts";

const digits = new Intl.NumberFormat("en");

/** A number with grouped thousands. */
export function formatNumber(credits: number): string {
  return digits.format(credits);
}

/** What became of a story's reservation, in a few words. */
export function describeReserved({ writing, audiobook, held, released, refunded }: Cost): string {
  if (released > 0) return "all of it was released";
  const charged = writing + audiobook + refunded;
  if (charged === 0) return "all of it still held";
  if (held > 0)
    return `${formatNumber(charged)} charged since, ${formatNumber(held)} still held for the audiobook`;
  return refunded > 0
    ? `all of it charged since, ${formatNumber(refunded)} refunded`
    : "all of it charged since, none held";
}
