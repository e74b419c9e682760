/** The exit codes, with the same meaning for every command. */
export const exitCodes = {
  done: 0,
  bug: 1,
  invalid: 2,
  money: 3,
  failed: 4,
  uncertain: 5,
  credential: 6,
  stopped: 7,
  ledger: 8,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

// By urgency: if several apply, the one to act on first wins. A held plan is not "finished, with some failed": nothing was bought.
const order: readonly ExitCode[] = [1, 8, 6, 5, 3, 2, 7, 4, 0];

/** The exit code for several outcomes together; 0 for none. */
export function exitCodeOfAll(codes: Iterable<ExitCode>): ExitCode {
  const all = new Set(codes);
  return order.find((code) => all.has(code)) ?? exitCodes.done;
}
