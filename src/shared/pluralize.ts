/** A number with its noun: `1 job`, `2 jobs`. `more` is the plural where it is not made with an s. */
export function pluralize(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
