const known = new Map<string, string>();

/** A statement with its question marks as PostgreSQL writes them: `$1`, `$2`. Our statements have none in texts or names. */
export function numbered(sql: string): string {
  const before = known.get(sql);
  if (before !== undefined) return before;
  let count = 0;
  const text = sql.replaceAll("?", () => {
    count += 1;
    return `$${count}`;
  });
  known.set(sql, text);
  return text;
}
