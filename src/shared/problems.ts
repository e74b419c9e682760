import type { ExitCode } from "./exit-codes.ts";
import type { AnyProblem } from "./failure.ts";

/**
 * A problem as its module declares it under the problem's code: the facts known about the problem, and the exit code of a command that the problem
 * ends.
 */
export interface Declared<Facts> {
  readonly exit: ExitCode | ((facts: Facts) => ExitCode);
}

/** Declares a problem: the exit code of a command that the problem ends, which may depend on the problem's facts, and the type of those facts. */
export function ends<Facts = object>(exit: Declared<Facts>["exit"]): Declared<Facts> {
  return { exit };
}

/** The problems of a table: each code with its facts. */
export type ProblemIn<Table> = {
  [Code in keyof Table]: Table[Code] extends Declared<infer Facts>
    ? { readonly code: Code } & Readonly<Facts>
    : never;
}[keyof Table];

/** The exit code of a command that a problem ended, from the table that declares the problem. */
export function exitCodeIn(table: Readonly<Record<string, Declared<never>>>, problem: AnyProblem): ExitCode {
  const exit = table[problem.code]?.exit;
  if (exit === undefined) throw new Error(`no table declares ${problem.code}`);
  // The compiler can't see that each code has a problem with its own facts.
  return typeof exit === "function" ? exit(problem as never) : exit;
}
