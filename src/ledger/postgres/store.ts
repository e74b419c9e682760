import { Failure } from "../../shared/failure.ts";
import { randomUuid } from "../../shared/world.ts";
import { isIntentionRefusal, type PurchaseLimits } from "../format/ceilings.ts";
import { type EventBody, formatVersion, type LedgerEvent } from "../format/event.ts";
import { extend, fold } from "../format/fold.ts";
import { checkIdentity, isBegunAlone, isUnused } from "../format/identity.ts";
import { type Head, readLine, writeLine } from "../format/line.ts";
import { isOfMoney } from "../format/money-events.ts";
import type { LedgerState } from "../format/state.ts";
import { afterMirrorFailure, Mirror, stateFolderOf } from "../mirror.ts";
import type { LedgerNotice, LedgerProblem } from "../problem.ts";
import { findRescues, type RescuePlaces, writeRescue } from "../rescue-file.ts";
import type { LedgerStore } from "../store.ts";
import { type Addition, appendEvent, checkHolding, type HeldLedger, isSameHead } from "./append.ts";
import { formerHolderMs, type Holding, holdLedger, regainLedger } from "./hold.ts";
import type { PostgresLedgerOptions } from "./ledger-options.ts";
import { asUnreachable, readClock, readEvents } from "./read.ts";
import { ConnectionLost, reasonOf, type Session } from "./session.ts";
import { setAside } from "./unused.ts";

