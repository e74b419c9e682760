import net from "node:net";
import { type Kernel, never, type SimProcess } from "../world/kernel.ts";
import type { SimDatabase } from "./database.ts";
import { backendIn, endsUnit, type Frame, Frames, farewell, readyIn } from "./frames.ts";
import { SimSocket, type SocketEnd } from "./sim-socket.ts";

/** The fate of one message to the database. */
export const messageFaults = [
  /** The connection breaks before the message arrives. */
  "lost-before",
  /** The connection breaks after the message: it is executed, but no answer arrives. */
  "lost-after",
  /** The program sees the connection break; the message arrives some time later. */
  "late",
  /** The connection silently stops working. The message may have arrived. */
  "silent-before",
  "silent-after",
  /** The server ends the session, as an administrator does. */
  "ended",
] as const;

export type MessageFault = (typeof messageFaults)[number];

/** The timeouts of server and client, by the program's settings. In ms of virtual time. */
const idleInTransactionMs = 10_000;
const lockWaitMs = 15_000;
/** How long the server waits for a silent machine: 30 s, and three keepalive probes 10 s apart. */
const keepAliveMs = 60_000;

interface Answer {
  readonly bytes: Buffer;
  /** Whether the server closed the connection after it. */
  readonly isLast: boolean;
}

/** One connection of a simulated process to the real server. The network and the timers are simulated. */
export class Link implements SocketEnd {
  readonly number: number;
  readonly process: SimProcess;
  readonly socket: SimSocket;
  /** The server's process. */
  backend = 0;
  /** Whether the server is working and has not answered. */
  isAtWork = false;
  /** Whether that work waits for a lock, according to the server. */
  isBlocked = false;
  isOver = false;
  #upstream: net.Socket | null = null;
  #isEnding = false;
  /** Whether received bytes are no longer delivered. */
  #isMute = false;
  #isReady = false;
  #idleStretch = 0;
  readonly #database: SimDatabase;
  readonly #kernel: Kernel;
  readonly #frames = { client: new Frames(), server: new Frames() };
  #unit: Buffer[] = [];
  #arrived: Buffer[] = [];
  #isAnswered = false;
  #whenAnswered: ((answer: Answer) => void) | null = null;

  constructor(database: SimDatabase, process: SimProcess, number: number) {
    this.#database = database;
    this.#kernel = database.kernel;
    this.process = process;
    this.number = number;
    this.socket = new SimSocket(() => this);
  }

