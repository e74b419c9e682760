import { errorCode, Failure } from "../shared/failure.ts";
import type { Files } from "../shared/files/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import type { LogResult } from "./file/read-log.ts";
import { isIntentionRefusal, type PurchaseLimits } from "./format/ceilings.ts";
import { type EventBody, formatVersion, isOfMoney, type LedgerEvent } from "./format/event.ts";
import { extend, fold } from "./format/fold.ts";
import { checkIdentity, isBegunAlone } from "./format/identity.ts";
import { type Head, headOf, readLine, writeLine } from "./format/line.ts";

import type { LedgerState } from "./format/state.ts";
import { Mirror, stateFolderOf } from "./mirror.ts";
import type { AcceptedStory, LedgerNotice, LedgerProblem } from "./problem.ts";
import { findRescues, writeRescue } from "./rescue-file.ts";
import type { LedgerIdentity, LedgerStore } from "./store.ts";

/** The options for opening a ledger, wherever it is kept. */
export interface OpeningOptions {
  readonly identity: LedgerIdentity;
  /** If true, opening fails when no ledger exists yet. */
  readonly mustExist: boolean;
  /** The lock's holder, named in the error that a second run gets. */
  readonly holder: string;
  /** The folder, outside the course's own, in which this machine mirrors its ledgers. Left out: nowhere. */
  readonly stateFolder?: string;
  /** Where versions without mirrors put whole ledgers if they couldn't write to the state folder. */
  readonly spareFolder?: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "random">;
}

/** Where a ledger is. */
interface LedgerPaths {
  /** For people. */
  readonly location: string;
  /** The start of the paths of rescue files that earlier versions left in the course's folder. */
  readonly rescuePath: string;
}

/** An event as the next line of a ledger. `bytes`: the line with its line feed. */
export interface ChainedLine {
  readonly body: EventBody;
  readonly event: LedgerEvent;
  readonly bytes: Buffer;
}

/**
 * What both stores share: the queue of appends, the chain, the folded state, the mirror, and what becomes of an event that the ledger can't take. Each
 * store adds its own way to make a line durable, and to learn that it no longer holds the ledger.
 */
export abstract class HeldLedger implements LedgerStore {
  readonly location: string;
  stateFolder: string | null = null;
  readonly state: LedgerState;
  readonly notices: LedgerNotice[] = [];
  /** Why nothing more can be written. */
  protected failure: Failure<LedgerProblem> | null = null;
  /** The line whose write or sync failed: nobody knows whether the ledger has it. */
  protected unsure: ChainedLine | null = null;
  /** The last line, with its line feed; empty until one was read or written. */
  protected lastLine: Buffer = Buffer.alloc(0);
  readonly #options: OpeningOptions;
  readonly #paths: LedgerPaths;
  readonly #events: LedgerEvent[];
  readonly #isNew: boolean;
  #head: Head;
  #mirror: Mirror | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** Events that only the mirror has. */
  readonly #kept = new Set<EventBody>();

  protected constructor(options: OpeningOptions, paths: LedgerPaths, { events, head }: LogResult) {
    this.location = paths.location;
    this.#options = options;
    this.#paths = paths;
    this.#events = [...events];
    this.#isNew = events.length === 0;
    this.state = fold(events);
    this.#head = head;
  }

  /** Makes a line durable. Throws a refusal of the intention, and the ledger remains usable; after any other error nothing more is written. */
  protected abstract makeDurable(line: ChainedLine, limits: PurchaseLimits | undefined): Promise<void>;

  /** Why this process no longer holds the ledger; null: it does. Never rejects. */
  protected abstract findLoss(): Promise<Failure<LedgerProblem> | null>;

  /** Like `findLoss`, for what may have happened while a line was written. */
  protected abstract findLossAfterWrite(): Promise<Failure<LedgerProblem> | null>;

  /** Whether no other process can have gone on where this one's events end, so that the mirror can take more of them. */
  protected abstract isEndOurs(): boolean;

  /** Removes a ledger in which nothing was recorded; false if it is not removed. */
  protected abstract removeUnused(): Promise<boolean>;

  /** Releases the lock. */
  protected abstract release(): Promise<void>;

  get events(): readonly LedgerEvent[] {
    return this.#events;
  }

