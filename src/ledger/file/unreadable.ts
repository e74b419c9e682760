import { resolve } from "node:path";
import { errorCode, errorPath, Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";

/** The failure for a ledger file, or its lock file, that can't be opened. */
export function unreadable(error: unknown, path: string): Failure<LedgerProblem> {
  const at = errorPath(error);
  // On Windows the system's error has the whole path.
  const isItself = at === null || resolve(at) === resolve(path);
  return new Failure<LedgerProblem>(
    { code: "ledger_unreadable", path, at: isItself ? null : at, cause: errorCode(error) },
    { cause: error },
  );
}
