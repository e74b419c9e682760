import pg from "pg";
import { Failure } from "../../shared/failure.ts";
import { sha256 } from "../../shared/hash.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { driverCode, sessionSettings } from "../../shared/postgres/address.ts";
import type { LedgerProblem } from "../problem.ts";

/** Column values; 64-bit numbers arrive as strings. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** How long connecting, and each statement, may take. After a timeout the outcome is unknown. */
const connectTimeoutMs = 10_000;
const statementTimeoutMs = 60_000;

interface SessionOptions {
  /** The location of what the session is for, named in problems. */
  readonly path: string;
  /** Shown to whoever lists the server's sessions. */
  readonly name: string;
}

/**
 * A dedicated connection, never shared or reused: the session lock lasts exactly as long as the connection. Once it is lost, the session stays lost: what
 * became of its last statement is found by whoever opens the ledger next, and that is possible only once the server has ended this session.
 */
export class Session {
  readonly #client: pg.Client;
  readonly #path: string;

  private constructor(client: pg.Client, path: string) {
    this.#client = client;
    this.#path = path;
    // Without a listener, a backend terminated by the server would crash this process.
    client.on("error", () => undefined);
  }

  /** Resolves with a ready session. Throws a Failure with a LedgerProblem if the database can't be reached. */
  static async open(address: PostgresAddress, { path, name }: SessionOptions): Promise<Session> {
    const client = new pg.Client({
      connectionString: address.reveal(),
      application_name: name,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: statementTimeoutMs,
      keepAlive: true,
    });
    const session = new Session(client, path);
    try {
      await client.connect();
      await client.query(sessionSettings);
      return session;
    } catch (error) {
      await session.close();
      throw unreachable(error, path);
    }
  }

  /**
   * Runs one statement and resolves with its rows. Rejects with a Failure if the server refuses the statement, or if the connection is lost: then it is
   * unknown whether the statement took effect.
   */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    try {
      // Without values, a text may contain several statements; their rows are not used.
      if (values.length === 0) return (await this.#client.query(text)).rows ?? [];
      return (await this.#client.query(text, [...values])).rows;
    } catch (error) {
      // Closed, so that a late answer can't be taken for the next statement's.
      if (!isRefusal(error)) void this.close();
      throw unreachable(error, this.#path);
    }
  }

  /** Runs `work` in a transaction. If it rejects, the transaction is rolled back and the rejection passed on. */
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

  /** Takes a ledger's lock until the session or its transaction ends. False: another session has it. Outside a transaction, the latter only looks. */
  async tryLock(ledger: string, until: "session" | "transaction" = "session"): Promise<boolean> {
    const take = until === "session" ? "pg_try_advisory_lock" : "pg_try_advisory_xact_lock";
    const [row] = await this.query(`SELECT ${take}($1::bigint) AS taken`, [lockKey(ledger)]);
    return row?.taken === true;
  }

  /** The backend that answers now. `isOwn`: it is the one that this connection was made to, without a pooler in between. */
  async backend(): Promise<{ readonly pid: number; readonly isOwn: boolean }> {
    const [row] = await this.query("SELECT pg_backend_pid() AS pid");
    const pid = Number(row?.pid);
    // PostgreSQL reports its backend's pid at connection; a pooler reports a number of its own.
    return { pid, isOwn: (this.#client as pg.Client & { processID?: number }).processID === pid };
  }

  /** Resolves once the session has ended; its lock is released then, or soon after. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

function unreachable(error: unknown, path: string): Failure<LedgerProblem> {
  const cause = driverCode(error) ?? "the connection ended";
  return new Failure<LedgerProblem>({ code: "ledger_unreachable", path, cause }, { cause: error });
}

// The statement failed but the session is still good. An error that ends the session says nothing about earlier statements.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const endsSession = error.severity === "FATAL" || error.severity === "PANIC";
  return !endsSession && !/^(08|57P0)/.test(error.code ?? "");
}

// Advisory locks are identified by 64-bit numbers; each ledger of a database has its own.
function lockKey(ledger: string): string {
  return BigInt.asIntN(64, BigInt(`0x${sha256(`coursebinder ledger ${ledger}`).slice(0, 16)}`)).toString();
}
