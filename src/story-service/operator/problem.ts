import { exitCodes } from "../../shared/exit-codes.ts";
import { type AnyProblem, Failure } from "../../shared/failure.ts";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import { ends, type ProblemIn } from "../../shared/problems.ts";
import { textOf, type Written } from "../../shared/written-text.ts";
import type { Refusal } from "../refusal.ts";

const { invalid, money, failed, stopped } = exitCodes;

/** Why an operator's command was refused. Nothing was changed. */
export const operatorProblems = {
  account_exists: ends<{ name: string }>(invalid),
  account_deleted: ends<{ name: string }>(invalid),
  operator_exists: ends<{ name: string }>(invalid),
  operator_unknown: ends<{ name: string }>(invalid),
  credits_short: ends<{ name: string; asked: number; available: number }>(money),
  /** The reference names another movement. `credits` is negative for what was taken away. */
  reference_used: ends<{ reference: string; name: string; credits: number }>(invalid),
  work_under_way: ends<{ name: string; jobs: number }>(stopped),
  /** `why`: the system's code, or `EEXIST` if there is something already. */
  output_unusable: ends<{ path: string; why: string }>(({ why }) => (why === "EEXIST" ? invalid : stopped)),
  /** `why`: `missing`, `damaged`, or the system's code for a file that can't be read. */
  backup_unusable: ends<{ folder: string; file: string; why: string }>(failed),
  /** A later version made it, or a service with another kind of database. `found`: that version, or that kind. */
  backup_not_for_this: ends<{ found: number | "sqlite" | "postgres"; known: number }>(invalid),
  /** Restoring would change what is there. `isFile`: a file of the data folder; if not, a database or a bucket that is a service's. */
  place_not_empty: ends<{ place: string; isFile: boolean }>(stopped),
};

export type OperatorProblem = ProblemIn<typeof operatorProblems>;

const texts = new ContentFolder(
  new URL("./", import.meta.url),
  (content) => content as Readonly<Record<OperatorProblem["code"] | "causes", Written>>,
);

export function isOperatorProblem(problem: AnyProblem): problem is OperatorProblem {
  return problem.code in operatorProblems;
}

/** Why an operator's command was refused. */
export function describeOperatorProblem(problem: OperatorProblem): string {
  const written = texts.get("problems");
  const credits = problem.code === "reference_used" ? problem.credits : 0;
  const facts = {
    ...problem,
    cause: textOf(written.causes, { ...problem }),
    added: Math.max(0, credits),
    taken: Math.max(0, -credits),
  };
  return textOf(written[problem.code], facts) ?? "";
}

/** The refusal of an operation, as its page shows it; null for any other error. */
export function operatorRefusal(error: unknown): Pick<Refusal, "status" | "sentence"> | null {
  if (!(error instanceof Failure)) return null;
  const { problem } = error;
  if (problem.code === "account_unknown")
    return { status: 404, sentence: "There is no account with that name." };
  if (problem.code === "no_such_key") return { status: 404, sentence: "There is no such key or connection." };
  if (problem.code === "key_not_made")
    return { status: 409, sentence: (problem as unknown as { readonly reason: string }).reason };
  return isOperatorProblem(problem) ? { status: 409, sentence: describeOperatorProblem(problem) } : null;
}