/**
 * Opens a course's ledger in a database for writing: creates the tables if needed, takes the ledger's lock, raises the fencing token and
 * verifies the whole chain. Throws a Failure with a LedgerProblem; then nothing but the token has changed.
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<LedgerStore> {
  const path = options.address.locationOf(options.name);
  const holding = await holdLedger({ ...options, path });
  try {
    return await PostgresLedger.open(options, holding);
  } catch (error) {
    await holding.session.close().catch(() => undefined);
    throw asUnreachable(error, path);
  }
}

class PostgresLedger implements LedgerStore {
  readonly location: string;
  stateFolder: string | null = null;
  readonly notices: LedgerNotice[] = [];
  readonly #options: PostgresLedgerOptions;
  readonly #events: LedgerEvent[];
  readonly state: LedgerState;
  databaseTime: number | null = null;
  readonly #epoch: number;
  /** By the monotonic clock. */
  readonly #heldSince: number;
  #session: Session;
  #mirror: Mirror | null = null;
  #lastLine = "";
  #head: Head;
  #queue: Promise<unknown> = Promise.resolve();
  /** Whether the connection was ever lost. If so nothing new is bought, but results of earlier purchases are still recorded. */
  #wasLost = false;
  #failure: Failure<LedgerProblem> | null = null;
  /** Outcomes that only the mirror has. */
  readonly #kept = new Set<EventBody>();

  private constructor(
    options: PostgresLedgerOptions,
    holding: Holding,
    { events, head }: { events: readonly LedgerEvent[]; head: Head },
  ) {
    this.#options = options;
    this.location = options.address.locationOf(options.name);
    this.#session = holding.session;
    this.#epoch = holding.epoch;
    this.#heldSince = options.world.monotonic();
    this.#events = [...events];
    this.state = fold(this.#events);
    this.#head = head;
  }

  static async open(options: PostgresLedgerOptions, holding: Holding): Promise<PostgresLedger> {
    const { identity, address, name, mustExist } = options;
    const path = address.locationOf(name);
    let result = await readEvents(holding.session, name);
    if (result.damage === null && isUnused(result.events, identity)) {
      const held = { name, path, epoch: holding.epoch, head: result.head };
      await setAside(holding.session, held, `${name}.unused-${randomUuid(options.world)}`);
      result = await readEvents(holding.session, name);
    }
    if (result.damage !== null) {
      throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage: result.damage });
    }
    checkIdentity(result.events, identity, path);
    if (mustExist && isBegunAlone(result.events)) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    const ledger = new PostgresLedger(options, holding, result);
    if (holding.tables === 1) ledger.notices.push({ code: "ledger_tables_migrated", path });
    ledger.stateFolder = await stateFolderOf(options, ledger.notices);
    try {
      await ledger.#holdMirror(Buffer.from(result.lines.map((line) => `${line}\n`).join("")));
      ledger.databaseTime = await readClock(ledger.#session);
      ledger.notices.push(...(await findRescues(ledger.#rescuePlaces, ledger.#events, options.files)));
      return ledger;
    } catch (error) {
      await ledger.#mirror?.close().catch(() => undefined);
      throw error;
    }
  }

  get events(): readonly LedgerEvent[] {
    return this.#events;
  }

  append(body: EventBody, limits?: PurchaseLimits): Promise<LedgerEvent> {
    const appended = this.#queue.then(async () => {
      await this.#begin();
      return this.#write(body, limits);
    });
    // The queue continues after a failure; #failure keeps later appends failing.
    this.#queue = appended.catch(() => undefined);
    return appended;
  }

  stillHolds(): Promise<LedgerProblem | null> {
    const asked = this.#queue.then(() => this.#findLoss());
    this.#queue = asked;
    return asked;
  }

  async rescue(body: EventBody): Promise<string | null> {
    const { files, world } = this.#options;
    // The database is an older one: only this process knows what it lacks. Otherwise another run may have gone on, and the mirror would part from it.
    if (this.#isReplaced) await this.#keep(body);
    const kept = this.#kept.has(body) ? (this.#mirror?.path ?? null) : null;
    const means = { name: randomUuid(world), places: this.#rescuePlaces, files, isKept: kept !== null };
    return (await writeRescue({ at: this.#at(), ...body }, means)) ?? kept;
  }

  async close(): Promise<void> {
    await this.#queue;
    await Promise.allSettled([this.#mirror?.close()]);
    await this.#session.close();
  }

  async #write(body: EventBody, limits: PurchaseLimits | undefined): Promise<LedgerEvent> {
    if (this.#failure !== null) throw this.#failure;
    const isIntention = body.type === "creation.intended";
    if (isIntention && this.#mirror?.failure != null) throw this.#mirror.failure;
    const { line: terminated } = writeLine(this.#head, this.#at(), body);
    const line = terminated.slice(0, -1);
    const result = readLine(this.#head, line);
    // Check before writing anything: a line that can't be read back would make the ledger unusable for good.
    if (!result.ok) throw new Error(`no event that a ledger can hold: ${body.type}`);
    const { event } = result;
    if (isIntention && this.#hasBeenLost()) throw this.#connectionLost();
    if (event.type === "creation.resolved" && event.how === "not-created") await this.#outlastFormerHolder();
    await this.#makeDurable({ event, line, limits, events: this.#events, state: this.state });
    this.#head = { seq: event.seq, hash: event.hash };
    this.#events.push(event);
    extend(this.state, event);
    this.#lastLine = terminated;
    await this.#mirror?.append(Buffer.from(terminated), isOfMoney(body));
    const failure = this.#mirror?.failure ?? null;
    if (failure === null) return event;
    const unsent = afterMirrorFailure(body, failure, this.notices);
    if (unsent === null) return event;
    await this.#write(unsent, undefined);
    throw failure;
  }

  async #begin(): Promise<void> {
    if (this.#events.length > 0 || this.#failure !== null) return;
    const { identity, world } = this.#options;
    const ledger = randomUuid(world);
    const opened = { type: "ledger.opened", format: formatVersion, ledger, ...identity } as const;
    await this.#write(opened, undefined);
    try {
      await this.#holdMirror(Buffer.from(this.#lastLine));
    } catch (error) {
      throw this.#judge(error);
    }
  }

  /** Gives the mirror an event that the database can't take. */
  async #keep(body: EventBody): Promise<void> {
    if (this.#mirror === null || this.#kept.has(body)) return;
    const { line, event } = writeLine(this.#head, this.#at(), body);
    await this.#mirror.keep(Buffer.from(line));
    if (this.#mirror.failure !== null) return;
    this.#kept.add(body);
    this.#head = { seq: event.seq, hash: event.hash };
  }

  /** A process that was suspended while it held the ledger may wake and send its request, as long as its last confirmation is fresh. */
  async #outlastFormerHolder(): Promise<void> {
    const { world } = this.#options;
    const leftMs = this.#heldSince + formerHolderMs - world.monotonic();
    if (leftMs > 0) await world.sleep(leftMs);
  }

  async #findLoss(): Promise<LedgerProblem | null> {
    const failure = this.#failure ?? this.#mirror?.failure;
    if (failure != null) return failure.problem;
    if (this.#hasBeenLost()) return this.#connectionLost().problem;
    try {
      await this.#session.transaction(() => checkHolding(this.#session, this.#held));
      return null;
    } catch (error) {
      return error instanceof Failure ? (error.problem as LedgerProblem) : this.#connectionLost().problem;
    }
  }

  /** Resolves once the event is committed in the database. After a lost connection it first looks up whether it was. */
  async #makeDurable(addition: Addition): Promise<void> {
    try {
      await appendEvent(this.#session, this.#held, addition);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw this.#judge(error);
      await this.#lookUp(addition, error);
    }
  }

  async #lookUp(addition: Addition, lost: ConnectionLost): Promise<void> {
    this.#wasLost = true;
    const { event } = addition;
    try {
      const head = await this.#regain(lost);
      if (isSameHead(head, event)) return;
      // The event is absent and stays absent: the session that could still have written it has ended.
      if (event.type === "creation.intended" && isSameHead(head, this.#head)) throw this.#connectionLost();
      await appendEvent(this.#session, this.#held, addition);
    } catch (error) {
      throw this.#judge(error);
    }
  }

  /** Locks the ledger again on a new connection. Resolves with its head. */
  async #regain(lost: ConnectionLost): Promise<Head> {
    const { address, world } = this.#options;
    const regained = await regainLedger(this.#held, { address, lost: this.#session, world });
    if (regained === null) throw lost;
    this.#session = regained.session;
    return regained.head;
  }

  get #held(): HeldLedger {
    return {
      name: this.#options.name,
      path: this.location,
      epoch: this.#epoch,
      head: this.#head,
    };
  }

  get #rescuePlaces(): RescuePlaces {
    const { rescuePath: path } = this.#options;
    return { path, stateFolder: this.stateFolder, ledger: this.#ledgerId };
  }

  get #ledgerId(): string | null {
    const [first] = this.#events;
    return first?.type === "ledger.opened" ? first.ledger : null;
  }

  async #holdMirror(bytes: Buffer): Promise<void> {
    const { spareFolder, files, holder } = this.#options;
    const id = this.#ledgerId;
    if (this.stateFolder === null || id === null) return;
    const { joined } = this.state;
    const ledger = { id, location: this.location, holder, bytes, head: this.#head, joined };
    this.#mirror = await Mirror.hold(ledger, { folder: this.stateFolder, spareFolder, files });
    await this.#mirror.catchUp(bytes);
  }

  #at(): string {
    return new Date(this.#options.world.now()).toISOString();
  }

  /** Whether the database's end has changed, for instance because a backup was restored. Only this process then knows the missing events. */
  get #isReplaced(): boolean {
    return this.#failure?.problem.code === "ledger_grown_by_other";
  }

  #hasBeenLost(): boolean {
    this.#wasLost ||= this.#session.isLost;
    return this.#wasLost;
  }

  #connectionLost(): Failure<LedgerProblem> {
    return new Failure<LedgerProblem>({ code: "ledger_connection_lost", path: this.location });
  }

  /** Decides what an error means for later appends: a refused intention leaves the ledger usable, any other error stops writing. */
  #judge(error: unknown): unknown {
    if (isIntentionRefusal(error) || isConnectionLost(error)) return error;
    this.#failure =
      error instanceof Failure
        ? (error as Failure<LedgerProblem>)
        : new Failure<LedgerProblem>(
            { code: "ledger_not_written", path: this.location, cause: reasonOf(error) },
            { cause: error },
          );
    return this.#failure;
  }
}

// Detected before anything was written.
function isConnectionLost(error: unknown): boolean {
  return error instanceof Failure && (error.problem as LedgerProblem).code === "ledger_connection_lost";
}
