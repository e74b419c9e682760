import type { PostgresAddress } from "../shared/postgres/address.ts";
import type { World } from "../shared/world.ts";
import type { Pepper } from "./accounts/pepper.ts";
import type { Clock } from "./clock.ts";
import type { ServiceConfig } from "./config/config.ts";
import type { CallLogs } from "./limits.ts";
import type { Narrator, Writer } from "./ports.ts";
import type { Recordings } from "./recordings/recordings.ts";
import type { Sql, Store } from "./store/store.ts";

/**
 * The service's URLs, without a trailing slash; they are at its public address if it has one. They are set once the service listens, before the first
 * request.
 */
export interface Addresses {
  /** The interface's base URL: `http://127.0.0.1:4010/api/v1`, or at the public address. */
  url: string;
  appUrl: string;
  mcpUrl: string;
  /** Where this process listens, which is not what clients use where there is a public address. */
  listensAt: string;
}

/** Everything that the service's operations work with. Created once, in `serve.ts`. */
export interface Parts extends CallLogs {
  readonly store: Store;
  readonly config: ServiceConfig;
  readonly clock: Clock;
  /** The time by which paid starts are counted, as an expression: that of a shared database, since the clocks of several machines differ. */
  readonly paidStartClock: () => Sql;
  readonly world: World;
  readonly pepper: Pepper;
  readonly dataFolder: string;
  /** The database on a server; null: a file in the folder. */
  readonly database: PostgresAddress | null;
  readonly recordings: Recordings;
  readonly addresses: Readonly<Addresses>;
  /** How long a story takes to write and to narrate, at least. */
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  readonly writer: Pick<Writer, "covers">;
  readonly narrator: Omit<Narrator, "narrate">;
}
