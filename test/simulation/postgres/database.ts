import type pg from "pg";
import type { SimDisk } from "../world/disk.ts";
import { type Kernel, type SimProcess, wallStartMs } from "../world/kernel.ts";
import { Link, type MessageFault } from "./link.ts";

/** The rates of faults of the database and its connections. */
export interface DatabaseFaults {
  /** As a share of the messages. */
  readonly message: number;
  /** The faults of messages in this history. */
  readonly kinds: readonly MessageFault[];
  /** As a share of the connections. */
  readonly connect: number;
  readonly latencyMs: number;
}

export const soundDatabase: DatabaseFaults = { message: 0, kinds: [], connect: 0, latencyMs: 0 };

/** A server with a database that histories use one after another. */
export interface DatabaseServer {
  readonly url: URL;
  readonly observer: pg.Client;
}

/** The rows of a ledger, for a backup. */
interface Backup {
  readonly epoch: string;
  readonly events: readonly object[];
}

/** The judge's view of the ledger: its committed lines in the database. */
export const mirrorFolder = "/database";
const mirror = `${mirrorFolder}/ledger.jsonl`;

/** How long to wait for an answer before checking whether the server waits for a lock. In ms of real time. */
const askAfterMs = 3;
const hangsAfterMs = 30_000;

/** The database of one history: a real one. Virtual time stops while it works, and its clock is virtual. */
export class SimDatabase {
  readonly kernel: Kernel;
  readonly ledger: string;
  faults: DatabaseFaults;
  /** Until when connections are refused, as while a server restarts. */
  downUntil = 0;
  /** How far its clock is ahead of true time. In ms. */
  clockOffsetMs = 0;
  /** Called when a session is over. */
  onSessionEnd: (process: SimProcess) => void = () => undefined;
  readonly #server: DatabaseServer;
  readonly #disk: SimDisk;
  readonly #links = new Set<Link>();
  #made = 0;
  #acts = 0;
  #acting: Promise<unknown> = Promise.resolve();
  #failure: unknown = null;
  #wake: () => void = () => undefined;

  constructor(
    server: DatabaseServer,
    {
      kernel,
      disk,
      ledger,
      faults,
    }: { kernel: Kernel; disk: SimDisk; ledger: string; faults: DatabaseFaults },
  ) {
    this.#server = server;
    this.#disk = disk;
    this.kernel = kernel;
    this.ledger = ledger;
    this.faults = faults;
  }

  /** The address under which a process connects. */
  get url(): string {
    return this.#server.url.href;
  }

  get latencyMs(): number {
    return this.faults.latencyMs;
  }

