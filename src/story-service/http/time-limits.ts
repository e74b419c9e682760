import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { startTimer } from "../../shared/timer.ts";
import type { Log } from "../../shared/world.ts";
import type { Connections } from "./connections.ts";

/** How long others may take before their connection is given up. In ms. */
export interface TimeLimits {
  /** Until a request's headers have arrived. */
  readonly headMs: number;
  /** Until a whole request has arrived. */
  readonly requestMs: number;
  /** How long a reader may take nothing of what is sent: a paused player asks again for the rest. */
  readonly readerIdleMs: number;
  /** From a request to the last byte of its answer: a recording of half an hour at the speed at which it is heard. */
  readonly answerMs: number;
}

export const standardTimeLimits: TimeLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  readerIdleMs: 30_000,
  answerMs: 1_800_000,
};

/** Ends connections whose readers stand still, or take for ever. An answer that is being made is nobody's standing still. */
export function limitReaders(
  { server }: FastifyInstance,
  connections: Connections,
  { limits, log }: { readonly limits: TimeLimits; readonly log: Log },
): void {
  const giveUp = (socket: Socket): void => {
    if (socket.writableLength > 0) log.info({}, "a reader was too slow: its connection is closed");
    socket.destroy();
  };
  // Node takes bytes that leave for activity, and tells when there was none.
  server.setTimeout(limits.readerIdleMs, (socket) => {
    if (socket.writableLength === 0 && connections.owes(socket)) socket.setTimeout(limits.readerIdleMs);
    else giveUp(socket);
  });
  server.on("request", ({ socket }, response) => {
    const timer = startTimer(limits.answerMs, () => giveUp(socket)).unref();
    response.once("close", () => clearTimeout(timer));
  });
}
