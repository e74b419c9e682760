import { setMaxListeners } from "node:events";
import type { Rate } from "../../shared/duration.ts";
import type { World } from "../../shared/world.ts";
import type { ServiceConfig } from "../config/config.ts";
import { messageRate } from "../mcp/messages.ts";
import { type CallLog, memoryLog } from "./call-log.ts";
import { forgetWindows, type SharedLogNeeds, sharedLog } from "./shared-log.ts";

/** Wrong sign-in secrets that an address may try for one account, and in total, before it must wait. */
const triesForOne = { count: 10, windowMs: 600_000 } as const;
const triesForAll = { count: 50, windowMs: 600_000 } as const;

/** What is counted apart from money, each in a window of its own. */
export interface CallLogs {
  /** Calls per credential, REST and MCP together. */
  readonly calls: CallLog;
  /** MCP messages per credential, other than tool calls. */
  readonly mcpMessages: CallLog;
  /** Bad bearers per address. */
  readonly badBearers: CallLog;
  /** Registrations, and token endpoint calls, per address. */
  readonly oauthRegistrations: CallLog;
  readonly oauthTokens: CallLog;
  /** Wrong sign-in secrets per address and account, and per address. */
  readonly triesForOne: CallLog;
  readonly triesForAll: CallLog;
}

/** The logs of a service: in memory where the database has one process, or else in the database, so that all processes count together. */
export function callLogs(
  needs: SharedLogNeeds & { readonly world: Pick<World, "log" | "monotonic"> },
  { limits }: Pick<ServiceConfig, "limits">,
): CallLogs {
  const log = (kind: string, rate: Rate): CallLog =>
    needs.store.isShared ? sharedLog(needs, { kind, rate }) : memoryLog(rate, needs.world.monotonic);
  return {
    calls: log("calls", limits.calls),
    mcpMessages: log("mcp messages", messageRate(limits.calls)),
    badBearers: log("bad bearers", limits.badBearers),
    oauthRegistrations: log("oauth registrations", limits.oauthRegistrations),
    oauthTokens: log("oauth tokens", limits.oauthTokens),
    triesForOne: log("sign-in tries for one", triesForOne),
    triesForAll: log("sign-in tries for all", triesForAll),
  };
}

/** How often what has left its window is removed from a shared database. */
const forgetEveryMs = 60_000;

/** Removes from a shared database, from now on and about once a minute, what no window needs any more. */
export function keepForgetting(
  needs: SharedLogNeeds & { readonly world: Pick<World, "log" | "sleep" | "random"> },
): { stop(): Promise<void> } {
  const { world, store } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(0, signal);
  const forget = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await forgetWindows(needs);
      } catch (error) {
        world.log.warn({ error: String(error) }, "old counts could not be removed; it is tried again");
      }
      // Spread, so that several processes don't do it at once.
      await world.sleep(forgetEveryMs * (0.75 + world.random() / 2), signal);
    }
  };
  const running = store.isShared ? forget() : Promise.resolve();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
