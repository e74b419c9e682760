import pg from "pg";
import { errorCode, Failure } from "../../../shared/failure.ts";
import { DatabaseError } from "../database-error.ts";

/** An error of the driver with its code alone: its text could contain an address. Failures and errors that are no database's stay as they are. */
export function asDatabaseError(error: unknown, isUndone: boolean): Error {
  if (error instanceof DatabaseError || error instanceof Failure) return error;
  return new DatabaseError(codeOf(error), {
    // The server refuses a statement as a whole. Where it ends the session, the answer to a commit may have been lost.
    isUndone: isUndone || (error instanceof pg.DatabaseError && !endsSession(error)),
    cause: error,
  });
}

/** The SQLSTATE or the system's code of an error of the driver; never a text that could contain an address. */
export function codeOf(error: unknown): string {
  const code = errorCode(error);
  return code === "Error" ? "connection_lost" : code;
}

function endsSession({ severity, code }: pg.DatabaseError): boolean {
  return severity === "FATAL" || severity === "PANIC" || /^(08|57P)/.test(code ?? "");
}

/** Whether the server ended a transaction because of another one, so that repeating it may succeed: serialization failures and deadlocks. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === "40001" || error.code === "40P01");
}
