import { join } from "node:path";
import { errorCode, Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import type { Files } from "../shared/files/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { type LogResult, refuseDamage } from "./file/read-log.ts";
import { type CreditLimits, refuseIntention } from "./format/ceilings.ts";
import { type EventBody, type Exactly, formatVersion, isOfMoney, type LedgerEvent } from "./format/event.ts";
import { extend } from "./format/fold.ts";
import { type Fit, refuseUnfit } from "./format/identity.ts";
import { type ChainedLine, type Head, headOf, writeLine } from "./format/line.ts";
import type { LedgerState } from "./format/state.ts";
import { Mirror } from "./mirror.ts";
import type { AcceptedStory, LedgerNotice, LedgerProblem } from "./problem.ts";
import { noPlace, unusable } from "./state-folder.ts";

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
  /** Makes the end safe to append to. Resolves with an event to record; null if there is none. */
  makeReady(read: LogResult): Promise<EventBody | null>;
  /**
   * Makes a line durable. Calls `check`, which throws if the line is refused, at a point where no concurrent append is possible. After any error
   * except such a refusal, nothing more is written.
   */
  write(line: ChainedLine, check: () => void): Promise<void>;
  /** Rejects if this process no longer holds the lines, their name leads elsewhere, or they don't end with `head`. */
  confirm(head: Head): Promise<void>;
  /** Releases the lock. */
  close(): Promise<void>;
}

/**
 * A ledger whose lock this process holds, in either store: the queue of appends, the chain, the folded state, the mirror, and what becomes of an event
 * that the ledger can't take. Appends happen in call order, and once one has failed, all later ones fail.
 */
