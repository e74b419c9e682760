import { dirname } from "node:path";
import { closing } from "../../shared/closing.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { type Files, type OpenFile, writeAll } from "../../shared/files/files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { isIntentionRefusal, type PurchaseLimits, refuseIntention } from "../format/ceilings.ts";
import { type EventBody, formatVersion, type LedgerEvent } from "../format/event.ts";
import { extend, fold } from "../format/fold.ts";
import { checkIdentity, isBegunAlone } from "../format/identity.ts";
import { type Head, readLine, writeLine } from "../format/line.ts";
import { isOfMoney } from "../format/money-events.ts";
import type { LedgerState } from "../format/state.ts";
import { acceptedIn, afterMirrorFailure, Mirror, stateFolderOf, unsent, withdrawn } from "../mirror.ts";
import type { LedgerMove, LedgerNotice, LedgerProblem } from "../problem.ts";
import { findRescues, type RescuePlaces, writeRescue } from "../rescue-file.ts";
import type { LedgerIdentity, LedgerStore } from "../store.ts";
import { lastLine, mendEnd, wholeLines } from "./file-end.ts";
import { HeldFiles } from "./held-files.ts";
import { type LogResult, readLog } from "./read-log.ts";

export interface FileLedgerOptions {
  readonly path: string;
  readonly identity: LedgerIdentity;
  /** If true, opening fails when no ledger exists yet. */
  readonly mustExist: boolean;
  /** The lock's holder, written to the lock file and named in the error that a second run gets. */
  readonly holder: string;
  /** The folder, outside the course's own, in which this machine mirrors its ledgers. Left out: nowhere. */
  readonly stateFolder?: string;
  /** Where versions without mirrors put whole ledgers if they couldn't write to the state folder. */
  readonly spareFolder?: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "random">;
}

/** An event as the next line of a ledger. */
interface ChainedLine {
  readonly body: EventBody;
  readonly event: LedgerEvent;
  readonly bytes: Buffer;
}

/** A JSON Lines ledger whose files this process holds open and locked. */
export class FileLedger implements LedgerStore {
  readonly location: string;
  stateFolder: string | null = null;
  readonly notices: LedgerNotice[] = [];
  readonly #options: FileLedgerOptions;
  readonly #file: OpenFile;
  readonly #lock: OpenFile;
  readonly #held: HeldFiles;
  readonly #events: LedgerEvent[];
  readonly state: LedgerState;
  #mirror: Mirror | null = null;
  #head: Head;
  #size: number;
  /** The bytes of the last line, with its line feed. The file must still end with them. */
  #lastLine: Buffer = Buffer.alloc(0);
  #queue: Promise<unknown> = Promise.resolve();
  #failure: Failure<LedgerProblem> | null = null;
  /** Set once the ledger's name is gone: its file takes no more, and the mirror takes the rest. */
  #how: LedgerMove | null = null;
  /** Whether this process has begun the ledger, or found an empty file. */
  #isOurs = false;
  /** The line whose write or sync failed: nobody knows whether the ledger has it. */
  #unsure: ChainedLine | null = null;
  /** Outcomes that only the mirror has. */
  readonly #kept = new Set<EventBody>();

