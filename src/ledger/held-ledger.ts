import { join } from "node:path";
import { errorCode, Failure } from "../shared/failure.ts";
import type { Files } from "../shared/files/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { type LogResult, refuseDamage } from "./file/read-log.ts";
import { type CreditLimits, isIntentionRefusal, refuseIntention } from "./format/ceilings.ts";
import { type EventBody, formatVersion, isOfMoney, type LedgerEvent } from "./format/event.ts";
import { extend } from "./format/fold.ts";
import { type Fit, isBegunAlone, isUnused, refuseUnfit } from "./format/identity.ts";
import { type ChainedLine, type Head, headOf, writeLine } from "./format/line.ts";
import type { LedgerState } from "./format/state.ts";
import { bytesInMemory, Mirror, stateFolderOf } from "./mirror.ts";
import type { AcceptedStory, LedgerNotice, LedgerProblem } from "./problem.ts";
import { writeRescue } from "./state-folder.ts";
import type { LedgerStore } from "./store.ts";

/** The options for opening a ledger, wherever it is kept. */
export interface OpeningOptions extends Fit {
  /** The lock's holder, named in the error that a second run gets. */
  readonly holder: string;
  /** The folder, outside the course's own, in which this machine mirrors its ledgers. Left out: nowhere. */
  readonly stateFolder?: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "random">;
}

/** Where a ledger's lines are kept, locked by this process: all that differs between a file and a database. */
export interface LedgerLines {
  /** Where the lines are, for display. */
  readonly location: string;
  /** The start of the paths of rescue files beside the lines; null for a database. */
  readonly rescuePath: string | null;
  /** What opening has found, for the user. */
  readonly notices: LedgerNotice[];
  /** Also adds the events to a list. */
  read(events: LedgerEvent[]): Promise<LogResult>;
  /** Renames the lines, so that a new ledger can begin under their name. */
  setAside(read: LogResult, ending: string): Promise<void>;
  /** Makes the end safe to append to. Resolves with an event to record; null if there is none. */
  makeReady(read: LogResult): Promise<EventBody | null>;
  /**
   * Makes a line durable. Calls `check`, which throws if the line is refused, at a point where no concurrent append is possible. After any error
   * except such a refusal, nothing more is written.
   */
  write(line: ChainedLine, check: () => void): Promise<void>;
  /** Rejects if this process no longer holds the lines, their name leads elsewhere, or they don't end with `head`. */
  confirm(head: Head): Promise<void>;
  /** Whether no other process can have appended anything after this one's last event, so that the mirror can take more of this one's events. */
  isEndOurs(failure: LedgerProblem["code"] | null): boolean;
  /** Removes a ledger in which nothing was recorded; false if it is not removed. */
  removeUnused(): Promise<boolean>;
  /** Releases the lock. */
  close(): Promise<void>;
}

/** A line, and the body that its event was made of. */
interface Addition extends ChainedLine {
  readonly body: EventBody;
}

/**
 * What both stores share: the queue of appends, the chain, the folded state, the mirror, and what becomes of an event that the ledger can't take.
 */
export class HeldLedger implements LedgerStore {
  readonly location: string;
  stateFolder: string | null = null;
  readonly state: LedgerState;
  readonly notices: LedgerNotice[];
  readonly #lines: LedgerLines;
  readonly #options: OpeningOptions;
  readonly events: LedgerEvent[];
  readonly #isNew: boolean;
  #head: Head;
  /** Why nothing more can be written. */
  #failure: Failure<LedgerProblem> | null = null;
  /** The line whose write or sync failed: nobody knows whether the ledger has it. */
  #unsure: Addition | null = null;
  #mirror: Mirror | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** Events that only the mirror has. */
  readonly #kept = new Set<EventBody>();

  private constructor(
    lines: LedgerLines,
    options: OpeningOptions,
    { state, head }: LogResult,
    events: LedgerEvent[],
  ) {
    this.location = lines.location;
    this.notices = lines.notices;
    this.#lines = lines;
    this.#options = options;
    this.events = events;
    this.#isNew = head.seq === 0;
    this.state = state;
    this.#head = head;
  }

