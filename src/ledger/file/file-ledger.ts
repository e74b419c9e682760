import { dirname, resolve } from "node:path";
import { closing } from "../../shared/closing.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { type Files, type OpenFile, writeAll } from "../../shared/files/files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { isIntentionRefusal, type PurchaseLimits, refuseIntention } from "../format/ceilings.ts";
import { type EventBody, formatVersion, type LedgerEvent } from "../format/event.ts";
import { extend, fold } from "../format/fold.ts";
import { checkIdentity } from "../format/identity.ts";
import { type Head, readLine, writeLine } from "../format/line.ts";
import type { LedgerState } from "../format/state.ts";
import { LastSeenHead } from "../memory/last-seen-head.ts";
import type { LedgerMove, LedgerNotice, LedgerProblem } from "../problem.ts";
import { findRescues, type RescuePlaces, writeRescue } from "../rescue/rescue.ts";
import { refuseRescued, rescueSearch } from "../rescue/rescued-files.ts";
import { RescuedLedger, unrecorded, unsent } from "../rescue/rescued-ledger.ts";
import type { LedgerIdentity, LedgerStore } from "../store.ts";
import { lastLine, mendEnd } from "./file-end.ts";
import { HeldFiles } from "./held-files.ts";
import { type LogResult, readLog } from "./read-log.ts";

export interface FileLedgerOptions {
  readonly path: string;
  readonly identity: LedgerIdentity;
  /** If true, opening fails when no ledger exists yet. */
  readonly mustExist: boolean;
  /** The lock's holder, written to the lock file and named in the error that a second run gets. */
  readonly holder: string;
  /** The folder, outside the course's own, in which this machine remembers the last-seen head. Left out: nothing is remembered. */
  readonly stateFolder?: string;
  /**
   * The fallback (the system's folder for such data) for a whole-ledger rescue if the file's name is gone and the state folder can't be
   * written.
   */
  readonly spareFolder?: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "random">;
}

/** A JSON Lines ledger whose files this process holds open and locked. */
export class FileLedger implements LedgerStore {
  readonly location: string;
  readonly stateFolder: string | null;
  readonly notices: LedgerNotice[] = [];
  readonly #options: FileLedgerOptions;
  readonly #file: OpenFile;
  readonly #lock: OpenFile;
  readonly #held: HeldFiles;
  readonly #events: LedgerEvent[];
  readonly state: LedgerState;
  #lastSeen: LastSeenHead | null = null;
  #head: Head;
  #size: number;
  /** The bytes of the last line, with its line feed. The file must still end with them. */
  #lastLine: Buffer = Buffer.alloc(0);
  #queue: Promise<unknown> = Promise.resolve();
  #failure: Failure<LedgerProblem> | null = null;
  /** Set once the ledger's name is gone: where the whole ledger was rescued to. */
  #rescued: RescuedLedger | null = null;
  #how: LedgerMove = "gone";

