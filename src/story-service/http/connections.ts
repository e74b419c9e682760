import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { startTimer } from "../../shared/timer.ts";
import type { World } from "../../shared/world.ts";
import { logOf, requestIdOf } from "./requests.ts";

/** How long a connection that we ended stays open, so that its client can read the last answer: closing it with unread bytes would discard that. */
const lingerMs = 1_000;

/** The connections of a server and their pending responses. */
export interface Connections {
  /** True during shutdown: new requests are refused. */
  isDraining(): boolean;
  /** Whether a response on this connection is pending or being sent. */
  owes(socket: Socket): boolean;
  /**
   * Ends a connection with an answer to something that is not a request. Earlier requests on the same connection, perhaps a paid creation, get their
   * own answers first, so that a client never takes the refusal for theirs.
   */
  refuse(socket: Socket, answer: string): void;
  /**
   * Stops listening and closes idle connections at once, the others after their last response. Resolves once all are closed, with the number cut off
   * after `mostMs`.
   */
  drain(mostMs: number): Promise<number>;
}

const withheld = "withheld";

/** Marks a response that will never be sent, so that shutdown does not wait for it. Leaves the connection open. */
export function withhold(response: ServerResponse): void {
  response.emit(withheld);
}

interface Owed {
  /** In the order of their requests. */
  readonly answers: Set<ServerResponse>;
  /** The newest, finished or not. */
  last: ServerResponse | null;
  isWithheld: boolean;
}

/** Tracks a server's connections. Call it before the server listens. */
export function watchConnections(server: Server): Connections {
  const open = new Map<Socket, Owed>();
  const refused = new WeakSet<Socket>();
  const waiting = new Set<() => void>();
  let draining = false;

  const changed = (): void => {
    for (const look of waiting) look();
  };
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const answered = (socket: Socket, response: ServerResponse): void => {
    const owed = open.get(socket);
    owed?.answers.delete(response);
    if (draining && owed?.answers.size === 0) hangUp(socket);
    changed();
  };
  server.on("connection", (socket: Socket) => {
    open.set(socket, { answers: new Set(), last: null, isWithheld: false });
    socket.once("close", () => {
      open.delete(socket);
      changed();
    });
  });
  server.prependListener("request", ({ socket }, response) => {
    const owed = open.get(socket);
    if (owed === undefined) return;
    owed.answers.add(response);
    owed.last = response;
    response.once("close", () => answered(socket, response));
    response.once(withheld, () => {
      owed.isWithheld = true;
      answered(socket, response);
    });
  });
  return {
    isDraining: () => draining,
    owes: (socket) => {
      const owed = open.get(socket);
      return owed !== undefined && (owed.isWithheld || owed.answers.size > 0);
    },
    refuse(socket, answer) {
      if (refused.has(socket)) return;
      refused.add(socket);
      const last = open.get(socket)?.last ?? null;
      const broken = last?.req.complete === false ? last : null;
      const isItsTurn = (): boolean => [...(open.get(socket)?.answers ?? [])].every((one) => one === broken);
      void until(isItsTurn).then(() => {
        if (socket.writable && broken?.headersSent !== true) socket.write(answer);
        hangUp(socket);
      });
    },
    async drain(mostMs) {
      // Read what has already arrived: accepting a connection takes one turn of the event loop, reading it another.
      for (let turn = 0; turn < 3; turn += 1) await setImmediate();
      draining = true;
      server.close();
      for (const [socket, { answers }] of open) if (answers.size === 0) hangUp(socket);
      const late = new AbortController();
      const timer = startTimer(mostMs, () => {
        late.abort();
        changed();
      });
      await until(() => late.signal.aborted || open.size === 0);
      clearTimeout(timer);
      const cut = [...open.values()].filter(({ answers }) => answers.size > 0).length;
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

/** Closes connections whose clients stall or take too long to read the response. Does not count the time in which a response is being prepared. */
export function limitReaders(
  { server }: FastifyInstance,
  connections: Connections,
  { limits, world }: { readonly limits: TimeLimits; readonly world: World },
): void {
  const lastOf = new WeakMap<Socket, IncomingMessage>();
  const giveUp = (socket: Socket): void => {
    const last = lastOf.get(socket);
    if (socket.writableLength > 0 && last !== undefined)
      logOf(world, requestIdOf(last)).info({}, "a client read too slowly, so its connection was closed");
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
