import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { startTimer } from "../../shared/timer.ts";

/** How long a connection that we ended stays open for its client to read the last answer: closed at once, unread bytes would cost it that. */
const lingerMs = 1_000;

/** The connections of a server, and the answers that each still owes. */
export interface Connections {
  /** True once the service closes: what arrives from then on is refused. */
  isDraining(): boolean;
  /** Whether an answer is being made or sent on it. */
  owes(socket: Socket): boolean;
  /**
   * Ends a connection with an answer to what is no request. Requests before it on the same connection, a paid creation perhaps, get their own
   * answers first: a refusal must never be read as theirs.
   */
  refuse(socket: Socket, answer: string): void;
  /**
   * Stops listening, ends idle connections at once, and each other one with its last answer. Resolves once all are closed, with how many had to
   * be cut because they took longer than `mostMs`.
   */
  drain(mostMs: number): Promise<number>;
}

const withheld = "withheld";

/** Says that an answer never comes: nobody waits for it. The connection is left open. */
export function withhold(response: ServerResponse): void {
  response.emit(withheld);
}

interface Owed {
  /** In the order of their requests. */
  readonly answers: Set<ServerResponse>;
  /** The newest, answered or not. */
  last: ServerResponse | null;
  isWithheld: boolean;
}

/** Keeps the account of a server's connections. Call it before the server listens. */
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
  server.on("connection", (socket) => {
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
      // What has arrived is read before the server closes: a connection takes one turn of the event loop to be accepted, and one to be read.
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

/** Ends our side, once everything is written, and closes the connection when its client has ended the other one, or soon. */
function hangUp(socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end();
  const timer = startTimer(lingerMs, () => socket.destroy()).unref();
  socket.once("close", () => clearTimeout(timer));
}
