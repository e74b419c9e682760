/**
 * `batch`: finish the whole course as soon as possible, so every start goes to a creation while any remain. `stream`: finish the oldest
 * lesson first.
 */
export const runOrders = ["batch", "stream"] as const;

export type RunOrder = (typeof runOrders)[number];
