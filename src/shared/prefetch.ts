/**
 * Makes items in order, each while the previous one is being used. An item that `alone` selects is used completely before the next one is started. An
 * error is thrown in its item's place, and nothing runs on after the generator ends.
 */
export async function* prefetch<Item, Made>(
  items: Iterable<Item>,
  { make, alone = () => false }: { make(item: Item): Promise<Made>; alone?(item: Item): boolean },
): AsyncGenerator<Made> {
  const row = [...items];
  let ahead: Promise<Made> | null = null;
  try {
    for (const [index, item] of row.entries()) {
      const made = await (ahead ?? make(item));
      const next = row[index + 1];
      ahead = next === undefined || alone(item) ? null : make(next);
      // Handled when it is awaited.
      ahead?.catch(() => undefined);
      yield made;
    }
  } finally {
    await ahead?.catch(() => undefined);
  }
}