export class HeldLedger {
  /** Where the ledger is, for people. */
  readonly location: string;
  /** The folder with this machine's mirrors; null: there is no place for one. */
  stateFolder: string | null = null;
  /** The folded state of all events, updated in place by each append. */
  readonly state: LedgerState;
  /** How opening repaired the ledger's end, and what else the user should know. */
  readonly notices: LedgerNotice[];
  readonly #lines: LedgerLines;
  readonly #options: OpeningOptions;
  /** All events so far, including appended ones. */
  readonly events: readonly LedgerEvent[];
  #head: Head;
  /** Why nothing more can be written. */
  #failure: Failure<LedgerProblem> | null = null;
  /** The line whose write or sync failed, and its event's body: nobody knows whether the ledger has it. */
  #unsure: { readonly body: EventBody; readonly added: ChainedLine } | null = null;
  #mirror: Mirror | null = null;
  #queue: Promise<unknown> = Promise.resolve();

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
    this.state = state;
    this.#head = head;
  }

  /**
   * Makes a ledger of locked lines, once they were verified and compared with their mirror. Throws a Failure with a LedgerProblem, and then the lines
   * are closed and unchanged.
   */
  static async open(lines: LedgerLines, options: OpeningOptions): Promise<HeldLedger> {
    const { location: path } = lines;
    try {
      const events: LedgerEvent[] = [];
      const read = await lines.read(events);
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

  async #makeStateFolder(): Promise<void> {
    const { stateFolder: folder, files } = this.#options;
    if (folder === undefined) return;
    try {
      await files.makeFolder(folder);
      this.stateFolder = folder;
    } catch (error) {
      const cause = errorCode(error);
      if (!noPlace.includes(cause)) throw unusable(folder, error);
      this.notices.push({ code: "no_mirror", folder, cause });
    }
  }

  /** Compares the ledger with its mirror before anything is changed, makes the ledger ready, and catches the mirror up. */
  async #prepare(read: LogResult): Promise<void> {
    await this.#makeStateFolder();
    if (this.#ledgerId !== null) await this.#holdMirror(this.#ledgerId, read.lines);
    try {
      const found = await this.#lines.makeReady(read);
      await this.#mirror?.catchUp(read.lines);
      if (found !== null) await this.append(found);
    } catch (error) {
      await this.#mirror?.close().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Resolves with the event once it is durable. Throws a Failure with a LedgerProblem; then nothing more may be sent. An intention is checked against
   * these limits where no concurrent append is possible (`refuseIntention`): a refused one is not written, and the ledger remains usable.
   */
  append<Body extends EventBody>(body: Exactly<Body>, limits?: CreditLimits): Promise<LedgerEvent> {
    return this.#enqueue(async () => {
      if (this.#head.seq === 0 && this.#failure === null) await this.#begin();
      return (await this.#write(body, limits)).event;
    });
  }

  /**
   * Call directly before sending a creation request. Null if this process still holds the ledger, its name still leads to it, and it still
   * ends where expected. Otherwise the reason, and then nothing may be sent. Never rejects.
   */
  stillHolds(): Promise<LedgerProblem | null> {
    // Queued behind all pending appends, because the answer depends on the end that they leave.
    return this.#enqueue(async () => {
      const failure = this.#failure ?? this.#mirror?.failure ?? null;
      if (failure !== null) return failure.problem;
      return this.#lines.confirm(this.#head).then(
        () => null,
        (error: unknown) => this.#fail(error).problem,
      );
    });
  }

  /**
   * The last resort for an outcome that `append` could not record: gives it to the mirror and writes it to a rescue file beside the ledger, as far as
   * each can be written, or else to one in the state folder. Resolves with the path of the first, or null if all failed. `ledger restore` puts it
   * into the ledger.
   */
  async rescue(body: EventBody): Promise<string | null> {
    const code = this.#failure?.problem.code ?? null;
    const { rescuePath } = this.#lines;
    const { files, world } = this.#options;
    // Another run may have gone on in a database, or in a file that has grown: the mirror would part from it.
    const mayKeep = rescuePath !== null && code !== "ledger_grown_by_other";
    const mirrored = mayKeep ? await this.#keep(body) : null;
    const [folder, ledger] = [this.stateFolder, this.#ledgerId];
    const starts = [
      // Beside the ledger even if the mirror has it: whoever takes the folder to another machine takes the outcome along.
      ...(rescuePath !== null && code !== "ledger_moved" ? [rescuePath] : []),
      ...(mirrored === null && folder !== null && ledger !== null ? [join(folder, ledger)] : []),
    ];
    for (const start of starts) {
      const file = `${start}.rescue-${randomUuid(world)}.json`;
      try {
        await replaceFile(files, file, `${JSON.stringify({ at: this.#at(), ...body })}\n`);
        return mirrored ?? file;
      } catch {
        // The next place may have room.
      }
    }
    return mirrored;
  }

  async close(): Promise<void> {
    await this.#queue;
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
    try {
      await this.#holdMirror(ledger, Buffer.alloc(0));
      const opened = { type: "ledger.opened", format: formatVersion, ledger, ...identity } as const;
      const { line } = await this.#write(opened);
      await this.#mirror?.catchUp(Buffer.from(line));
    } catch (error) {
      throw this.#fail(error);
    }
  }

  async #write(body: EventBody, limits?: CreditLimits): Promise<ChainedLine> {
    const isIntention = body.type === "creation.intended";
    if (this.#failure !== null) throw this.#failure;
    if (isIntention && this.#mirror?.failure != null) throw this.#mirror.failure;
    const added = writeLine(this.#head, this.#at(), body);
    const { event } = added;
    let isRefused = false;
    try {
      await this.#lines.write(added, () => {
        isRefused = true;
        refuseIntention(event, { state: this.state, limits, path: this.location });
        isRefused = false;
        this.#unsure = { body, added };
      });
    } catch (error) {
      // Nothing was written, and the ledger remains usable.
      throw isRefused ? error : this.#fail(error);
    }
    this.#unsure = null;
    this.#head = headOf(event);
    (this.events as LedgerEvent[]).push(event);
    extend(this.state, event);
    await this.#mirror?.append(added.line, isOfMoney(body));
    // A mirror that lags behind otherwise is caught up by the next opening.
    const mirrorFailure = this.#mirror?.failure ?? null;
    if (isIntention && mirrorFailure !== null) {
      const { edition, job, attempt } = body;
      const cause = "the mirror could not be written";
      await this.#write({ type: "creation.unsent", edition, job, attempt, cause });
      throw mirrorFailure;
    }
    return added;
  }

  /**
   * Gives the mirror an outcome that the ledger can't take, behind the line that the ledger may have after all, so that the two don't part. Resolves with
   * the mirror's path; null if there is none, or it could not be written.
   */
  async #keep(body: EventBody): Promise<string | null> {
    const unsure = this.#unsure;
    this.#unsure = null;
    const kept = unsure === null ? [] : [unsure.added];
    if (unsure?.body !== body)
      kept.push(writeLine(unsure === null ? this.#head : headOf(unsure.added.event), this.#at(), body));
    for (const { line, event } of kept) {
      await this.#mirror?.keep(line);
      this.#head = headOf(event);
    }
    return this.#mirror?.failure === null ? this.#mirror.path : null;
  }

  async #holdMirror(id: string, lines: Buffer): Promise<void> {
    const { files, holder } = this.#options;
    if (this.stateFolder === null) return;
    const ledger = { id, location: this.location, lines, head: this.#head, state: this.state };
    this.#mirror = await Mirror.hold(ledger, holder, { folder: this.stateFolder, files });
  }

  /** Stops all later writes. If the ledger is gone, the problem names all stories that it knew. */
  #fail(error: unknown): Failure<LedgerProblem> {
    const failure = asFailure(error, this.location);
    const { problem } = failure;
    const accepted = [...this.state.jobs.values()].flatMap(({ edition, job, stories }) =>
      [...stories.keys()].map((id): AcceptedStory => ({ edition, job, id })),
    );
    this.#failure = problem.code === "ledger_moved" ? new Failure({ ...problem, accepted }) : failure;
    return this.#failure;
  }

  get #ledgerId(): string | null {
    return this.state.opened?.ledger ?? null;
  }

  #at(): string {
    return new Date(this.#options.world.now()).toISOString();
  }
}

/** Wraps an error from writing a ledger in a Failure with a LedgerProblem. */
export function asFailure(error: unknown, path: string): Failure<LedgerProblem> {
  if (error instanceof Failure) return error as Failure<LedgerProblem>;
  const cause = errorCode(error);
  return new Failure<LedgerProblem>({ code: "ledger_not_written", path, cause }, { cause: error });
}