  /**
   * Makes a ledger of locked lines, once they were verified and compared with their mirror. A ledger that was started for another service and never
   * used is set aside. Throws a Failure with a LedgerProblem, and then the lines are closed and unchanged.
   */
  static async open(lines: LedgerLines, options: OpeningOptions): Promise<LedgerStore> {
    const { identity, world } = options;
    const { location: path } = lines;
    try {
      let events: LedgerEvent[] = [];
      let read = await lines.read(events);
      if (read.damage === null && isUnused(read.state, identity)) {
        await lines.setAside(read, `unused-${randomUuid(world)}`);
        events = [];
        read = await lines.read(events);
      }
      refuseDamage(read, path);
      refuseUnfit(read, options, path);
      const ledger = new HeldLedger(lines, options, read, events);
      await ledger.#prepare(read);
      return ledger;
    } catch (error) {
      await lines.close().catch(() => undefined);
      throw error;
    }
  }

  /** Compares the ledger with its mirror before anything is changed, makes the ledger ready, and catches the mirror up. */
  async #prepare(read: LogResult): Promise<void> {
    this.stateFolder = await stateFolderOf(this.#options, this.notices);
    await this.#holdMirror(read.lines);
    try {
      const found = await this.#lines.makeReady(read);
      await this.#mirror?.catchUp(read.lines);
      if (found !== null) await this.append(found);
    } catch (error) {
      await this.#mirror?.close().catch(() => undefined);
      throw error;
    }
  }

  append(body: EventBody, limits?: CreditLimits): Promise<LedgerEvent> {
    return this.#enqueue(async () => {
      if (this.#head.seq === 0 && this.#failure === null) await this.#begin();
      return (await this.#write(body, limits)).event;
    });
  }