  private constructor(
    options: FileLedgerOptions,
    held: { file: OpenFile; lock: OpenFile; names: HeldFiles },
    result: LogResult,
  ) {
    this.location = options.path;
    this.stateFolder = options.stateFolder ?? null;
    this.#options = options;
    this.#file = held.file;
    this.#lock = held.lock;
    this.#held = held.names;
    this.#events = [...result.events];
    this.state = fold(this.#events);
    this.#head = result.head;
    this.#size = 0;
  }

  static async open(options: FileLedgerOptions, file: OpenFile, lock: OpenFile): Promise<FileLedger> {
    const bytes = await file.read();
    const result = readLog(bytes);
    const { path } = options;
    if (result.damage !== null) {
      throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage: result.damage });
    }
    const names = await HeldFiles.of({ path, file, lock, files: options.files });
    const ledger = new FileLedger(options, { file, lock, names }, result);
    checkIdentity(result.events, options.identity, path);
    // A file without events is not a ledger. Starting a new one in it would forget every lesson that was paid for.
    if (options.mustExist && result.events.length === 0) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    await refuseRescued({ path, identity: options.identity, events: result.events }, rescueSearch(options));
    // Check before changing a byte: this machine may have seen the seemingly torn end whole.
    await ledger.#holdLastSeenHead();
    try {
      return await ledger.#makeReady(bytes, result);
    } catch (error) {
      await ledger.#lastSeen?.close().catch(() => undefined);
      throw error;
    }
  }

  /** Syncs the existing lines, repairs the end, and starts a new ledger if there is none. */
  async #makeReady(bytes: Buffer, result: LogResult): Promise<FileLedger> {
    const { files, path } = this.#options;
    const [offset, line] = lastLine(bytes, result);
    await files.rewrite(path, offset, line);
    const mended = await mendEnd(result, { ...this.#options, file: this.#file });
    if (mended !== null) this.notices.push(mended.notice);
    // At every opening: an earlier run may have crashed between creating the file and this sync.
    await this.#file.datasync();
    await files.syncFolder(dirname(path));
    this.#size = await this.#file.size();
    this.#lastLine = Buffer.concat([line, Buffer.from(result.tail.kind === "unterminated" ? "\n" : "")]);
    await this.#begin();
    if (mended !== null) await this.append(mended.repaired);
    await this.#lastSeen?.remember(this.#head);
    this.notices.push(...(await findRescues(this.#rescuePlaces(), this.#events, files)));
    return this;
  }

  get events(): readonly LedgerEvent[] {
    return this.#events;
  }

  append(body: EventBody, limits?: PurchaseLimits): Promise<LedgerEvent> {
    const appended = this.#queue.then(() => this.#write(body, limits));
    // The queue continues after a failure; #failure keeps later appends failing.
    this.#queue = appended.catch(() => undefined);
    return appended;
  }

  stillHolds(): Promise<LedgerProblem | null> {
    // Queued behind all pending appends, because the answer depends on the end that they leave.
    const asked = this.#queue.then(async () => {
      if (this.#failure === null) await this.#failIfMoved(null).catch(() => undefined);
      return this.#failure?.problem ?? null;
    });
    this.#queue = asked;
    return asked;
  }

  async rescue(body: EventBody): Promise<string | null> {
    // After a whole-ledger rescue, this event is already in the rescue file.
    if (this.#rescued !== null) return this.#rescued.path;
    const { files, world } = this.#options;
    return writeRescue(
      { at: this.#at(), ...body },
      { name: randomUuid(world), places: this.#rescuePlaces(), files },
    );
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.#lastSeen?.remember(this.#head);
    await Promise.allSettled([this.#lastSeen?.close()]);
    await closing(this.#lock, () => this.#file.close());
  }

  async #write(body: EventBody, limits: PurchaseLimits | undefined): Promise<LedgerEvent> {
    if (this.#rescued !== null) await this.#leaveWith(this.#rescued, unrecorded(body));
    if (this.#failure !== null) throw this.#failure;
    const { line } = writeLine(this.#head, this.#at(), body);
    const result = readLine(this.#head, line.slice(0, -1));
    // Check before writing a byte: a line that can't be read back would make the ledger unusable for good.
    if (!result.ok) throw new Error(`no event that a ledger can hold: ${body.type}`);
    const { event } = result;
    const bytes = Buffer.from(line);
    try {
      await this.#refuseIfMoved(unrecorded(body));
      refuseIntention(event, { state: this.state, limits, path: this.location });
      await writeAll(this.#file, bytes);
      await this.#file.datasync();
    } catch (error) {
      if (isIntentionRefusal(error)) throw error;
      this.#failure = asFailure(error, this.location);
      throw this.#failure;
    }
    this.#size += bytes.length;
    this.#lastLine = bytes;
    this.#head = { seq: event.seq, hash: event.hash };
    this.#events.push(event);
    extend(this.state, event);
    // The file may have been moved or deleted during the write.
    await this.#failIfMoved(unsent(body));
    await this.#lastSeen?.record(body, this.#head);
    return event;
  }

  /** Throws if the file is no longer the ledger that was opened. `left`: the event to add after the ledger's lines in the rescue file. */
  async #refuseIfMoved(left: EventBody | null): Promise<void> {
    const how = await this.#held.findMove({ sizeBytes: this.#size, lastLine: this.#lastLine });
    if (how === null) return;
    const { location: path } = this;
    if (how === "grown") throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
    const { files, world } = this.#options;
    const { folders } = rescueSearch(this.#options);
    this.#how = how;
    this.#rescued = await RescuedLedger.of(this.#events, {
      ledger: this.#ledgerId ?? "unbegun",
      name: randomUuid(world),
      folders,
      files,
      readFile: () => this.#file.read(),
    });
    await this.#leaveWith(this.#rescued, left);
  }

  /** Saves the whole ledger elsewhere because its name is gone, then throws `ledger_moved`. */
  async #leaveWith(rescued: RescuedLedger, left: EventBody | null): Promise<never> {
    await rescued.keep(this.#at(), left === null ? [] : [left]);
    // Any file now under that name lacks the events that only the rescue file has, so no run may continue with it.
    this.#head = rescued.head;
    await this.#lastSeen?.remember(this.#head);
    const { path: rescue, accepted } = rescued;
    this.#failure = new Failure<LedgerProblem>({
      code: "ledger_moved",
      path: this.location,
      how: this.#how,
      rescue,
      accepted,
    });
    throw this.#failure;
  }

  async #failIfMoved(left: EventBody | null): Promise<void> {
    try {
      await this.#refuseIfMoved(left);
    } catch (error) {
      this.#failure = asFailure(error, this.location);
      throw this.#failure;
    }
  }

  #at(): string {
    return new Date(this.#options.world.now()).toISOString();
  }

  async #begin(): Promise<void> {
    if (this.#events.length > 0) return;
    const { identity, world } = this.#options;
    await this.append({
      type: "ledger.opened",
      format: formatVersion,
      ledger: randomUuid(world),
      ...identity,
    });
    await this.#holdLastSeenHead();
  }

  get #ledgerId(): string | null {
    const first = this.#events[0];
    return first?.type === "ledger.opened" ? first.ledger : null;
  }

  async #holdLastSeenHead(): Promise<void> {
    const { stateFolder: folder, identity, files, holder, path } = this.#options;
    const ledger = this.#ledgerId;
    if (folder === undefined || ledger === null) return;
    const notify = (notice: LedgerNotice): void => void this.notices.push(notice);
    this.#lastSeen = await LastSeenHead.hold(
      {
        folder,
        ledger,
        identity,
        files,
        holder,
        notify,
        joined: this.state.joined,
        location: path,
        path: resolve(path),
        events: () => this.#events,
      },
      this.#head,
    );
  }

  #rescuePlaces(): RescuePlaces {
    const { path, stateFolder } = this.#options;
    return { path, stateFolder: stateFolder ?? null, ledger: this.#ledgerId };
  }
}

/** Wraps an I/O error from writing a ledger in a Failure with a LedgerProblem. */
export function asFailure(error: unknown, path: string): Failure<LedgerProblem> {
  if (error instanceof Failure) return error as Failure<LedgerProblem>;
  return new Failure<LedgerProblem>(
    { code: "ledger_not_written", path, cause: errorCode(error) },
    { cause: error },
  );
}