  linkFor(process: SimProcess): Link {
    this.#made += 1;
    const link = new Link(this, process, this.#made);
    this.#links.add(link);
    return link;
  }

  refusesConnections(): boolean {
    return this.kernel.now < this.downUntil || this.kernel.chance.hits(this.faults.connect);
  }

  /** Whether the server still knows a process. */
  hasSession(of: SimProcess): boolean {
    return [...this.#links].some(({ process, isConnected }) => process === of && isConnected);
  }

  /** `position`: the number of earlier messages on the connection. Its settings come first. */
  drawFault(position: number): MessageFault | null {
    const { chance } = this.kernel;
    if (position === 0 || !chance.hits(this.faults.message)) return null;
    return chance.pick(this.faults.kinds);
  }

  /** A process has ended: its connections close, or, if its machine is down, fall silent. */
  processEnded(process: SimProcess, withMachine: boolean): void {
    for (const link of this.#links) {
      if (link.process !== process) continue;
      if (withMachine) link.vanish();
      else link.close();
    }
  }

  /** Ends every session, like an administrator who finds the ledger held by an unresponsive machine, or like a restart of the server. */
  endSessions(): void {
    for (const link of this.#links) link.endByServer();
  }

  forget(link: Link): void {
    this.#links.delete(link);
    this.onSessionEnd(link.process);
  }

  /** Has the database do something while virtual time waits. */
  act(statement: string, values: readonly unknown[] = []): void {
    void this.#do(() => this.#server.observer.query(statement, [...values]));
  }

  #do<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#acts += 1;
    const done = this.#acting.then(work).finally(() => {
      this.#acts -= 1;
      this.progressed();
    });
    this.#acting = done.catch((error: unknown) => {
      this.#failure ??= error;
    });
    return done;
  }

  progressed(): void {
    for (const link of this.#links) link.isBlocked = false;
    this.#wake();
  }

  /**
   * Resolves once the database has answered everything that it can answer now, with whether anything was waited for or delivered. Answers are only
   * delivered when nothing was waited for: whatever follows from what was waited for comes first, however fast the database was.
   */
  async quiet(): Promise<boolean> {
    let waited = false;
    const since = performance.now();
    while (this.#acts > 0 || [...this.#links].some(({ holdsClock }) => holdsClock)) {
      waited = true;
      const inTime = await this.#progress();
      if (this.#failure !== null) throw this.#failure;
      if (!inTime && this.#acts === 0) await this.#findBlocked();
      if (performance.now() - since > hangsAfterMs) throw new Error("the database does not answer");
    }
    if (waited) return true;
    // Delivers the answers in a fixed order, whatever their order of arrival.
    let delivered = false;
    for (const link of this.#links) if (link.release()) delivered = true;
    return delivered;
  }

  #progress(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), askAfterMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  async #findBlocked(): Promise<void> {
    const { rows } = await this.#server.observer.query("SELECT DISTINCT pid FROM pg_locks WHERE NOT granted");
    const waiting = new Set(rows.map(({ pid }) => Number(pid)));
    for (const link of this.#links) {
      if (waiting.has(link.backend) && link.holdsClock) link.isBlocked = true;
    }
  }

  /** A statement with the virtual clock instead of the database's real one. */
  withTime(text: string): string {
    const seconds = (wallStartMs + this.kernel.now + this.clockOffsetMs) / 1000;
    return text.replaceAll("clock_timestamp()", `to_timestamp(${seconds.toFixed(3)})`);
  }

  traceStatement({ process, number }: Link, text: string, fault: MessageFault | null): void {
    this.kernel.trace?.(
      `${process.name}: asks the database (${number}, ${fault ?? "well"}): ${shorten(text.replaceAll(/[^ -~]+/g, " "))}`,
    );
  }

  /** Reads the committed ledger, for the judge. */
  look(): Promise<void> {
    return this.#do(async () => {
      const { rows } = await this.#server.observer.query(
        "SELECT line FROM coursebinder.events WHERE ledger = $1 ORDER BY seq",
        [this.ledger],
      );
      this.#disk.put(mirror, Buffer.from(rows.map(({ line }) => `${line}\n`).join("")));
    });
  }

  backUp(): Promise<Backup> {
    return this.#do(async () => {
      const { observer } = this.#server;
      const of = [this.ledger];
      const ledgers = await observer.query("SELECT epoch FROM coursebinder.ledgers WHERE ledger = $1", of);
      const events = await observer.query(
        "SELECT row_to_json(events) AS row FROM coursebinder.events WHERE ledger = $1 ORDER BY seq",
        of,
      );
      return { epoch: String(ledgers.rows[0]?.epoch ?? 0), events: events.rows.map(({ row }) => row) };
    });
  }

  /** Restores a backup of the ledger, which ends every session. */
  restore({ epoch, events }: Backup): Promise<void> {
    const { observer } = this.#server;
    this.endSessions();
    return this.#do(async () => {
      while ([...this.#links].some((link) => link.isConnected)) await new Promise(setImmediate);
      await observer.query("DELETE FROM coursebinder.events WHERE ledger = $1", [this.ledger]);
      await observer.query("UPDATE coursebinder.ledgers SET epoch = $2 WHERE ledger = $1", [
        this.ledger,
        epoch,
      ]);
      await observer.query(
        "INSERT INTO coursebinder.events SELECT * FROM json_populate_recordset(NULL::coursebinder.events, $1::json)",
        [JSON.stringify(events)],
      );
      const lines = (events as readonly { line: string }[]).map(({ line }) => `${line}\n`).join("");
      this.#disk.lead(mirror, null);
      this.#disk.put(mirror, Buffer.from(lines));
    });
  }

  /** Closes everything left of a history, and deletes its ledger. */
  async dispose(): Promise<void> {
    for (const link of this.#links) link.close();
    await this.#acting;
    const { observer } = this.#server;
    const all = [...this.#links].map(({ backend }) => backend);
    await observer.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS left_over (pid)", [all]);
    while ([...this.#links].some((link) => link.isConnected)) await new Promise(setImmediate);
    for (const table of ["events", "ledgers"]) {
      await observer.query(`DELETE FROM coursebinder.${table} WHERE ledger LIKE $1 || '%'`, [this.ledger]);
    }
  }
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}

export type { Backup };
