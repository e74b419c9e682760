const failures: string[] = [];

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Says whether what is promised holds. Where it doesn't, the bench ends with exit code 1. */
export function need(what: string, holds: boolean, detail = ""): void {
  say(`  ${what}: ${holds ? "yes" : "NO"}${detail === "" ? "" : `   (${detail})`}`);
  if (holds) return;
  failures.push(what);
  process.exitCode = 1;
}

export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
