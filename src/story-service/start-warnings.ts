import { stat } from "node:fs/promises";
import { grantsOthers } from "../shared/files/windows.ts";
import type { World } from "../shared/world.ts";
import { readAccounts } from "./accounts/accounts.ts";
import { pepperPath } from "./accounts/pepper-file.ts";
import { demoAccountId } from "./accounts/settle.ts";
import type { ServiceConfig } from "./config/config.ts";
import type { Store } from "./store/store.ts";

const allAreOne =
  "the configuration has a publicUrl and no trustedProxies: all clients of a proxy count as one address, and bad keys of one lock all of them out";
const otherTime =
  "the service has a publicUrl and a clock that starts at another time than the real one: days, months, caps and sessions go by it";
const noAccount =
  "the service has no account yet; with the same --data and database: coursebinder serve admin accounts add <id> --credits <n>, then coursebinder serve keys add <name> --account <id>";
const openDemo =
  "the account demo of a first start without a publicUrl is still open, with its credits and its key; to close it: coursebinder serve admin accounts ban demo";

const openPepper =
  "others than its owner may read the pepper of the service, and try guesses of its secrets with it: take that right away (chmod 600)";

const othersMayRead = 0o044;

/** Warns of a pepper that others than its owner may read, as a copied or mounted file can be. */
export async function warnOfOpenPepper(dataFolder: string, { log }: Pick<World, "log">): Promise<void> {
  const path = pepperPath(dataFolder);
  if (grantsOthers((await stat(path)).mode, othersMayRead)) log.warn({ path }, openPepper);
}

interface Started {
  readonly config: ServiceConfig;
  readonly store: Store;
  readonly world: Pick<World, "log">;
  /** Whether this process answers over plain HTTP. */
  readonly isPlain: boolean;
}

/** Warns of what is fit for a service of this machine alone, and not for one at a public address. */
export async function warnIfPublic({ config, store, world: { log }, isPlain }: Started): Promise<void> {
  if (config.publicUrl === null) return;
  if (isPlain && config.publicUrl.startsWith("https:") && config.trustedProxies.length === 0)
    log.warn({}, allAreOne);
  if (config.clock !== null) log.warn({ clock: new Date(config.clock).toISOString() }, otherTime);
  const accounts = await readAccounts(store);
  if (accounts.size === 0) log.warn({}, noAccount);
  const demo = accounts.get(demoAccountId)?.settings;
  const isOpen = demo !== undefined && !demo.banned && !demo.deleted;
  if (isOpen && !config.accounts.some(({ id }) => id === demoAccountId)) log.warn({}, openDemo);
}
