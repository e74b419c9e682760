import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { startTimer } from "../../shared/timer.ts";
import type { World } from "../../shared/world.ts";
import type { Connections } from "./connections.ts";
import { logOf, requestIdOf } from "./requests.ts";

/** Timeouts for clients, in ms. */
export interface TimeLimits {
  /** Until a request's headers have arrived. */
  readonly headMs: number;
  /** Until a whole request has arrived. */
  readonly requestMs: number;
  /** How long a client may read nothing of a response: a paused player requests the rest again. */
  readonly readerIdleMs: number;
  /** From a request to the last byte of its response: a half-hour recording at playback speed. */
  readonly answerMs: number;
}

export const standardTimeLimits: TimeLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  readerIdleMs: 30_000,
  answerMs: 1_800_000,
};

/** Closes connections whose clients stall or take too long to read. Does not count the time in which a response is being prepared. */
export function limitReaders(
  { server }: FastifyInstance,
  connections: Connections,
  { limits, world }: { readonly limits: TimeLimits; readonly world: World },
): void {
  const lastOf = new WeakMap<Socket, IncomingMessage>();
  const giveUp = (socket: Socket): void => {
    const last = lastOf.get(socket);
    if (socket.writableLength > 0 && last !== undefined)
      logOf(world, requestIdOf(last)).info({}, "a reader was too slow: its connection is closed");
    socket.destroy();
  };
  // Node counts outgoing bytes as activity and reports when there was none.
  server.setTimeout(limits.readerIdleMs, (socket) => {
    if (socket.writableLength === 0 && connections.owes(socket)) socket.setTimeout(limits.readerIdleMs);
    else giveUp(socket);
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    lastOf.set(socket, request);
    const timer = startTimer(limits.answerMs, () => giveUp(socket)).unref();
    response.once("close", () => clearTimeout(timer));
  });
}