  private constructor(
    options: FileLedgerOptions,
    held: { file: OpenFile; lock: OpenFile; names: HeldFiles },
    result: LogResult,
  ) {
    this.location = options.path;
    this.#options = options;
    this.#file = held.file;
    this.#lock = held.lock;
    this.#held = held.names;
    this.#events = [...result.events];
    this.state = fold(this.#events);
    this.#head = result.head;
    this.#size = 0;
    this.#isOurs = result.events.length === 0;
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
    // A file without events is not a ledger, nor is one that a refused run has left. Starting a new one in it would forget every lesson that was paid for.
    if (options.mustExist && isBegunAlone(result.events)) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    ledger.stateFolder = await stateFolderOf(options, ledger.notices);
    const lines = wholeLines(bytes, result);
    // Check before changing a byte: this machine may have seen the seemingly torn end whole.
    await ledger.#holdMirror(lines);
    try {
      return await ledger.#makeReady(bytes, lines, result);
    } catch (error) {
      await ledger.#mirror?.close().catch(() => undefined);
      throw error;
    }
  }

  /** Syncs the existing lines and repairs the end, in the ledger and in its mirror. */
  async #makeReady(bytes: Buffer, lines: Buffer, result: LogResult): Promise<FileLedger> {
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
    await this.#mirror?.catchUp(lines);
    if (mended !== null) await this.append(mended.repaired);
    this.notices.push(...(await findRescues(this.#rescuePlaces(), this.#events, files)));
    return this;
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
    // Queued behind all pending appends, because the answer depends on the end that they leave.
    const asked = this.#queue.then(async () => {
      if (this.#failure === null) await this.#failIfMoved(null).catch(() => undefined);
      return (this.#failure ?? this.#mirror?.failure)?.problem ?? null;
    });
    this.#queue = asked;
    return asked;
  }

  async rescue(body: EventBody): Promise<string | null> {
    const { files, world } = this.#options;
    // Another program has gone on with the file: the mirror would part from it.
    if (this.#failure?.problem.code !== "ledger_grown_by_other") await this.#keep(body);
    const kept = this.#kept.has(body) ? (this.#mirror?.path ?? null) : null;
    const means = { name: randomUuid(world), places: this.#rescuePlaces(), files, isKept: kept !== null };
    return (await writeRescue({ at: this.#at(), ...body }, means)) ?? kept;
  }

  async close(): Promise<void> {
    await this.#queue;
    if (this.#isOurs && isBegunAlone(this.#events)) await this.#remove().catch(() => undefined);
    await Promise.allSettled([this.#mirror?.close()]);
    await closing(this.#lock, () => this.#file.close());
  }

  /** Removes a ledger in which nothing was recorded: a run that was refused leaves none. Its path may lead to another one by now. */
  async #remove(): Promise<void> {
    const move = await this.#held.findMove({ sizeBytes: this.#size, lastLine: this.#lastLine });
    if (move !== null || this.#kept.size > 0) return;
    await this.#options.files.remove(this.location);
    await this.#mirror?.remove();
  }

  async #write(body: EventBody, limits: PurchaseLimits | undefined): Promise<LedgerEvent> {
    if (this.#how !== null) await this.#keep(withdrawn(body));
    if (this.#failure !== null) throw this.#failure;
    if (body.type === "creation.intended" && this.#mirror?.failure != null) throw this.#mirror.failure;
    const line = this.#chain(body);
    const { event, bytes } = line;
    try {
      await this.#refuseIfMoved();
      refuseIntention(event, { state: this.state, limits, path: this.location });
      this.#unsure = line;
      await writeAll(this.#file, bytes);
      await this.#file.datasync();
      this.#unsure = null;
    } catch (error) {
      if (isIntentionRefusal(error)) throw error;
      this.#failure = asFailure(error, this.location);
      if (this.#how !== null) await this.#keep(withdrawn(body));
      throw this.#failure;
    }
    this.#size += bytes.length;
    this.#lastLine = bytes;
    this.#head = { seq: event.seq, hash: event.hash };
    this.#events.push(event);
    extend(this.state, event);
    await this.#mirror?.append(bytes, isOfMoney(body));
    // The file may have been moved or deleted during the write.
    await this.#failIfMoved(body);
    const failure = this.#mirror?.failure ?? null;
    const takenBack = failure === null ? null : afterMirrorFailure(body, failure, this.notices);
    if (failure === null || takenBack === null) return event;
    await this.#write(takenBack, undefined);
    throw failure;
  }

  #chain(body: EventBody): ChainedLine {
    const { line } = writeLine(this.#head, this.#at(), body);
    const result = readLine(this.#head, line.slice(0, -1));
    // Check before writing a byte: a line that can't be read back would make the ledger unusable for good.
    if (!result.ok) throw new Error(`no event that a ledger can hold: ${body.type}`);
    return { body, event: result.event, bytes: Buffer.from(line) };
  }

  /** Gives the mirror an event that the ledger can't take. */
  async #keep(body: EventBody | null): Promise<void> {
    if (body === null || this.#mirror === null || this.#kept.has(body)) return;
    const unsure = this.#unsure;
    this.#unsure = null;
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
    this.#head = { seq: event.seq, hash: event.hash };
  }

  /** Throws if the file is no longer the ledger that was opened. */
  async #refuseIfMoved(): Promise<void> {
    const how = await this.#held.findMove({ sizeBytes: this.#size, lastLine: this.#lastLine });
    if (how === null) return;
    const { location: path } = this;
    if (how === "grown") throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
    this.#how = how;
    const mirror = this.#mirror?.failure === null ? this.#mirror.path : null;
    throw new Failure<LedgerProblem>({
      code: "ledger_moved",
      path,
      how,
      mirror,
      accepted: acceptedIn(this.#events),
    });
  }

  /** `written`: the event that the ledger has just taken; an intention among them was not sent. */
  async #failIfMoved(written: EventBody | null): Promise<void> {
    try {
      await this.#refuseIfMoved();
    } catch (error) {
      this.#failure = asFailure(error, this.location);
      if (written !== null && this.#mirror?.failure === null) this.#kept.add(written);
      if (written?.type === "creation.intended") await this.#keep(unsent(written, "the ledger was gone"));
      throw this.#failure;
    }
  }

  #at(): string {
    return new Date(this.#options.world.now()).toISOString();
  }

  /** Begins the ledger with its first event, so that a run that is refused before that leaves none. */
  async #begin(): Promise<void> {
    if (this.#events.length > 0 || this.#failure !== null) return;
    const { identity, world } = this.#options;
    this.#isOurs = true;
    await this.#write(
      { type: "ledger.opened", format: formatVersion, ledger: randomUuid(world), ...identity },
      undefined,
    );
    try {
      await this.#holdMirror(this.#lastLine);
      await this.#mirror?.catchUp(this.#lastLine);
    } catch (error) {
      this.#failure = asFailure(error, this.location);
      throw error;
    }
  }

  get #ledgerId(): string | null {
    const first = this.#events[0];
    return first?.type === "ledger.opened" ? first.ledger : null;
  }

  async #holdMirror(bytes: Buffer): Promise<void> {
    const { spareFolder, files, holder, path: location } = this.#options;
    const id = this.#ledgerId;
    if (this.stateFolder === null || id === null) return;
    const { joined } = this.state;
    const ledger = { id, location, holder, bytes, head: this.#head, joined };
    this.#mirror = await Mirror.hold(ledger, { folder: this.stateFolder, spareFolder, files });
  }

  #rescuePlaces(): RescuePlaces {
    const { path } = this.#options;
    return { path, stateFolder: this.stateFolder, ledger: this.#ledgerId };
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
