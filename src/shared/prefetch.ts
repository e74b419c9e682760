/**
 * Makes one thing after another, each while the one before it is used. What `alone` names is used up before the next is begun. An error
 * comes when its turn comes, and nothing goes on once the row has ended.
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
      // Thrown when it is asked for.
      ahead?.catch(() => undefined);
      yield made;
    }
  } finally {
    await ahead?.catch(() => undefined);
  }
}
