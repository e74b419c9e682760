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

/** The exit code of `plan --detailed-exitcode` when there is something to buy: not 2, which Terraform uses, because 2 means an invalid plan here. */
export const changesExitCode = 10;

/** An exit code; `exitCodes` gives each a name. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

// If several apply, the highest wins: the one to act on first. A held plan is not "finished, with some failed": nothing was bought.
const urgency: Readonly<Record<ExitCode, number>> = {
  [exitCodes.done]: 0,
  [exitCodes.failed]: 1,
  [exitCodes.stopped]: 2,
  [exitCodes.invalid]: 3,
  [exitCodes.money]: 4,
  [exitCodes.uncertain]: 5,
  [exitCodes.credential]: 6,
  [exitCodes.ledger]: 7,
  [exitCodes.bug]: 8,
};

/** The one exit code for several outcomes; 0 if there are no outcomes. */
export function exitCodeOfAll(codes: Iterable<ExitCode>): ExitCode {
  let worst: ExitCode = exitCodes.done;
  for (const code of codes) if (urgency[code] > urgency[worst]) worst = code;
  return worst;
}
