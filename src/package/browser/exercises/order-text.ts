/** An order of things as text, for storage. */
export function orderToText(order: readonly number[]): string {
  return order.join(",");
}

/** Reads an order of some of `count` things, each at most once; null if the text is something else. */
export function orderFromText(text: string, count: number): number[] | null {
  if (text === "") return [];
  const order = text.split(",").map(Number);
  const fits = order.every((place) => Number.isInteger(place) && place >= 0 && place < count);
  return fits && new Set(order).size === order.length ? order : null;
}
