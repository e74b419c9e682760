/**
 * Which meaning stands in which row, so that each linked meaning stands beside its word and the others move as little as possible.
 * `shown`: the meaning in each row until now. `links`: the meaning linked to each row; null for none.
 */
export function arrange(shown: readonly number[], links: readonly (number | null)[]): number[] {
  const rows = [...shown];
  for (const [row, meaning] of links.entries()) {
    const at = meaning === null ? -1 : rows.indexOf(meaning);
    if (meaning === null || at === -1 || at === row) continue;
    rows[at] = rows[row] ?? meaning;
    rows[row] = meaning;
  }
  return rows;
}
