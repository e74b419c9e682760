import type { LedgerIdentity } from "../store.ts";

/**
 * Where a PostgreSQL database is. The password stays inside: what is shown or stored of it is `location`, which names the host, the port
 * and the database, and never who connects or how.
 */
export class PostgresAddress {
  readonly #url: string;
  /** The address as a later command needs it, its ledger and the way to connect included: all but the secret and who connects. */
  readonly typed: string;
  readonly location: string;
  /** The ledger named after a `#`, or null: one database holds the ledgers of several courses. */
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

  /** The whole address, for the one place that connects. */
  reveal(): string {
    return this.#url;
  }

  /** Where one ledger is, for people; the same text names it to a command, but for who connects. */
  locationOf(ledger: string): string {
    return `${this.location}#${ledger}`;
  }
}

// Of a connection's parameters those that are known to be harmless: a later command would connect in another way without them.
const harmless: ReadonlySet<string> = new Set([
  "host",
  "port",
  "sslmode",
  "sslrootcert",
  "application_name",
  "connect_timeout",
]);

function withoutSecrets(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  for (const name of [...shown.searchParams.keys()]) if (!harmless.has(name)) shown.searchParams.delete(name);
  return shown.href;
}

/** What a course's ledger is called in its database. A rehearsal's has a name of its own, so that neither is taken for the other. */
export function ledgerName({ course, service }: LedgerIdentity): string {
  return service === "local" ? `local/${course}` : course;
}

/**
 * Whether a text is meant as the address of a database rather than as a file, be it misspelled, or with the quotes of a settings file
 * around it: taken for the name of a new file it would begin a ledger that knows of no purchase, and show its password.
 */
export function looksLikeAddress(text: string): boolean {
  return /^[\s"']*([a-z][a-z0-9+.-]*:\/\/|postgres(ql)?:)/i.test(text);
}

/** Reads `postgres://user:password@host:port/database`; null where it is none. The text must not be shown: it may hold a password. */
export function readPostgresAddress(text: string): PostgresAddress | null {
  if (!/^postgres(ql)?:\/\//i.test(text)) return null;
  try {
    return new PostgresAddress(new URL(text));
  } catch {
    return null;
  }
}