  stillHolds(): Promise<LedgerProblem | null> {
    // Queued behind all pending appends, because the answer depends on the end that they leave.
    return this.#enqueue(async () => {
      const failure = this.#failure ?? this.#mirror?.failure ?? (await this.#findLoss());
      return failure?.problem ?? null;
    });
  }

  async #findLoss(): Promise<Failure<LedgerProblem> | null> {
    try {
      await this.#lines.confirm(this.#head);
      return null;
    } catch (error) {
      return this.#fail(error);
    }
  }

  async rescue(body: EventBody): Promise<string | null> {
    const code = this.#failure?.problem.code ?? null;
    if (this.#lines.isEndOurs(code)) await this.#keep(body);
    const mirrored = this.#kept.has(body) ? (this.#mirror?.path ?? null) : null;
    const [folder, ledger] = [this.stateFolder, this.#ledgerId];
    const { rescuePath } = this.#lines;
    const starts = [
      // Beside the ledger even if the mirror has it: whoever takes the folder to another machine takes the outcome along.
      ...(rescuePath !== null && code !== "ledger_moved" ? [rescuePath] : []),
      ...(mirrored === null && folder !== null && ledger !== null ? [join(folder, ledger)] : []),
    ];
    let written: string | null = null;
    for (const start of starts)
      written ??= await writeRescue({ at: this.#at(), ...body }, start, this.#options);
    return mirrored ?? written;
  }

  async close(): Promise<void> {
    await this.#queue;
    if (this.#isNew && isBegunAlone({ head: this.#head }) && this.#kept.size === 0) {
      if (await this.#lines.removeUnused().catch(() => false)) await this.#mirror?.remove();
    }
    await Promise.allSettled([this.#mirror?.close()]);
    await this.#lines.close();
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
    const { line } = await this.#write({
      type: "ledger.opened",
      format: formatVersion,
      ledger,
      ...identity,
    });
    const lines = Buffer.from(line);
    try {
      await this.#holdMirror(lines);
      await this.#mirror?.catchUp(lines);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  async #write(body: EventBody, limits?: CreditLimits): Promise<Addition> {
    const isIntention = body.type === "creation.intended";
    await this.#passOn(body);
    if (this.#failure !== null) throw this.#failure;
    if (isIntention && this.#mirror?.failure != null) throw this.#mirror.failure;
    const added = this.#chain(body);
    const { event } = added;
    try {
      await this.#lines.write(added, () => {
        refuseIntention(event, { state: this.state, limits, path: this.location });
        this.#unsure = added;
      });
    } catch (error) {
      if (isIntentionRefusal(error)) {
        this.#unsure = null;
        throw error;
      }
      const failure = this.#fail(error);
      await this.#passOn(body);
      throw failure;
    }
    this.#unsure = null;
    this.#head = headOf(event);
    this.events.push(event);
    extend(this.state, event);
    await this.#mirror?.append(added.line, isOfMoney(body));
    const mirrorFailure = this.#mirror?.failure ?? null;
    if (mirrorFailure !== null && isIntention) {
      await this.#write(unsent(body, "the mirror could not be written"));
      throw mirrorFailure;
    }
    if (mirrorFailure !== null) this.#reportMirror(mirrorFailure.problem);
    return added;
  }

  #chain(body: EventBody): Addition {
    return { body, ...writeLine(this.#head, this.#at(), body) };
  }

  /** Once the ledger's name is gone, the mirror takes everything but intentions that were not written: those were never sent. */
  async #passOn(body: EventBody): Promise<void> {
    const isMoved = this.#failure?.problem.code === "ledger_moved";
    if (isMoved && (body.type !== "creation.intended" || this.#unsure !== null)) await this.#keep(body);
  }

  /** Gives the mirror an event that the ledger can't take. */
  async #keep(body: EventBody): Promise<void> {
    if (this.#mirror === null || this.#kept.has(body)) return;
    const unsure = this.#unsure;
    this.#unsure = null;
    // First the line that the ledger may have after all, byte for byte, so that the mirror does not part from it.
    if (unsure !== null) await this.#addToMirror(unsure, this.#mirror);
    if (unsure?.body.type === "creation.intended")
      await this.#keep(unsent(unsure.body, "the ledger could not be written"));
    if (unsure?.body !== body) await this.#addToMirror(this.#chain(body), this.#mirror);
  }

  async #addToMirror({ body, event, line }: Addition, mirror: Mirror): Promise<void> {
    await mirror.keep(line);
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

  async #holdMirror(lines: Buffer): Promise<void> {
    const { files, holder } = this.#options;
    const id = this.#ledgerId;
    if (this.stateFolder === null || id === null) return;
    const { location, state } = this;
    const ledger = { id, location, ...bytesInMemory(lines), head: this.#head, joined: state.joined };
    this.#mirror = await Mirror.hold(ledger, holder, { folder: this.stateFolder, files });
  }

  /** Stops all later writes. */
  #fail(error: unknown): Failure<LedgerProblem> {
    const failure = asFailure(error, this.location);
    const { problem } = failure;
    this.#failure = problem.code === "ledger_moved" ? new Failure(this.#withCopies(problem)) : failure;
    return this.#failure;
  }

  /** Adds what a person whose ledger is gone needs: the mirror, unless it has failed already, and all stories that the ledger named. */
  #withCopies(problem: LedgerProblem & { readonly code: "ledger_moved" }): LedgerProblem {
    const unsure = this.#unsure?.event;
    const mirror = this.#mirror?.failure === null ? this.#mirror.path : null;
    const accepted = [...this.state.jobs.values()].flatMap(({ edition, job, stories }) =>
      [...stories.keys()].map((id): AcceptedStory => ({ edition, job, id })),
    );
    if (unsure?.type === "creation.accepted") accepted.push(unsure);
    return { ...problem, mirror, accepted };
  }

  get #ledgerId(): string | null {
    return this.state.opened?.ledger ?? null;
  }

  #at(): string {
    return new Date(this.#options.world.now()).toISOString();
  }
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
