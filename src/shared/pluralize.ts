/** A number with its noun: `1 job`, `2 jobs`. `more` is an irregular plural. */
export function pluralize(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
