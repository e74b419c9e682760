import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { startTimer } from "../../shared/timer.ts";
import type { World } from "../../shared/world.ts";
import { inTime } from "../clock.ts";

/** How long a connection that we ended stays open, so that its client can read the last answer: closing it with unread bytes would discard that. */
const lingerMs = 1_000;

/** The connections of a server and their pending responses. */
export interface Connections {
  /** True during shutdown: new requests are refused. */
  isDraining(): boolean;
  /**
   * Ends a connection with an answer to something that is not a request. Earlier requests on the same connection, perhaps a paid creation, get their
   * own answers first, so that a client never takes the refusal for theirs.
   */
  refuse(socket: Socket, answer: string): Promise<void>;
  /**
   * Stops listening and closes idle connections at once, the others after their last response. Resolves once all are closed, with the number cut off
   * after `mostMs`.
   */
  drain(mostMs: number): Promise<number>;
}

/** Timeouts for clients, in ms. */
export interface TimeLimits {
  /** Until a request's headers have arrived. */
  readonly headMs: number;
  /** Until a whole request has arrived. */
  readonly requestMs: number;
  /** How long a client may read nothing of a response: a paused player requests the rest again. */
  readonly readerIdleMs: number;
}

export const standardTimeLimits: TimeLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  readerIdleMs: 30_000,
};

const withheld = new WeakSet<ServerResponse>();

/** Marks a response that will never be sent, so that shutdown does not wait for it. Leaves the connection open. */
export function withhold(response: ServerResponse): void {
  withheld.add(response);
}

/**
 * Tracks a server's connections, and closes those whose clients stall; the time in which a response is being
 * prepared does not count. Call it before the server listens.
 */
export function watchConnections(
  server: Server,
  { limits, world }: { readonly limits: TimeLimits; readonly world: Pick<World, "log"> },
): Connections {
  /** The responses that each open connection still owes, in the order of their requests. */
  const open = new Map<Socket, Set<ServerResponse>>();
  const lastOf = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  let draining = false;
  const isIdle = (socket: Socket): boolean => [...(open.get(socket) ?? [])].every((one) => withheld.has(one));
  const giveUp = (socket: Socket): void => {
    if (socket.writableLength > 0)
      world.log.info(
        { requestId: lastOf.get(socket)?.getHeader("x-request-id") },
        "a client read too slowly, so its connection was closed",
      );
    socket.destroy();
  };
  server.on("connection", (socket: Socket) => {
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    const owed = open.get(socket);
    owed?.add(response);
    lastOf.set(socket, response);
    response.once("close", () => {
      owed?.delete(response);
      if (draining && isIdle(socket)) hangUp(socket);
    });
  });
  // Node counts outgoing bytes as activity and reports when there was none.
  server.setTimeout(limits.readerIdleMs, (socket) => {
    const isPreparing = socket.writableLength === 0 && (open.get(socket)?.size ?? 0) > 0;
    if (isPreparing) socket.setTimeout(limits.readerIdleMs);
    else giveUp(socket);
  });
  return {
    isDraining: () => draining,
    async refuse(socket, answer) {
      if (refused.has(socket)) return;
      refused.add(socket);
      const last = lastOf.get(socket);
      const broken = last?.req.complete === false ? last : null;
      const earlier = [...(open.get(socket) ?? [])].filter((one) => one !== broken);
      await Promise.all(earlier.map((one) => once(one, "close")));
      if (socket.writable && broken?.headersSent !== true) socket.write(answer);
      hangUp(socket);
    },
    async drain(mostMs) {
      // Read what has already arrived: accepting a connection takes one turn of the event loop, reading it another.
      for (let turn = 0; turn < 3; turn += 1) await setImmediate();
      draining = true;
      const closed = once(server, "close");
      server.close();
      for (const socket of open.keys()) if (isIdle(socket)) hangUp(socket);
      await inTime(closed, mostMs);
      const cut = [...open.keys()].filter((socket) => !isIdle(socket)).length;
      for (const socket of open.keys()) socket.destroy();
      return cut;
    },
  };
}

/** Ends our side once everything is written, and closes the connection when the client ends its side, or after a moment. */
function hangUp(socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end();
  const timer = startTimer(lingerMs, () => socket.destroy()).unref();
  socket.once("close", () => clearTimeout(timer));
}
