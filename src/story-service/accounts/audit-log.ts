import { type Database, raw, sql } from "../store/store.ts";

/** Who did something: a user of the operating system who gave a command, the account's owner, a program with a token, or the service itself. */
export type Actor = { readonly operator: string } | "owner" | "program" | "service";

export interface LogEntry {
  readonly at: number;
  readonly actor: Actor;
  /** What was done, such as `account banned`. */
  readonly what: string;
  readonly accountId: string | null;
  /** Facts for people. Never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Writes down who did what. Call it inside the transaction that makes the change, so that neither exists without the other. */
export async function appendLog(
  transaction: Database,
  { at, actor, what, accountId, details = {} }: LogEntry,
): Promise<void> {
  const name = typeof actor === "string" ? actor : `operator ${actor.operator}`;
  await transaction.run(
    sql`INSERT INTO audit_log (at, actor, what, account_id, details)
      VALUES (${at}, ${name}, ${what}, ${accountId}, ${JSON.stringify(details)})`,
  );
}

/** A line of the log as it is shown. */
export interface LogLine extends Pick<LogEntry, "at" | "what" | "accountId"> {
  readonly seq: number;
  readonly actor: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The most recent lines of the log, for one account or for all accounts, in chronological order. */
export async function readLog(
  database: Database,
  { accountId, limit }: { readonly accountId: string | null; readonly limit: number },
): Promise<LogLine[]> {
  const whose = accountId === null ? raw("") : sql`WHERE account_id = ${accountId}`;
  const rows = await database.all<Omit<LogLine, "details"> & { details: string }>(
    sql`SELECT seq, at, actor, what, account_id AS "accountId", details FROM audit_log
     ${whose} ORDER BY seq DESC LIMIT ${limit}`,
  );
  return rows
    .reverse()
    .map(({ details, ...line }) => ({ ...line, details: JSON.parse(details) as Record<string, unknown> }));
}
