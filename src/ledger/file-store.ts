import { dirname, resolve } from "node:path";
import { errorCode, Failure } from "../shared/failure.ts";
import { type Files, type OpenFile, writeAll } from "../shared/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { Anchor, hasBought } from "./anchor.ts";
import { type EventBody, formatVersion, type LedgerEvent } from "./event.ts";
import { lastLine, mendEnd } from "./file-end.ts";
import { firstEventAt, isThere } from "./file-pieces.ts";
import { extend, fold } from "./fold.ts";
import type { CreationGuard } from "./guard.ts";
import { HeldFiles } from "./held-files.ts";
import { checkIdentity, isUnused } from "./identity.ts";
import { isIntentionRefusal, refuseIntention } from "./intention-check.ts";
import { type Head, readLine, writeLine } from "./line.ts";
import { closeUnless, takeLock } from "./lock.ts";
import type { LedgerNotice, LedgerProblem } from "./problem.ts";
import { type LogReading, readLog } from "./read-log.ts";
import { findRescues, type RescuePlaces, writeRescue } from "./rescue.ts";
import type { LedgerState } from "./state.ts";
import type { LedgerIdentity, LedgerStore } from "./store.ts";

export interface FileLedgerOptions {
  readonly path: string;
  readonly identity: LedgerIdentity;
  /** Refuse to begin a new ledger where there is none. */
  readonly mustExist: boolean;
  /** Who holds the ledger, for the message to a second runner: it is written into the lock's side file. */
  readonly holder: string;
  /** The folder outside the course's own in which this machine remembers the last head that it saw. Left out: nothing is remembered. */
  readonly stateFolder?: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "random">;
}

/**
 * Opens a JSON Lines ledger for writing: takes the operating system's lock, verifies the whole chain, sets a torn last line aside, and
 * makes the file's name durable. Throws a Failure with a LedgerProblem and leaves a damaged ledger as it is.
 */
export async function openFileLedger(options: FileLedgerOptions): Promise<LedgerStore> {
  try {
    return await lockAndOpen(options);
  } catch (error) {
    throw asFailure(error, options.path);
  }
}

async function lockAndOpen(options: FileLedgerOptions): Promise<LedgerStore> {
  const { path, files } = options;
  if (options.mustExist && !(await isThere(path, files))) {
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  }
  await files.makeFolder(dirname(path));
  const lock = await takeLock(files, `${path}.lock`, options);
  return closeUnless(lock, async () => {
    await setUnusedAside(options);
    const file = await files.openAppend(path);
    return closeUnless(file, () => FileLedger.open(options, file, lock));
  });
}

