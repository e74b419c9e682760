import type { Rate } from "../../shared/duration.ts";

/** How many other messages a key may send for each call that it may make: a client that connects anew for every tool call sends about five. */
const messagesForEachCall = 10;

/** The limit of a key's messages over MCP that are no calls of tools. The interface gives none: it follows the limit of calls. */
export function messageRate({ count, windowMs }: Rate): Rate {
  return { count: count * messagesForEachCall, windowMs };
}

/** How many messages of a request are no calls of tools, each of a batch by itself. One that can't be read, or is none, counts as one. */
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
