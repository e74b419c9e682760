import pg from "pg";
import { errorCode } from "../../shared/failure.ts";
import { sha256 } from "../../shared/hash.ts";
import type { PostgresAddress } from "./address.ts";

/** The connection is gone or can't be trusted any more: whether its last statement took effect is not known. */
export class ConnectionLost extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the connection to the database was lost: ${reason}`);
    this.name = "ConnectionLost";
    this.reason = reason;
  }
}

/** A value that a column gives back: numbers of 64 bits come as text. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** How long a connection may take to stand, and a statement to answer. Past that nobody knows what became of it. */
const connectTimeoutMs = 10_000;
const statementTimeoutMs = 60_000;

// A machine that is gone without a word gives its lock back after about a minute; a process that was stopped in the middle of a transaction
// loses that transaction, not the ledger. A server may be set to answer before an event is on its disk; this session never is.
const settings = `
  SET client_min_messages = warning;
  SET idle_in_transaction_session_timeout = '10s';
  SET lock_timeout = '15s';
  SET tcp_keepalives_idle = 30;
  SET tcp_keepalives_interval = 10;
  SET tcp_keepalives_count = 3;
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';`;

/** One connection of its own, never shared and never reused: a session lock lives and dies with it. */
export class Session {
  /** Unique among all sessions of the server, so that the session itself can be told from every other. */
  readonly name: string;
  readonly #client: pg.Client;
  #lost: ConnectionLost | null = null;

  private constructor(client: pg.Client, name: string) {
    this.#client = client;
    this.name = name;
    // Without a listener a backend that the server ends would take this process with it.
    client.on("error", (error) => this.#lose(error));
    client.on("end", () => this.#lose(new Error("it ended")));
  }

  /** Resolves with a session that is ready; rejects with a ConnectionLost, or with the server's refusal. */
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
      await session.query(settings);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Whether the connection is gone. */
  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** The rows of one statement. Rejects with the server's own error, or with a ConnectionLost. */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    if (this.#lost !== null) throw this.#lost;
    try {
      // Without values several statements may come in one text; their rows are nobody's concern.
      if (values.length === 0) return (await this.#client.query(text)).rows ?? [];
      return (await this.#client.query(text, [...values])).rows;
    } catch (error) {
      if (isRefusal(error)) throw error;
      throw this.#lose(error);
    }
  }

  /**
   * Does the work in one transaction. A rejection of the work rolls back and is passed on. A ConnectionLost leaves open whether the
   * transaction took effect.
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
    let result: Result;
    try {
      result = await work();
    } catch (error) {
      // Where even that fails the connection is gone, and its transaction with it.
      await this.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
    await this.query("COMMIT");
    return result;
  }

  /** Takes the lock of a ledger for as long as the session lives. False: another session has it. */
  async tryLock(ledger: string): Promise<boolean> {
    const [row] = await this.query("SELECT pg_try_advisory_lock($1::bigint) AS taken", [lockKey(ledger)]);
    return row?.taken === true;
  }

  /** Whether any session has the lock of a ledger. */
  async isLocked(ledger: string): Promise<boolean> {
    return (await this.query(lockHolders, [lockKey(ledger)])).length > 0;
  }

  /** Whether the server's process that answers is the one that has the lock: behind a pooler it may be another than the one that took it. */
  async holdsLock(ledger: string): Promise<boolean> {
    const rows = await this.query(`${lockHolders} AND pid = pg_backend_pid()`, [lockKey(ledger)]);
    return rows.length > 0;
  }

  /** The server's process that answers now. `isOwn`: it is the one that this connection was made to, with nobody in between. */
  async backend(): Promise<{ readonly pid: number; readonly isOwn: boolean }> {
    const [row] = await this.query("SELECT pg_backend_pid() AS pid");
    const pid = Number(row?.pid);
    // The server names its process when a connection begins; a pooler names a number of its own.
    return { pid, isOwn: (this.#client as pg.Client & { processID?: number }).processID === pid };
  }

  /** As `tryLock`, after a wait of some seconds for whoever is about to give it back; rejects when that was not enough. */
  async waitForLock(ledger: string): Promise<void> {
    await this.query("SELECT pg_advisory_lock($1::bigint)", [lockKey(ledger)]);
  }

  /** Resolves once the session is over; its lock is free then, or soon. */
  async close(): Promise<void> {
    const gone = this.#lost !== null;
    this.#lost ??= new ConnectionLost("it was closed");
    if (gone) return;
    await this.#client.end().catch(() => undefined);
  }

  #lose(error: unknown): ConnectionLost {
    if (this.#lost === null) {
      this.#lost = new ConnectionLost(reasonOf(error));
      // An answer that comes too late must not be taken for the next one's.
      void this.#client.end().catch(() => undefined);
    }
    return this.#lost;
  }
}

/** Why the server or the way to it refused, in a few characters: a code, never a text that could hold an address. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConnectionLost) return error.reason;
  const code = errorCode(error);
  return code === "Error" ? "the connection ended" : code;
}

/** Whether the server refused a statement with this SQLSTATE. */
export function isRefusedWith(error: unknown, state: string): boolean {
  return error instanceof pg.DatabaseError && error.code === state;
}

// An error of the statement, with the session still good. One that ends the session says nothing about what came before it.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const endsSession = error.severity === "FATAL" || error.severity === "PANIC";
  return !endsSession && !/^(08|57P0)/.test(error.code ?? "");
}

// A lock of one number stands there as its two halves.
const lockHolders = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND ((classid::bigint << 32) | objid::bigint) = $1::bigint`;

// Advisory locks are named by a number of 64 bits, one for each ledger of a database.
function lockKey(ledger: string): string {
  return BigInt.asIntN(64, BigInt(`0x${sha256(`coursebinder ledger ${ledger}`).slice(0, 16)}`)).toString();
}
