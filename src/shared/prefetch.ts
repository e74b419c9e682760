interface Prefetching<Item, Made> {
  make(item: Item): Promise<Made>;
  /** How many items are made while one is being used. */
  readonly ahead?: number;
  /** Whether an item is used completely before the next one is started. */
  alone?(item: Item): boolean;
}

/**
 * Makes items in order, preparing the next ones while one is being used. An error is thrown when its item's turn comes, and nothing keeps running after
 * the generator ends.
 */
export async function* prefetch<Item, Made>(
  items: Iterable<Item>,
  { make, ahead = 1, alone = () => false }: Prefetching<Item, Made>,
): AsyncGenerator<Made> {
  const row = [...items];
  const started: Promise<Made>[] = [];
  let next = 0;
  // Up to this place in the row, or to an item that is used alone.
  const startUpTo = (end: number): void => {
    for (const item of row.slice(next, end)) {
      const made = make(item);
      // Handled when it is awaited.
      made.catch(() => undefined);
      started.push(made);
      next += 1;
      if (alone(item)) return;
    }
  };
  try {
    for (let index = 0; index < row.length; index += 1) {
      startUpTo(index + 1);
      const made = await (started.shift() as Promise<Made>);
      // Only the last one that was started may be one that is used alone.
      if (!alone(row[next - 1] as Item)) startUpTo(index + 1 + ahead);
      yield made;
    }
  } finally {
    await Promise.allSettled(started);
  }
}
