import pg from "pg";
import type { Kernel, SimProcess } from "../world/kernel.ts";
import type { SimDatabase } from "./database.ts";
import type { Link } from "./link.ts";

/** The process and database of each connection, by the number in its address. */
const connecting = new Map<string, { readonly database: SimDatabase; readonly process: SimProcess }>();
let connectors = 0;

const parameter = "simulated";

/** The address under which a process reaches a history's database. */
export function addressFor(database: SimDatabase, process: SimProcess): string {
  connectors += 1;
  const url = new URL(database.url);
  url.searchParams.set(parameter, String(connectors));
  connecting.set(String(connectors), { database, process });
  return url.href;
}

/** Forgets the connections of a history. */
export function forgetConnectors(): void {
  connecting.clear();
}

export const RealClient = pg.Client;

/** What the program uses of its database client, on a simulated connection to the real server, with its timeouts in virtual time. */
class SimClient {
  processID: number | null = null;
  readonly #link: Link;
  readonly #limits: { readonly connectMs: number; readonly queryMs: number };
  readonly #of: { readonly kernel: Kernel; readonly process: SimProcess };

  constructor({ connectionString = "", connectionTimeoutMillis = 0, query_timeout = 0 }: pg.ClientConfig) {
    const number = new URL(connectionString).searchParams.get(parameter) ?? "";
    const { database, process } = connecting.get(number) ?? nobody();
    this.#link = database.linkFor(process);
    this.#limits = { connectMs: Number(connectionTimeoutMillis), queryMs: Number(query_timeout) };
    this.#of = { kernel: database.kernel, process };
  }

  on(): this {
    return this;
  }

  async connect(): Promise<void> {
    await this.#within(this.#limits.connectMs, this.#link.connect());
    this.processID = this.#link.backend;
  }

  query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#within(this.#limits.queryMs, this.#link.query(text, values));
  }

  end(): Promise<void> {
    return this.#link.end();
  }

  #within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
    const { kernel, process } = this.#of;
    const done = new AbortController();
    const late = kernel.sleep(process, limitMs, done.signal).then(() => {
      if (done.signal.aborted) return work;
      throw new Error("Query read timeout");
    });
    return Promise.race([work.finally(() => done.abort()), late]);
  }
}

function nobody(): never {
  throw new Error("nobody of a history connects like this");
}

/** Routes the program's connections through the simulation. Resolves with a function that undoes it. */
export function simulateConnections(): () => void {
  const parts = pg as { Client: unknown };
  parts.Client = SimClient;
  return () => {
    parts.Client = RealClient;
  };
}
