/** A fact that somebody should know; the other members depend on the code. */
export interface AnyProblem {
  /** Stable, to branch on. The command line's message for it is in `cli/problems`. */
  readonly code: string;
}

/**
 * The one error class for an expected failure that ends the current operation. It carries a problem; the problem's code is
 * the error's message. Anything else thrown is a bug (exit 1).
 */
export class Failure<P extends AnyProblem = AnyProblem> extends Error {
  readonly problem: P;

  constructor(problem: P, options?: ErrorOptions) {
    super(problem.code, options);
    this.name = "Failure";
    this.problem = problem;
  }
}

/** Whether the operating system reported the error, such as a full or broken disk: a failure, not a bug. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** The file or folder that a system error is about (for a rename, the one that would have been replaced); null if the error names none. */
export function errorPath(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { path, dest } = error as { path?: unknown; dest?: unknown };
  return [dest, path].find((one) => typeof one === "string") ?? null;
}

/** The `code` of a system error (`ENOSPC`, `ECONNREFUSED`), or its name if it has none. */
export function errorCode(error: unknown): string {
  if (error instanceof Error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === "string") return code;
    if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
    return error.name;
  }
  return "unknown";
}
