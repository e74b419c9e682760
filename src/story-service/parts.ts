import type { World } from "../shared/world.ts";
import type { Accounts } from "./accounts/accounts.ts";
import type { Clock } from "./clock.ts";
import type { ServiceConfig } from "./config.ts";
import type { CallLog } from "./limits/call-log.ts";
import type { Store } from "./store/store.ts";
import type { Worker } from "./stories/worker.ts";

/** Where the service is reached, without a slash at the end. Known once it listens, before the first request. */
export interface Addresses {
  url: string;
  appUrl: string;
  mcpUrl: string;
}

/** What every operation works with. Made once, in `serve.ts`. */
export interface Parts {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly world: World;
  readonly pepper: Buffer;
  readonly dataFolder: string;
  readonly addresses: Readonly<Addresses>;
  /** Calls of a credential, REST and MCP together. */
  readonly calls: CallLog;
  /** Messages over MCP of a credential, beside calls of tools. */
  readonly mcpMessages: CallLog;
  /** Bad bearers of an address. */
  readonly badBearers: CallLog;
  /** Registrations, and calls of the token endpoint, of an address. */
  readonly oauthRegistrations: CallLog;
  readonly oauthTokens: CallLog;
  readonly worker: Worker;
  /** Resolves once the configured sign-in secrets are in place; hashing them is slow, and only signing in has to wait for it. */
  readonly signIns: Promise<unknown>;
}
