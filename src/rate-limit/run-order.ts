/** `batch`: the whole course soonest, so every start goes to a creation as long as there are any. `stream`: the oldest lesson first. */
export const runOrders = ["batch", "stream"] as const;

export type RunOrder = (typeof runOrders)[number];
