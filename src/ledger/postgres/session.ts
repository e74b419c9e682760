import pg from "pg";
import { errorCode, Failure } from "../../shared/failure.ts";
import { sha256 } from "../../shared/hash.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { sessionSettings } from "../../shared/postgres/address.ts";
import type { LedgerProblem } from "../problem.ts";

/** The connection is lost or no longer trustworthy: it is unknown whether its last statement took effect. */
export class ConnectionLost extends Error {
  /** Why, as `errorCode` reads it. */
  readonly code: string;

  constructor(code: string) {
    super(`the connection to the database was lost: ${code}`);
    this.name = "ConnectionLost";
    this.code = code;
  }
}

/** Column values; 64-bit numbers arrive as strings. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** How long connecting, and each statement, may take. After a timeout the outcome is unknown. */
const connectTimeoutMs = 10_000;
const statementTimeoutMs = 60_000;

/** A dedicated connection, never shared or reused: the session lock lasts exactly as long as the connection. */
export class Session {
  /** Unique on the server, to identify this session among all others. */
  readonly name: string;
  readonly #client: pg.Client;
  #lost: ConnectionLost | null = null;

  private constructor(client: pg.Client, name: string) {
    this.#client = client;
    this.name = name;
    // Without a listener, a backend terminated by the server would crash this process.
    client.on("error", (error) => this.#lose(error));
    client.on("end", () => this.#lose(new Error("it ended")));
  }

  /** Resolves with a ready session; rejects with a ConnectionLost or with the server's error. */
  static async open(address: PostgresAddress, name: string): Promise<Session> {
    const client = new pg.Client({
      connectionString: address.reveal(),
      application_name: name,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: statementTimeoutMs,
      keepAlive: true,
    });
    const session = new Session(client, name);
    try {
      await client.connect();
      await session.query(sessionSettings);
      return session;
    } catch (error) {
      await session.close().catch(() => undefined);
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** Runs one statement and resolves with its rows. Rejects with the server's error or with a ConnectionLost. */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    if (this.#lost !== null) throw this.#lost;
    try {
      // Without values, a text may contain several statements; their rows are not used.
      if (values.length === 0) return (await this.#client.query(text)).rows ?? [];
      return (await this.#client.query(text, [...values])).rows;
    } catch (error) {
      if (isRefusal(error)) throw error;
      throw this.#lose(error);
    }
  }

  /**
   * Runs `work` in a transaction. If it rejects, the transaction is rolled back and the rejection passed on. After a ConnectionLost it is
   * unknown whether the transaction took effect.
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
    let result: Result;
    try {
      result = await work();
    } catch (error) {
      // If even that fails, the connection is lost and the transaction with it.
      await this.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
    await this.query("COMMIT");
    return result;
  }

  /** Takes a ledger's lock until the session or its transaction ends. False: another session has it. */
  async tryLock(ledger: string, until: "session" | "transaction" = "session"): Promise<boolean> {
    const take = until === "session" ? "pg_try_advisory_lock" : "pg_try_advisory_xact_lock";
    const [row] = await this.query(`SELECT ${take}($1::bigint) AS taken`, [lockKey(ledger)]);
    return row?.taken === true;
  }

  /** Whether any session holds a ledger's lock. */
  async isLocked(ledger: string): Promise<boolean> {
    return (await this.query(lockHolders, [lockKey(ledger)])).length > 0;
  }

  /** Whether the backend that answers holds the lock: behind a pooler it may not be the one that took it. */
  async holdsLock(ledger: string): Promise<boolean> {
    const rows = await this.query(`${lockHolders} AND pid = pg_backend_pid()`, [lockKey(ledger)]);
    return rows.length > 0;
  }

  /** The backend that answers now. `isOwn`: it is the one that this connection was made to, without a pooler in between. */
  async backend(): Promise<{ readonly pid: number; readonly isOwn: boolean }> {
    const [row] = await this.query("SELECT pg_backend_pid() AS pid");
    const pid = Number(row?.pid);
    // PostgreSQL reports its backend's pid at connection; a pooler reports a number of its own.
    return { pid, isOwn: (this.#client as pg.Client & { processID?: number }).processID === pid };
  }

  /** Like `tryLock`, but waits some seconds for a holder that is about to release it; rejects if that was not enough. */
  async waitForLock(ledger: string): Promise<void> {
    await this.query("SELECT pg_advisory_lock($1::bigint)", [lockKey(ledger)]);
  }

  /** Resolves once the session has ended; its lock is released then, or soon after. */
  async close(): Promise<void> {
    const gone = this.#lost !== null;
    this.#lost ??= new ConnectionLost("it was closed");
    if (gone) return;
    await this.#client.end().catch(() => undefined);
  }

  #lose(error: unknown): ConnectionLost {
    if (this.#lost === null) {
      this.#lost = new ConnectionLost(reasonOf(error));
      // Close the connection, so that a late answer can't be taken for the next statement's.
      void this.#client.end().catch(() => undefined);
    }
    return this.#lost;
  }
}

/** Opens a session. Throws a Failure with a LedgerProblem if the database can't be reached. */
export async function openSession(
  address: PostgresAddress,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<Session> {
  try {
    return await Session.open(address, name);
  } catch (error) {
    throw asUnreachable(error, path);
  }
}

/** Wraps a database error that occurred before anything was sent. A Failure or a programming error is returned unchanged. */
export function asUnreachable(error: unknown, path: string): unknown {
  if (error instanceof Failure || error instanceof TypeError || error instanceof RangeError) return error;
  const cause = reasonOf(error);
  return new Failure<LedgerProblem>({ code: "ledger_unreachable", path, cause }, { cause: error });
}

/** Why the server or the network refused: a short code, never a text that could contain an address. */
function reasonOf(error: unknown): string {
  const code = errorCode(error);
  return code === "Error" ? "the connection ended" : code;
}

/** Whether the server refused a statement with this SQLSTATE. */
export function isRefusedWith(error: unknown, state: string): boolean {
  return error instanceof pg.DatabaseError && error.code === state;
}

// The statement failed but the session is still good. An error that ends the session says nothing about earlier statements.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const endsSession = error.severity === "FATAL" || error.severity === "PANIC";
  return !endsSession && !/^(08|57P0)/.test(error.code ?? "");
}

// pg_locks shows a 64-bit lock key as two halves.
const lockHolders = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND ((classid::bigint << 32) | objid::bigint) = $1::bigint`;

// Advisory locks are identified by 64-bit numbers; each ledger of a database has its own.
function lockKey(ledger: string): string {
  return BigInt.asIntN(64, BigInt(`0x${sha256(`coursebinder ledger ${ledger}`).slice(0, 16)}`)).toString();
}
