import pg from "pg";
import type { Kernel, SimProcess } from "../world/kernel.ts";
import { SimDatabase } from "./database.ts";

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

const RealClient = pg.Client;

/** The program's database client, on a simulated connection to the real server, with its timeouts in virtual time. */
class SimClient extends RealClient {
  readonly #limits: { readonly connectMs: number; readonly queryMs: number };
  readonly #of: { readonly kernel: Kernel; readonly process: SimProcess };

  constructor(config: pg.ClientConfig) {
    const { connectionTimeoutMillis = 0, query_timeout = 0, ...others } = config;
    const number = new URL(config.connectionString ?? "").searchParams.get(parameter) ?? "";
    const { database, process } = connecting.get(number) ?? nobody();
    const { socket } = database.linkFor(process);
    super({ ...others, stream: () => socket });
    this.#limits = { connectMs: Number(connectionTimeoutMillis), queryMs: Number(query_timeout) };
    this.#of = { kernel: database.kernel, process };
  }

  override connect(): Promise<never> {
    return this.#within(this.#limits.connectMs, super.connect() as Promise<never>);
  }

  override query(...asked: unknown[]): never {
    const [text, values] = asked as [string, unknown[] | undefined];
    const answer = super.query(SimDatabase.timed(text), values as unknown[]);
    return this.#within(this.#limits.queryMs, answer) as never;
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

export { RealClient };
