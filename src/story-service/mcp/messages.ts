import type { Rate } from "../../shared/duration.ts";

/** How many other messages are allowed per call: a client that reconnects for every tool call sends about five. */
const messagesForEachCall = 10;

/** The rate limit for MCP messages other than tool calls. The interface defines none; this one follows the limit of calls. */
export function messageRate({ count, windowMs }: Rate): Rate {
  return { count: count * messagesForEachCall, windowMs };
}

/** Number of messages in a request that are not tool calls, counting each message of a batch. An unreadable message counts as one. */
export function messagesBesideCalls(body: Buffer): number {
  const message = parsed(body);
  if (!Array.isArray(message)) return isToolCall(message) ? 0 : 1;
  return message.length === 0 ? 1 : message.filter((one) => !isToolCall(one)).length;
}

function isToolCall(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === "tools/call";
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
