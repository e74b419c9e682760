import { basename, dirname, resolve } from "node:path";
import { closing } from "../../shared/closing.ts";
import { errorCode, errorPath, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import { type Files, type OpenFile, writeAll } from "../../shared/files/files.ts";
import { randomUuid } from "../../shared/world.ts";
import { type PurchaseLimits, refuseIntention } from "../format/ceilings.ts";
import type { EventBody } from "../format/event.ts";
import { isUnused } from "../format/identity.ts";
import {
  acceptedIn,
  asFailure,
  type ChainedLine,
  checkOpened,
  HeldLedger,
  type OpeningOptions,
} from "../held-ledger.ts";
import { checkExpected, type Expected, type LockedLines, refuseOtherContent } from "../locked-lines.ts";
import type { LedgerMove, LedgerProblem } from "../problem.ts";
import type { LedgerStore } from "../store.ts";
import { closeUnless, takeLock } from "./lock.ts";
import { type LogResult, lastLine, readLog, salvageIds, type TornTail, wholeLines } from "./read-log.ts";

export interface FileLedgerOptions extends OpeningOptions {
  readonly path: string;
}

/**
 * Opens a JSON Lines ledger for writing: takes the operating system's lock, verifies the whole chain, sets a torn last line aside, and
 * makes the file's name durable. Throws a Failure with a LedgerProblem; a damaged ledger is left unchanged.
 */
export async function openFileLedger(options: FileLedgerOptions): Promise<LedgerStore> {
  const { path, files } = options;
  try {
    await refuseOtherFile(path, files);
    if (options.mustExist && (await files.identify(path)) === null) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    await files.makeFolder(dirname(path));
    const lock = await takeLock(files, `${path}.lock`, options);
    return await closeUnless(lock, async () => {
      const opened = await openUnlessUnused(options);
      return closeUnless(opened.file, () => FileLedger.open(options, opened, lock));
    });
  } catch (error) {
    throw inTheWay.has(errorCode(error)) ? unreadable(error, path) : asFailure(error, path);
  }
}

/** What systems report for something else in the place of a file or a folder, and for files of others and of other programs. */
const inTheWay: ReadonlySet<string> = new Set([
  "EISDIR",
  "ENOTDIR",
  "EEXIST",
  "ENOENT",
  "ENXIO",
  "ELOOP",
  "EACCES",
  "EPERM",
  "EBUSY",
]);

interface OpenedFile {
  readonly file: OpenFile;
  readonly bytes: Buffer;
  readonly log: LogResult;
}

/** Opens and reads the file. A ledger that was started for another service and never used is renamed, so that a new one can start under its name. */
async function openUnlessUnused({ path, identity, files, world }: FileLedgerOptions): Promise<OpenedFile> {
  const file = await files.openAppend(path);
  return closeUnless(file, async () => {
    const bytes = await file.read();
    const log = readLog(bytes);
    if (log.damage !== null || !isUnused(log.events, identity)) return { file, bytes, log };
    await file.close();
    await files.rename(path, `${path}.unused-${randomUuid(world)}`);
    await files.syncFolder(dirname(path));
    const none = Buffer.alloc(0);
    return { file: await files.openAppend(path), bytes: none, log: readLog(none) };
  });
}

/** A JSON Lines ledger whose files this process holds open and locked. */
class FileLedger extends HeldLedger {
  readonly #options: FileLedgerOptions;
  readonly #file: OpenFile;
  readonly #lock: OpenFile;
  /** The path as it was, since a relative one would lead elsewhere if its folder moved; and what it and the lock's path must keep leading to. */
  readonly #name: { readonly path: string; readonly file: string; readonly lock: string };
  /** Where the file must still end. */
  #sizeBytes = 0;

  private constructor(
    options: FileLedgerOptions,
    held: { readonly file: OpenFile; readonly lock: OpenFile; readonly log: LogResult },
    name: { readonly file: string; readonly lock: string },
  ) {
    super(options, { location: options.path, rescuePath: options.path }, held.log);
    this.#options = options;
    this.#file = held.file;
    this.#lock = held.lock;
    this.#name = { path: resolve(options.path), ...name };
  }

  static async open(
    options: FileLedgerOptions,
    { file, bytes, log }: OpenedFile,
    lock: OpenFile,
  ): Promise<FileLedger> {
    checkOpened(log, options, options.path);
    const name = { file: await file.identity(), lock: await lock.identity() };
    const ledger = new FileLedger(options, { file, lock, log }, name);
    await ledger.prepare(wholeLines(bytes, log), () => ledger.#mendEnd(bytes, log));
    return ledger;
  }

  /** Syncs the existing lines, and makes the file's end safe to append to. Resolves with the event that reports a torn record that was cut off. */
  async #mendEnd(bytes: Buffer, log: LogResult): Promise<EventBody | null> {
    const { files, path } = this.#options;
    const [offset, line] = lastLine(bytes, log);
    await files.rewrite(path, offset, line);
    const { tail } = log;
    const lineFeed = Buffer.from(tail.kind === "unterminated" ? "\n" : "");
    if (lineFeed.length > 0) await writeAll(this.#file, lineFeed);
    const repaired = tail.kind === "torn" ? await this.#setAside(tail) : null;
    // At every opening: an earlier run may have crashed between creating the file and this sync.
    await this.#file.datasync();
    await files.syncFolder(dirname(path));
    this.#sizeBytes = await this.#file.size();
    this.lastLine = Buffer.concat([line, lineFeed]);
    return repaired;
  }

  /** Durably copies a torn record to a file of its own, and then cuts it off. */
  async #setAside({ offset, fragment }: TornTail): Promise<EventBody> {
    const { files, path, world } = this.#options;
    const file = `${path}.torn-${randomUuid(world)}`;
    await replaceFile(files, file, fragment);
    await this.#file.truncate(offset);
    const salvaged = salvageIds(fragment);
    const bytes = fragment.length;
    this.notices.push({ code: "ledger_tail_set_aside", path, file, bytes, salvaged });
    return { type: "ledger.repaired", bytes, file: basename(file), salvaged };
  }

  protected async makeDurable(line: ChainedLine, limits: PurchaseLimits | undefined): Promise<void> {
    await this.#refuseIfMoved();
    refuseIntention(line.event, { state: this.state, limits, path: this.location });
    this.unsure = line;
    await writeAll(this.#file, line.bytes);
    await this.#file.datasync();
    this.unsure = null;
    this.#sizeBytes += line.bytes.length;
  }

  protected async findLoss(): Promise<Failure<LedgerProblem> | null> {
    try {
      await this.#refuseIfMoved();
      return null;
    } catch (error) {
      return this.fail(error);
    }
  }

  // The file may have been moved or deleted during the write.
  protected findLossAfterWrite(): Promise<Failure<LedgerProblem> | null> {
    return this.findLoss();
  }

  protected isEndOurs(): boolean {
    return this.failure?.problem.code !== "ledger_grown_by_other";
  }

  protected async removeUnused(): Promise<boolean> {
    // Its path may lead to another ledger by now.
    if ((await this.#findMove()) !== null) return false;
    await this.#options.files.remove(this.location);
    return true;
  }

  protected release(): Promise<void> {
    return closing(this.#lock, () => this.#file.close());
  }

  /** Throws if the file is no longer the ledger that was opened. */
  async #refuseIfMoved(): Promise<void> {
    const how = await this.#findMove();
    if (how === null) return;
    const { location: path, usableMirror: mirror } = this;
    if (how === "grown") throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
    const accepted = acceptedIn(this.events);
    throw new Failure<LedgerProblem>({ code: "ledger_moved", path, how, mirror, accepted });
  }

  /**
   * What has happened to the names or the end since the ledger was opened; null if nothing has. Writes and the lock survive a rename or an unlink
   * unnoticed. `grown`: another process has only appended.
   */
  async #findMove(): Promise<LedgerMove | "grown" | null> {
    const { path, file, lock } = this.#name;
    const { files } = this.#options;
    const found = await files.identify(path);
    if (found !== file) return found === null ? "gone" : "replaced";
    if ((await files.identify(`${path}.lock`)) !== lock) return "lock-gone";
    const { length } = this.lastLine;
    // One extra byte shows whether another process has appended.
    const end = await this.#file.readAt(this.#sizeBytes - length, length + 1);
    if (!end.subarray(0, length).equals(this.lastLine)) return "overwritten";
    return end.length === length ? null : "grown";
  }
}

interface FilePlace {
  readonly path: string;
  /** The lock's holder, named in the error that a concurrent run gets. */
  readonly holder: string;
  readonly expected?: Expected;
  readonly files: Files;
}

/**
 * Opens a ledger file, existing or new, to read or write whole lines. Throws a Failure with a LedgerProblem if it is locked, or not as expected. If the
 * ledger's folder is missing, there is nothing to lock: the folder and the lock are made once there is something to write.
 */
export async function openFileLines({
  path,
  holder,
  expected = "either",
  files,
}: FilePlace): Promise<LockedLines> {
  const read = async (): Promise<Buffer> => (await files.read(path)) ?? Buffer.alloc(0);
  const lock = (): Promise<OpenFile> => takeLock(files, `${path}.lock`, { path, holder });
  // Before taking the lock, which would leave its file behind.
  await refuseOtherFile(path, files);
  if (expected !== "either") checkExpected(await read(), expected, path);
  let held = (await files.identify(dirname(path))) === null ? null : await lock();
  const open = async (): Promise<LockedLines> => {
    const bytes = await read();
    checkExpected(bytes, expected, path);
    return {
      location: path,
      bytes,
      async complete({ bytes: whole }) {
        try {
          await files.makeFolder(dirname(path));
          held ??= await lock();
          if (!(await read()).equals(bytes))
            throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
          // All or nothing: the existing lines are a prefix of the new ones.
          await replaceFile(files, path, whole);
        } catch (error) {
          throw asFailure(error, path);
        }
        refuseOtherContent(await read(), whole, path);
      },
      close: async () => held?.close(),
    };
  };
  return held === null ? open() : closeUnless(held, open);
}

/**
 * Reads a ledger without locking it, and only once, since it may come from a pipe. Null if there is none. A torn end is reported in the result, not
 * repaired.
 */
export async function readFileLedger(path: string, files: Pick<Files, "read">): Promise<LogResult | null> {
  const bytes = await files.read(path);
  return bytes === null ? null : readLog(bytes);
}

/** Texts that ledger lines contain and other files rarely do: even a ledger with a damaged or missing first line has one of them. */
const signs = ['"seq":', '"ledger.opened"'];

/** Well over the length of a first line. */
const startBytes = 4_096;

/**
 * Throws a Failure with `not_a_ledger` if the file is not a ledger at all, neither whole nor damaged nor torn. Call it before taking
 * the lock, which would leave a lock file beside another program's file.
 */
async function refuseOtherFile(path: string, files: ReadFiles): Promise<void> {
  let start = "";
  for await (const piece of (await piecesOf(path, files, { from: 0, to: startBytes })) ?? []) {
    start += piece.toString("latin1");
    if (start.length >= startBytes) break;
  }
  if (start === "" || start.startsWith("\0")) return;
  if (signs.some((sign) => start.includes(sign)) || '{"seq":1'.startsWith(start)) return;
  throw new Failure<LedgerProblem>({ code: "not_a_ledger", path });
}

/** The failure for a ledger file, or its lock file, that can't be opened. */
export function unreadable(error: unknown, path: string): Failure<LedgerProblem> {
  const at = errorPath(error);
  // On Windows the system's error has the whole path.
  const isItself = at === null || resolve(at) === resolve(path);
  return new Failure<LedgerProblem>(
    { code: "ledger_unreadable", path, at: isItself ? null : at, cause: errorCode(error) },
    { cause: error },
  );
}
