import type net from "node:net";
import type pg from "pg";
import { type Kernel, never, type SimProcess } from "../world/kernel.ts";
import { RealClient } from "./client.ts";
import type { SimDatabase } from "./database.ts";

/** The fate of one statement on its way to the database. */
export const messageFaults = [
  /** The connection breaks before the statement arrives. */
  "lost-before",
  /** The connection breaks after the statement: it is executed, but no answer arrives. */
  "lost-after",
  /** The program sees the connection break; the statement arrives some time later. */
  "late",
  /** The connection silently stops working. The statement may have arrived. */
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

/** What came back for a statement: its rows, or the error. */
type Answer = { readonly result: pg.QueryResult } | { readonly error: unknown };

const ended: Answer = { error: new Error("Connection terminated unexpectedly") };

function broken(code: string): Error {
  return Object.assign(new Error(`read ${code}`), { code, syscall: "read" });
}

/** One connection of a simulated process to the real server. The network and the timers are simulated. */
export class Link {
  readonly number: number;
  readonly process: SimProcess;
  /** The server's process. */
  backend = 0;
  /** Whether the server is working and has not answered. */
  isAtWork = false;
  /** Whether that work waits for a lock, according to the server. */
  isBlocked = false;
  isOver = false;
  #real: pg.Client | null = null;
  #isReady = false;
  #isEnding = false;
  /** Whether nothing gets through any more, in either direction. */
  #isMute = false;
  /** Whether the program has seen its connection break, or closed it. */
  #isLeft = false;
  #inTransaction = false;
  /** How many statements were sent. */
  #sent = 0;
  #answer: Answer | null = null;
  #deliver: ((answer: Answer) => void) | null = null;
  #tellOver: () => void = () => undefined;
  readonly #database: SimDatabase;
  readonly #kernel: Kernel;

  constructor(database: SimDatabase, process: SimProcess, number: number) {
    this.#database = database;
    this.#kernel = database.kernel;
    this.process = process;
    this.number = number;
  }

  /** Whether virtual time must wait for it. */
  get holdsClock(): boolean {
    if (this.isOver || this.#real === null || this.isBlocked) return false;
    return !this.#isReady || (this.isAtWork && this.#answer === null) || this.#isEnding;
  }

  get isConnected(): boolean {
    return this.#real !== null && !this.isOver;
  }

  async connect(): Promise<void> {
    await this.#kernel.call(this.process, () => {
      if (!this.#database.refusesConnections()) return this.#open();
      this.#kernel.trace?.(`${this.process.name}: the database can't be reached`);
      throw broken("ECONNREFUSED");
    });
  }

  #open(): Promise<void> {
    const real = new RealClient({ connectionString: this.#database.url });
    this.#real = real;
    real.on("error", () => undefined);
    real.on("end", () => {
      this.isOver = true;
      this.#database.progressed();
    });
    const opened = real.connect().then(() => {
      this.backend = (real as pg.Client & { processID: number }).processID;
      this.#isReady = true;
      this.#database.progressed();
    });
    // Whoever opens it may have been killed meanwhile.
    opened.catch(() => undefined);
    return opened;
  }

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const { process } = this;
    const kernel = this.#kernel;
    if (this.#isLeft) throw broken("EPIPE");
    const answer = await kernel.call(process, () => this.#send(text, values));
    await kernel.sleep(process, kernel.chance.below(this.#database.latencyMs + 1));
    await kernel.call(process, () => this.#watchIdle());
    if ("result" in answer) return answer.result;
    throw answer.error;
  }

  /** The program closes its end. Resolves once the server has, too, or at once if the connection can't tell. */
  async end(): Promise<void> {
    if (this.#isLeft || this.#isMute || this.isOver) return;
    this.#isLeft = true;
    if (!this.#isReady || this.isAtWork) return this.close();
    const over = new Promise<void>((resolve) => {
      this.#tellOver = resolve;
    });
    await this.#kernel.call(this.process, () => this.close());
    await over;
  }

  /** The program's end is closed: the server sees that once it has executed what it has received. */
  close(): void {
    if (this.#real === null || this.isOver) return;
    this.#isEnding = true;
    const { stream } = (this.#real as unknown as { connection: { stream: net.Socket } }).connection;
    // Half of it, so that the server's end is heard; the client's own `end` would break off a statement.
    if (this.#isReady) stream.end();
    else stream.destroy();
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

  #send(text: string, values?: unknown[]): Promise<Answer> {
    if (this.isOver) return Promise.resolve(ended);
    if (this.#isMute) return never();
    const fault = this.#database.drawFault(this.#sent);
    this.#database.traceStatement(this, `${text} ${values?.join(" ") ?? ""}`, fault);
    switch (fault) {
      case null:
        return this.#carry(text, values);
      case "lost-before":
        return Promise.resolve(this.#break());
      case "lost-after":
        return this.#carry(text, values).then(() => this.#break());
      case "late":
        this.#isMute = true;
        this.#kernel.later(this.#kernel.chance.below(40_000), () => {
          this.#kernel.trace?.("a late message reaches the database");
          void this.#carry(text, values).then(() => this.close());
        });
        return Promise.resolve(this.#break());
      case "silent-before":
        this.vanish();
        return never();
      case "silent-after":
        void this.#carry(text, values);
        this.vanish();
        return never();
      case "ended":
        this.endByServer();
        return this.#answered();
    }
  }

  /** The program sees its connection break. */
  #break(): Answer {
    this.#isLeft = true;
    if (!this.#isMute) this.close();
    return { error: broken("ECONNRESET") };
  }

  /** Has the server execute it. Resolves with the answer once the database is idle. */
  #carry(text: string, values?: unknown[]): Promise<Answer> {
    if (this.isOver || this.#real === null) return Promise.resolve(ended);
    this.isAtWork = true;
    this.#answer = null;
    this.#sent += 1;
    const number = this.#sent;
    const settle = (answer: Answer): void => {
      if (/^BEGIN/.test(text)) this.#inTransaction = "result" in answer;
      if (/^(COMMIT|ROLLBACK)/.test(text)) this.#inTransaction = false;
      this.#answer = answer;
      this.#database.progressed();
    };
    this.#real.query(this.#database.withTime(text), values).then(
      (result) => settle({ result }),
      (error: unknown) => settle({ error }),
    );
    this.#kernel.later(lockWaitMs, () => {
      if (this.isBlocked && number === this.#sent) {
        this.#kernel.trace?.(`${this.process.name} has waited too long for a lock`);
        this.#database.act(`SELECT pg_cancel_backend(${this.backend})`);
      }
    });
    return this.#answered();
  }

  #answered(): Promise<Answer> {
    return new Promise((resolve) => {
      this.#deliver = resolve;
    });
  }

  #watchIdle(): void {
    if (!this.#inTransaction) return;
    const number = this.#sent;
    this.#kernel.later(idleInTransactionMs, () => {
      if (number === this.#sent) this.endByServer();
    });
  }

  /** Delivers what has come. Returns whether there was anything. */
  release(): boolean {
    const deliver = this.#deliver;
    if (deliver !== null && (this.#answer !== null || this.isOver)) {
      const answer = this.#answer ?? ended;
      this.#deliver = null;
      this.#answer = null;
      this.isAtWork = false;
      deliver(answer);
      return true;
    }
    if (!this.isOver) return false;
    this.#database.forget(this);
    void this.#kernel.sleep(this.process, 0).then(this.#tellOver);
    return true;
  }
}