  protected get head(): Head {
    return this.#head;
  }

  /** The mirror's path, if it can take what the ledger can't. */
  protected get usableMirror(): string | null {
    return this.#mirror?.failure === null ? this.#mirror.path : null;
  }

  /**
   * Compares the ledger with its mirror before anything is changed, makes the ledger ready, and catches the mirror up. `lines`: the ledger's whole lines.
   * `makeReady` may return an event to record.
   */
  protected async prepare(lines: Buffer, makeReady: () => Promise<EventBody | null>): Promise<void> {
    this.stateFolder = await stateFolderOf(this.#options, this.notices);
    await this.#holdMirror(lines);
    try {
      const found = await makeReady();
      await this.#mirror?.catchUp(lines);
      if (found !== null) await this.append(found);
      this.notices.push(...(await findRescues(this.#rescuePlaces, this.state, this.#options.files)));
    } catch (error) {
      await this.#mirror?.close().catch(() => undefined);
      throw error;
    }
  }

  append(body: EventBody, limits?: PurchaseLimits): Promise<LedgerEvent> {
    return this.#enqueue(async () => {
      if (this.#events.length === 0 && this.failure === null) await this.#begin();
      return this.#write(body, limits);
    });
  }

  stillHolds(): Promise<LedgerProblem | null> {
    // Queued behind all pending appends, because the answer depends on the end that they leave.
    return this.#enqueue(async () => {
      const failure = this.failure ?? this.#mirror?.failure ?? (await this.findLoss());
      return failure?.problem ?? null;
    });
  }

  async rescue(body: EventBody): Promise<string | null> {
    if (this.isEndOurs()) await this.#keep(body);
    if (this.#kept.has(body)) return this.#mirror?.path ?? null;
    const { files, world } = this.#options;
    return writeRescue({ at: this.#at(), ...body }, this.#rescuePlaces, { files, world });
  }

  async close(): Promise<void> {
    await this.#queue;
    if (this.#isNew && isBegunAlone(this.#events) && this.#kept.size === 0) {
      if (await this.removeUnused().catch(() => false)) await this.#mirror?.remove();
    }
    await Promise.allSettled([this.#mirror?.close()]);
    await this.release();
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(work);
    // The queue continues after a failure, which keeps later appends failing.
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Begins the ledger with its first event, so that a run that is refused before that leaves none. */
  async #begin(): Promise<void> {
    const { identity, world } = this.#options;
    const ledger = randomUuid(world);
    await this.#write({ type: "ledger.opened", format: formatVersion, ledger, ...identity }, undefined);
    try {
      await this.#holdMirror(this.lastLine);
      await this.#mirror?.catchUp(this.lastLine);
    } catch (error) {
      throw this.fail(error);
    }
  }

  async #write(body: EventBody, limits: PurchaseLimits | undefined): Promise<LedgerEvent> {
    const isIntention = body.type === "creation.intended";
    await this.#passOn(body);
    if (this.failure !== null) throw this.failure;
    if (isIntention && this.#mirror?.failure != null) throw this.#mirror.failure;
    const line = this.#chain(body);
    try {
      await this.makeDurable(line, limits);
    } catch (error) {
      if (isIntentionRefusal(error)) throw error;
      this.fail(error);
      await this.#passOn(body);
      throw this.failure;
    }
    const { event, bytes } = line;
    this.#head = headOf(event);
    this.lastLine = bytes;
    this.#events.push(event);
    extend(this.state, event);
    await this.#mirror?.append(bytes, isOfMoney(body));
    const loss = await this.findLossAfterWrite();
    if (loss !== null) {
      if (this.usableMirror !== null) this.#kept.add(body);
      if (isIntention) await this.#keep(unsent(body, "the ledger was gone"));
      throw loss;
    }
    const mirrorFailure = this.#mirror?.failure ?? null;
    if (mirrorFailure !== null && isIntention) {
      await this.#write(unsent(body, "the mirror could not be written"), undefined);
      throw mirrorFailure;
    }
    if (mirrorFailure !== null) this.#reportMirror(mirrorFailure.problem);
    return event;
  }

  #chain(body: EventBody): ChainedLine {
    const { line } = writeLine(this.#head, this.#at(), body);
    const result = readLine(this.#head, line.slice(0, -1));
    // Check before writing a byte: a line that can't be read back would make the ledger unusable for good.
    if (!result.ok) throw new Error(`a ledger can't hold this event: ${body.type}`);
    return { body, event: result.event, bytes: Buffer.from(line) };
  }

  /** Once the ledger's name is gone, the mirror takes everything but intentions: one that was not written was never sent. */
  async #passOn(body: EventBody): Promise<void> {
    if (this.failure?.problem.code === "ledger_moved" && body.type !== "creation.intended")
      await this.#keep(body);
  }

  /** Gives the mirror an event that the ledger can't take. */
  async #keep(body: EventBody): Promise<void> {
    if (this.#mirror === null || this.#kept.has(body)) return;
    const { unsure } = this;
    this.unsure = null;
    // First the line that the ledger may have after all, byte for byte, so that the mirror does not part from it.
    if (unsure !== null) await this.#addToMirror(unsure, this.#mirror);
    if (unsure?.body.type === "creation.intended")
      await this.#keep(unsent(unsure.body, "the ledger could not be written"));
    if (unsure?.body !== body) await this.#addToMirror(this.#chain(body), this.#mirror);
  }

  async #addToMirror({ body, event, bytes }: ChainedLine, mirror: Mirror): Promise<void> {
    await mirror.keep(bytes);
    if (mirror.failure !== null) return;
    this.#kept.add(body);
    this.#head = headOf(event);
  }

  /** Says once that the mirror lags: the ledger has everything. */
  #reportMirror(problem: LedgerProblem): void {
    if (problem.code !== "mirror_unusable" || this.notices.some(({ code }) => code === "mirror_behind"))
      return;
    this.notices.push({ ...problem, code: "mirror_behind" });
  }

  async #holdMirror(bytes: Buffer): Promise<void> {
    const { spareFolder, files, holder } = this.#options;
    const id = this.#ledgerId;
    if (this.stateFolder === null || id === null) return;
    const { location, events } = this;
    const ledger = { id, location, holder, bytes, events, joined: this.state.joined };
    this.#mirror = await Mirror.hold(ledger, { folder: this.stateFolder, spareFolder, files });
  }

  /** Stops all later writes. */
  protected fail(error: unknown): Failure<LedgerProblem> {
    this.failure = asFailure(error, this.location);
    return this.failure;
  }

  get #ledgerId(): string | null {
    const [first] = this.#events;
    return first?.type === "ledger.opened" ? first.ledger : null;
  }

  get #rescuePlaces() {
    return { path: this.#paths.rescuePath, stateFolder: this.stateFolder, ledger: this.#ledgerId };
  }

  #at(): string {
    return new Date(this.#options.world.now()).toISOString();
  }
}

/**
 * Throws a Failure with a LedgerProblem unless these events form a sound ledger of this course and service, or there are no events yet and none are
 * required.
 */
export function checkOpened(
  { events, damage }: LogResult,
  { identity, mustExist }: Pick<OpeningOptions, "identity" | "mustExist">,
  path: string,
): void {
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  checkIdentity(events, identity, path);
  // Nothing recorded is no ledger. Starting a new one in its place would forget every lesson that was paid for.
  if (mustExist && isBegunAlone(events)) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
}

/** All stories that events name, for a person whose ledger is gone. */
export function acceptedIn(events: readonly LedgerEvent[]): AcceptedStory[] {
  return events.flatMap((event) => {
    if (event.type !== "creation.accepted" && event.type !== "creation.resolved") return [];
    const { edition, job, id } = event;
    return id === null ? [] : [{ edition, job, id }];
  });
}

/** The proof that an intention was not sent. */
function unsent(
  { edition, job, attempt }: Extract<EventBody, { type: "creation.intended" }>,
  cause: string,
): EventBody {
  return { type: "creation.unsent", edition, job, attempt, cause };
}

/** Wraps an error from writing a ledger in a Failure with a LedgerProblem. */
export function asFailure(error: unknown, path: string): Failure<LedgerProblem> {
  if (error instanceof Failure) return error as Failure<LedgerProblem>;
  const cause = errorCode(error);
  return new Failure<LedgerProblem>({ code: "ledger_not_written", path, cause }, { cause: error });
}