/** Reads a ledger without holding it. A torn end is reported in the reading, not repaired. Throws a Failure with a LedgerProblem. */
export async function readFileLedger(path: string, files: Files): Promise<LogReading> {
  const bytes = await files.read(path);
  if (bytes === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  return readLog(bytes);
}

/** Keeps a ledger that binds nobody under another name, so that a new one can begin under its own. */
async function setUnusedAside({ path, identity, files, world }: FileLedgerOptions): Promise<void> {
  const begun = await firstEventAt(path, files);
  // Nearly always: what follows is then left to the one reading that every opening needs.
  if (begun === null || !isUnused([begun], identity)) return;
  const bytes = await files.read(path);
  if (bytes === null) return;
  const { events, damage } = readLog(bytes);
  if (damage !== null || !isUnused(events, identity)) return;
  await files.rename(path, `${path}.unused-${randomUuid(world)}`);
  await files.syncFolder(dirname(path));
}

class FileLedger implements LedgerStore {
  readonly location: string;
  readonly notices: LedgerNotice[] = [];
  readonly #options: FileLedgerOptions;
  readonly #file: OpenFile;
  readonly #lock: OpenFile;
  readonly #held: HeldFiles;
  readonly #events: LedgerEvent[];
  readonly state: LedgerState;
  #anchor: Anchor | null = null;
  #head: Head;
  #size: number;
  /** The bytes of the last line, with its line feed: what the file must still end with. */
  #lastLine: Buffer = Buffer.alloc(0);
  #queue: Promise<unknown> = Promise.resolve();
  #failure: Failure<LedgerProblem> | null = null;

  private constructor(
    options: FileLedgerOptions,
    held: { file: OpenFile; lock: OpenFile; names: HeldFiles },
    reading: LogReading,
  ) {
    this.location = options.path;
    this.#options = options;
    this.#file = held.file;
    this.#lock = held.lock;
    this.#held = held.names;
    this.#events = [...reading.events];
    this.state = fold(this.#events);
    this.#head = reading.head;
    this.#size = 0;
  }

  static async open(options: FileLedgerOptions, file: OpenFile, lock: OpenFile): Promise<FileLedger> {
    const bytes = await file.read();
    const reading = readLog(bytes);
    const { path } = options;
    if (reading.damage !== null) {
      throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage: reading.damage });
    }
    const names = await HeldFiles.of({ path, file, lock, files: options.files });
    const ledger = new FileLedger(options, { file, lock, names }, reading);
    checkIdentity(reading.events, options.identity, path);
    // A file without a single event is no ledger: beginning one in it would forget every lesson that was paid for.
    if (options.mustExist && reading.events.length === 0) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    // Before a byte is changed: an end that seems torn may be one that this machine has seen whole.
    await ledger.#holdAnchor();
    try {
      return await ledger.#makeReady(bytes, reading);
    } catch (error) {
      await ledger.#anchor?.close().catch(() => undefined);
      throw error;
    }
  }

  /** Makes sure of what is there, mends the end, and begins a new ledger. */
  async #makeReady(bytes: Buffer, reading: LogReading): Promise<FileLedger> {
    const { files, path } = this.#options;
    const [offset, line] = lastLine(bytes, reading);
    await files.rewrite(path, offset, line);
    const mended = await mendEnd(reading, { ...this.#options, file: this.#file });
    if (mended !== null) this.notices.push(mended.notice);
    // At every opening, not only the first: an earlier run may have died between creating the file and this.
    await this.#file.datasync();
    await files.syncFolder(dirname(path));
    this.#size = await this.#file.size();
    this.#lastLine = Buffer.concat([line, Buffer.from(reading.tail.kind === "unterminated" ? "\n" : "")]);
    await this.#begin();
    if (mended !== null) await this.append(mended.repaired);
    await this.#anchor?.remember(this.#head);
    this.notices.push(...(await findRescues(this.#rescuePlaces(), this.#events, files)));
    return this;
  }

  get events(): readonly LedgerEvent[] {
    return this.#events;
  }

  append(body: EventBody, guard?: CreationGuard): Promise<LedgerEvent> {
    const appended = this.#queue.then(() => this.#write(body, guard));
    // The queue goes on; what failed stays failed through #failure.
    this.#queue = appended.catch(() => undefined);
    return appended;
  }

  stillHolds(): Promise<LedgerProblem | null> {
    // Behind every append that has begun: what is asked about is the end that those leave.
    return this.#queue.then(async () => {
      if (this.#failure === null) await this.#failIfMoved().catch(() => undefined);
      return this.#failure?.problem ?? null;
    });
  }

  async rescue(body: EventBody): Promise<string | null> {
    const { files, world } = this.#options;
    return writeRescue(
      { at: this.#at(), ...body },
      { name: randomUuid(world), places: this.#rescuePlaces(), files },
    );
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.#anchor?.remember(this.#head);
    await Promise.allSettled([this.#anchor?.close()]);
    try {
      await this.#file.close();
    } finally {
      await this.#lock.close();
    }
  }

  async #write(body: EventBody, guard: CreationGuard | undefined): Promise<LedgerEvent> {
    if (this.#failure !== null) throw this.#failure;
    const { line } = writeLine(this.#head, this.#at(), body);
    const reading = readLine(this.#head, line.slice(0, -1));
    // Found before a byte is written: a line that can't be read again would close the ledger for good.
    if (!reading.ok) throw new Error(`no event that a ledger can hold: ${body.type}`);
    const { event } = reading;
    const bytes = Buffer.from(line);
    try {
      await this.#refuseIfMoved();
      refuseIntention(event, { state: this.state, ceilings: guard?.credits, path: this.location });
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
    // The name may have been taken away while the bytes were on their way.
    await this.#failIfMoved();
    extend(this.state, event);
    if (isAboutMoney(body)) await this.#anchor?.remember(this.#head);
    return event;
  }

  async #refuseIfMoved(): Promise<void> {
    const problem = await this.#held.findMove({ sizeBytes: this.#size, lastLine: this.#lastLine });
    if (problem !== null) throw new Failure<LedgerProblem>(problem);
  }

  async #failIfMoved(): Promise<void> {
    try {
      await this.#refuseIfMoved();
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
    await this.#holdAnchor();
  }

  get #ledgerId(): string | null {
    const first = this.#events[0];
    return first?.type === "ledger.opened" ? first.ledger : null;
  }

  async #holdAnchor(): Promise<void> {
    const { stateFolder: folder, identity, files, holder, path } = this.#options;
    const ledger = this.#ledgerId;
    if (folder === undefined || ledger === null) return;
    const hashOf = (seq: number): string | undefined => this.#events[seq - 1]?.hash;
    const notify = (notice: LedgerNotice): void => void this.notices.push(notice);
    this.#anchor = await Anchor.hold({
      ...{ folder, ledger, identity, files, holder, notify },
      ...{ path, head: this.#head, hashOf },
      bought: () => (hasBought(this.#events) ? { ...identity, path: resolve(path) } : null),
    });
  }

  #rescuePlaces(): RescuePlaces {
    const { path, stateFolder } = this.#options;
    return { path, stateFolder: stateFolder ?? null, ledger: this.#ledgerId };
  }
}

// What must not be forgotten: after it another copy of the ledger would buy again what this one has bought.
function isAboutMoney({ type }: EventBody): boolean {
  return type.startsWith("creation.");
}

function asFailure(error: unknown, path: string): Failure<LedgerProblem> {
  if (error instanceof Failure) return error as Failure<LedgerProblem>;
  return new Failure<LedgerProblem>(
    { code: "ledger_not_written", path, cause: errorCode(error) },
    { cause: error },
  );
}
