import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { PurchaseLimits } from "../format/ceilings.ts";
import { isUnused } from "../format/identity.ts";
import { type ChainedLine, checkOpened, HeldLedger, type OpeningOptions } from "../held-ledger.ts";
import type { LedgerProblem } from "../problem.ts";
import type { LedgerStore } from "../store.ts";
import { type Addition, appendEvent, checkHolding, isSameHead, type LedgerHold, setAside } from "./append.ts";
import { formerHolderMs, type Holding, holdLedger, regainLedger } from "./hold.ts";
import { asUnreachable, type PostgresResult, readClock, readEvents } from "./read.ts";
import { ConnectionLost, type Session } from "./session.ts";

export interface PostgresLedgerOptions extends OpeningOptions {
  readonly address: PostgresAddress;
  /** The ledger's name in the database. */
  readonly name: string;
  /** The start of the paths of rescue files that earlier versions left in the course's folder. */
  readonly rescuePath: string;
  readonly world: Pick<World, "now" | "monotonic" | "random" | "sleep">;
}

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

class PostgresLedger extends HeldLedger {
  databaseTime: number | null = null;
  readonly #options: PostgresLedgerOptions;
  readonly #epoch: number;
  /** By the monotonic clock. */
  readonly #heldSince: number;
  #session: Session;
  /** Whether the connection was ever lost. If so nothing new is bought, but results of earlier purchases are still recorded. */
  #wasLost = false;

  private constructor(options: PostgresLedgerOptions, holding: Holding, result: PostgresResult) {
    const { address, name, rescuePath, world } = options;
    super(options, { location: address.locationOf(name), rescuePath }, result);
    this.#options = options;
    this.#session = holding.session;
    this.#epoch = holding.epoch;
    this.#heldSince = world.monotonic();
  }

  static async open(options: PostgresLedgerOptions, holding: Holding): Promise<PostgresLedger> {
    const { identity, address, name } = options;
    const path = address.locationOf(name);
    let result = await readEvents(holding.session, name);
    if (result.damage === null && isUnused(result.events, identity)) {
      const held = { name, path, epoch: holding.epoch, head: result.head };
      await setAside(holding.session, held, `${name}.unused-${randomUuid(options.world)}`);
      result = await readEvents(holding.session, name);
    }
    checkOpened(result, options, path);
    const ledger = new PostgresLedger(options, holding, result);
    if (holding.tables === 1) ledger.notices.push({ code: "ledger_tables_migrated", path });
    await ledger.prepare(Buffer.from(result.lines.map((line) => `${line}\n`).join("")), async () => {
      ledger.databaseTime = await readClock(ledger.#session);
      return null;
    });
    return ledger;
  }

  protected async makeDurable(
    { event, bytes }: ChainedLine,
    limits: PurchaseLimits | undefined,
  ): Promise<void> {
    if (event.type === "creation.intended" && this.#hasBeenLost()) throw this.#connectionLost();
    if (event.type === "creation.resolved" && event.how === "not-created") await this.#outlastFormerHolder();
    const line = bytes.toString("utf8", 0, bytes.length - 1);
    const addition = { event, line, limits, events: this.events, state: this.state };
    try {
      await appendEvent(this.#session, this.#held, addition);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      await this.#lookUp(addition, error);
    }
  }

  /** After a lost connection: appends the event unless it was committed. */
  async #lookUp(addition: Addition, lost: ConnectionLost): Promise<void> {
    this.#wasLost = true;
    const { event } = addition;
    const { address, world } = this.#options;
    const regained = await regainLedger(this.#held, { address, lost: this.#session, world });
    if (regained === null) throw lost;
    this.#session = regained.session;
    if (isSameHead(regained.head, event)) return;
    // The event is absent and stays absent: the session that could still have written it has ended.
    if (event.type === "creation.intended" && isSameHead(regained.head, this.head))
      throw this.#connectionLost();
    await appendEvent(this.#session, this.#held, addition);
  }

  /** A process that was suspended while it held the ledger may wake and send its request, as long as its last confirmation is fresh. */
  async #outlastFormerHolder(): Promise<void> {
    const { world } = this.#options;
    const leftMs = this.#heldSince + formerHolderMs - world.monotonic();
    if (leftMs > 0) await world.sleep(leftMs);
  }

  protected async findLoss(): Promise<Failure<LedgerProblem> | null> {
    if (this.#hasBeenLost()) return this.#connectionLost();
    try {
      await this.#session.transaction(() => checkHolding(this.#session, this.#held));
      return null;
    } catch (error) {
      return error instanceof Failure ? (error as Failure<LedgerProblem>) : this.#connectionLost();
    }
  }

  // The transaction that wrote the line has checked all of it.
  protected async findLossAfterWrite(): Promise<null> {
    return null;
  }

  // The database is an older one: only this process knows what it lacks. Otherwise another run may have gone on, and the mirror would part from it.
  protected isEndOurs(): boolean {
    return this.failure?.problem.code === "ledger_grown_by_other";
  }

  protected async removeUnused(): Promise<boolean> {
    return false;
  }

  protected release(): Promise<void> {
    return this.#session.close();
  }

  get #held(): LedgerHold {
    return { name: this.#options.name, path: this.location, epoch: this.#epoch, head: this.head };
  }

  #hasBeenLost(): boolean {
    this.#wasLost ||= this.#session.isLost;
    return this.#wasLost;
  }

  #connectionLost(): Failure<LedgerProblem> {
    return new Failure<LedgerProblem>({ code: "ledger_connection_lost", path: this.location });
  }
}
