import { SqliteError } from "../../shared/sqlite.ts";

/** A database server refused a statement, or could not be reached. */
export class DatabaseError extends Error {
  /** The server's SQLSTATE or the system's code, never a text that could contain an address. */
  readonly code: string;
  /** Whether it is certain that nothing of the statement or its transaction took effect. After a lost commit it is not. */
  readonly isUndone: boolean;

  constructor(code: string, { isUndone, cause }: { readonly isUndone: boolean; readonly cause: unknown }) {
    super(`the database refused: ${code}`, { cause });
    this.name = "DatabaseError";
    this.code = code;
    this.isUndone = isUndone;
  }
}

/** The code of an error that comes from the database, a file's (`SQLITE_NOTADB`) or a server's (`57P01`), or null for any other error. */
export function databaseRefusal(error: unknown): string | null {
  return error instanceof DatabaseError || error instanceof SqliteError ? error.code : null;
}

/** Whether the database can't keep anything at the moment, and certainly kept nothing of what failed: its disk is full, or it is away. */
export function isAwayForNow(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.isUndone && isPassing(error.code);
  return databaseRefusal(error) === "SQLITE_FULL";
}

/** Whether what failed may have taken effect all the same: the connection was lost during a commit. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof DatabaseError && !error.isUndone;
}

/** Lost or missing connections, a server that stops or starts, and what it has no room for: classes 08, 53 and 57P of SQLSTATE. */
function isPassing(code: string): boolean {
  return /^(08|53|57P|E[A-Z]+$|connection_)/.test(code);
}
