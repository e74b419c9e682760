import { errorCode } from "../failure.ts";

/**
 * The address of a PostgreSQL database. The password stays private, and `location`, which is shown and stored, names only the host, the
 * port and the database, not the user or connection parameters.
 */
export class PostgresAddress {
  readonly #url: string;
  /** The address for a later command, with its ledger and connection parameters but without the password. */
  readonly typed: string;
  readonly location: string;
  /** The ledger named after a `#`, or null: a database can hold the ledgers of several courses. */
  readonly ledger: string | null;

  constructor(url: URL) {
    this.ledger = url.hash === "" ? null : decodeURIComponent(url.hash.slice(1));
    const connecting = new URL(url);
    connecting.hash = "";
    this.#url = connecting.href;
    this.typed = withoutSecrets(url);
    const host = url.searchParams.get("host") ?? (url.hostname === "" ? "localhost" : url.hostname);
    const port = url.searchParams.get("port") ?? url.port;
    const database = url.pathname.replace(/^\//, "");
    this.location = `postgres://${host}${port === "" ? "" : `:${port}`}${database === "" ? "" : `/${database}`}`;
  }

  /** The complete address with its password, for the one place that connects. */
  reveal(): string {
    return this.#url;
  }

  /** The location of one ledger, for people. A command accepts the same text, apart from the credentials. */
  locationOf(ledger: string): string {
    return `${this.location}#${ledger}`;
  }
}

// The connection parameters that are known to contain no secret; without them a later command would connect differently.
const harmless: ReadonlySet<string> = new Set([
  "host",
  "port",
  "user",
  "sslmode",
  "sslrootcert",
  "application_name",
  "connect_timeout",
]);

function withoutSecrets(url: URL): string {
  const shown = new URL(url);
  shown.password = "";
  for (const name of [...shown.searchParams.keys()]) if (!harmless.has(name)) shown.searchParams.delete(name);
  return shown.href;
}

/**
 * Whether a text is meant as a database address rather than a file name, even if it is misspelled or has the quotes of a settings file around it.
 * If such a text were treated as a file name, a ledger that knows of no purchase would be started, and the password would be shown.
 */
export function looksLikeAddress(text: string): boolean {
  return /^[\s"']*([a-z][a-z0-9+.-]*:\/\/|postgres(ql)?:)/i.test(text);
}

/** Parses `postgres://user:password@host:port/database`; null if invalid. Don't show the text: it may contain a password. */
export function readPostgresAddress(text: string): PostgresAddress | null {
  if (!/^postgres(ql)?:\/\//i.test(text)) return null;
  try {
    return new PostgresAddress(new URL(text));
  } catch {
    return null;
  }
}

/**
 * A short code for an error of the driver, never its text, which could contain an address: an SQLSTATE, a system's code, or `no_tls` if the server has
 * no TLS but the address demands it. Null if the connection ended without a code.
 */
export function driverCode(error: unknown): string | null {
  if (error instanceof Error && error.message === "The server does not support SSL connections")
    return "no_tls";
  const code = errorCode(error);
  return code === "Error" ? null : code;
}

/**
 * The session settings of every connection that money depends on. After about a minute, the server releases the locks of a machine that has vanished.
 * It also ends the transaction of a process that was suspended during one, so that other processes need not wait for such a machine or process. A
 * server may be configured to confirm commits before they are on disk; these settings override that.
 */
export const sessionSettings = `
  SET client_min_messages = warning;
  SET idle_in_transaction_session_timeout = '10s';
  SET lock_timeout = '15s';
  SET tcp_keepalives_idle = 30;
  SET tcp_keepalives_interval = 10;
  SET tcp_keepalives_count = 3;
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';`;
