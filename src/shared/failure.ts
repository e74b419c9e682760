/** What every problem of every module has: a stable code to branch on. Its words are in `cli/messages`. */
export interface AnyProblem {
  readonly code: string;
}

/**
 * The one error class for an expected failure that ends what is being done: it carries a problem, the words come at the edge.
 * Anything else that is thrown is a bug (exit 1).
 */
export class Failure<P extends AnyProblem = AnyProblem> extends Error {
  readonly problem: P;

  constructor(problem: P, options?: ErrorOptions) {
    super(problem.code, options);
    this.name = "Failure";
    this.problem = problem;
  }
}

/** Whether the operating system refused something, as a full or broken disk does: a failure, not a bug. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** The `code` of a system error (`ENOSPC`, `ECONNREFUSED`), or its name when it has none. */
export function errorCode(error: unknown): string {
  if (error instanceof Error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === "string") return code;
    if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
    return error.name;
  }
  return "unknown";
}