  /** Whether virtual time must wait for it. */
  get holdsClock(): boolean {
    if (this.isOver || this.#upstream === null || this.isBlocked) return false;
    return !this.#isReady || (this.isAtWork && !this.#isAnswered) || this.#isEnding;
  }

  get isConnected(): boolean {
    return this.#upstream !== null && !this.isOver;
  }

  connect(): void {
    void this.#kernel.call(this.process, () => {
      if (this.#database.refusesConnections()) {
        this.#kernel.trace?.(`${this.process.name}: the database can't be reached`);
        this.socket.fail("ECONNREFUSED");
      } else this.#open();
    });
  }

  #open(): void {
    const upstream = net.connect(this.#database.target);
    this.#upstream = upstream;
    upstream.setNoDelay(true);
    upstream.on("connect", () => this.socket.emit("connect"));
    upstream.on("data", (bytes) => this.#hear(bytes));
    upstream.on("error", () => undefined);
    upstream.on("close", () => {
      this.isOver = true;
      this.#database.progressed();
    });
  }

  take(bytes: Buffer): void {
    if (!this.#isReady) {
      this.#upstream?.write(bytes);
      return;
    }
    for (const frame of this.#frames.client.take(bytes)) {
      this.#unit.push(frame.bytes);
      if (!endsUnit(frame)) continue;
      const unit = Buffer.concat(this.#unit);
      this.#unit = [];
      if (frame.type === farewell) this.#describeFarewell(unit);
      else void this.#ask(unit);
    }
  }

  left(): void {
    if (!this.#isMute) this.close();
  }

  /** The program's end is closed: the server sees the end of the stream after the bytes that it has received. */
  close(): void {
    if (this.#upstream === null || this.isOver) return;
    this.#isEnding = true;
    this.#upstream.end();
  }

  /** The machine is down: the server keeps the session until its probes fail. One that had only begun to connect has none. */
  vanish(): void {
    if (!this.#isReady) {
      this.close();
      return;
    }
    this.#isMute = true;
    this.#kernel.later(keepAliveMs, () => this.endByServer());
  }

  /** The server ends the session. */
  endByServer(): void {
    if (this.isOver || this.backend === 0) return;
    this.#isEnding = true;
    this.#database.act(`SELECT pg_terminate_backend(${this.backend})`);
  }

  #describeFarewell(unit: Buffer): void {
    if (!this.process.alive) return;
    void this.#kernel.call(this.process, () => {
      this.#upstream?.write(unit);
      this.close();
    });
  }

  async #ask(unit: Buffer): Promise<void> {
    const { process, socket } = this;
    const kernel = this.#kernel;
    const answer = await kernel.call(process, () => this.#send(unit));
    await kernel.sleep(process, kernel.chance.below(this.#database.latencyMs + 1));
    await kernel.call(process, () => {
      socket.receive(answer.bytes, answer.isLast);
      if (!answer.isLast) this.#watchIdle(answer);
    });
  }

  #send(unit: Buffer): Promise<Answer> {
    const { socket } = this;
    if (this.isOver) return Promise.resolve({ bytes: this.#takeArrived(), isLast: true });
    if (this.#isMute) return never();
    const fault = this.#database.drawFault(this.#idleStretch);
    this.#database.traceUnit(this, unit, fault);
    switch (fault) {
      case null:
        return this.#carry(unit);
      case "lost-before":
        this.close();
        socket.fail("ECONNRESET");
        return never();
      case "lost-after":
        void this.#carry(unit).then(() => socket.fail("ECONNRESET"));
        return never();
      case "late":
        this.#isMute = true;
        socket.fail("ECONNRESET");
        this.#kernel.later(this.#kernel.chance.below(40_000), () => {
          this.#kernel.trace?.("a late message reaches the database");
          void this.#carry(unit).then(() => this.close());
        });
        return never();
      case "silent-before":
        this.vanish();
        return never();
      case "silent-after":
        void this.#carry(unit);
        this.vanish();
        return never();
      case "ended":
        this.endByServer();
        return this.#answer();
    }
  }

  /** Has the server execute it. Resolves with the answer once the database is idle. */
  #carry(unit: Buffer): Promise<Answer> {
    if (this.isOver) return Promise.resolve({ bytes: this.#takeArrived(), isLast: true });
    this.isAtWork = true;
    this.#isAnswered = false;
    this.#idleStretch += 1;
    const stretch = this.#idleStretch;
    this.#upstream?.write(this.#database.withTime(unit));
    this.#kernel.later(lockWaitMs, () => {
      if (this.isBlocked && stretch === this.#idleStretch) {
        this.#kernel.trace?.(`${this.process.name} has waited too long for a lock`);
        this.#database.act(`SELECT pg_cancel_backend(${this.backend})`);
      }
    });
    return this.#answer();
  }

  #answer(): Promise<Answer> {
    return new Promise((resolve) => {
      this.#whenAnswered = resolve;
    });
  }

  #watchIdle({ bytes }: Answer): void {
    const last = bytes.subarray(-6);
    const isIdleIn = readyIn({ type: "Z", bytes: last })?.inTransaction === true;
    if (!isIdleIn) return;
    const stretch = this.#idleStretch;
    this.#kernel.later(idleInTransactionMs, () => {
      if (stretch === this.#idleStretch && !this.isOver) this.endByServer();
    });
  }

  #hear(bytes: Buffer): void {
    for (const frame of this.#frames.server.take(bytes)) {
      this.backend = backendIn(frame) ?? this.backend;
      const isEnd = readyIn(frame) !== null;
      if (!this.#isReady) {
        this.socket.receive(frame.bytes, false);
        this.#isReady = isEnd;
      } else {
        this.#arrived.push(asLockTimeout(frame));
        this.#isAnswered ||= isEnd;
      }
      if (isEnd) this.#database.progressed();
    }
  }

  /** Delivers the received bytes. Returns whether there were any. */
  release(): boolean {
    const resolve = this.#whenAnswered;
    if (resolve !== null && (this.#isAnswered || this.isOver)) {
      this.#whenAnswered = null;
      this.isAtWork = false;
      resolve({ bytes: this.#takeArrived(), isLast: this.isOver });
      return true;
    }
    if (!this.isOver) return false;
    this.#database.forget(this);
    if (this.socket.destroyed) return true;
    if (this.#isMute) return true;
    // The server closed the connection while the program was idle.
    const bytes = this.#takeArrived();
    void this.#kernel.sleep(this.process, 0).then(() => this.socket.receive(bytes, true));
    return true;
  }

  #takeArrived(): Buffer {
    const bytes = Buffer.concat(this.#arrived);
    this.#arrived = [];
    return bytes;
  }
}

// The server's own lock timeout runs in real time. Here the query is cancelled by virtual time, and the error code replaced.
function asLockTimeout({ type, bytes }: Frame): Buffer {
  if (type !== "E") return bytes;
  return Buffer.from(bytes.toString("latin1").replace("C57014\0", "C55P03\0"), "latin1");
}
