import { basename, dirname, resolve } from "node:path";
import { closing } from "../../shared/closing.ts";
import { errorCode, errorPath, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { type Files, type OpenFile, writeAll } from "../../shared/files/files.ts";
import { uuidsIn } from "../../shared/uuid.ts";
import { randomUuid } from "../../shared/world.ts";
import type { EventBody, LedgerEvent } from "../format/event.ts";
import type { ChainedLine } from "../format/line.ts";
import { asFailure, HeldLedger, type LedgerLines, type OpeningOptions } from "../held-ledger.ts";
import { checkExpected, type Expected, type LockedLines } from "../locked-lines.ts";
import type { LedgerNotice, LedgerProblem } from "../problem.ts";
import type { LedgerStore } from "../store.ts";
import { closeUnless, takeLock } from "./lock.ts";
import { type LogResult, readLog, refuseDamage, type TornTail } from "./read-log.ts";

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
    if (options.mustExist && (await files.identify(path)) === null) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    await files.makeFolder(dirname(path));
    const lock = await takeLock(files, `${path}.lock`, options);
    const file = await closeUnless(lock, () => files.openAppend(path));
    return await HeldLedger.open(new FileLines(options, { file, lock }), options);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(error, path);
  }
}

/** The lines of a ledger file; the file and its lock are open. */
class FileLines implements LedgerLines {
  readonly location: string;
  readonly notices: LedgerNotice[] = [];
  readonly #options: FileLedgerOptions;
  readonly #lock: OpenFile;
  /** The path as it was, since a relative one would lead elsewhere if its folder moved. */
  readonly #path: string;
  readonly #file: OpenFile;
  /** The identities of the files that the path and the lock's path must keep leading to. */
  #identity = { file: "", lock: "" };
  /** Where the file must still end, and the line there. */
  #sizeBytes = 0;
  #lastLine: Buffer = Buffer.alloc(0);

  constructor(options: FileLedgerOptions, held: { file: OpenFile; lock: OpenFile }) {
    this.location = options.path;
    this.#options = options;
    this.#path = resolve(options.path);
    this.#file = held.file;
    this.#lock = held.lock;
  }

  get rescuePath(): string {
    return this.#path;
  }

  async read(events: LedgerEvent[]): Promise<LogResult> {
    return readLog(await this.#file.read(), events);
  }

  /** Syncs the existing lines. The event reports a torn record that was cut off. */
  async makeReady({ lines, torn }: LogResult): Promise<EventBody | null> {
    const { files, path } = this.#options;
    const offset = lines.lastIndexOf("\n", -2) + 1;
    this.#lastLine = Buffer.from(lines.subarray(offset));
    // An earlier process may have written the last line without waiting for its sync, or without its line feed.
    await files.rewrite(path, offset, this.#lastLine);
    const repaired = torn === null ? null : await this.#cutOff(torn);
    // At every opening: an earlier run may have crashed between creating the file and this sync.
    await this.#file.datasync();
    await files.syncFolder(dirname(path));
    this.#identity = { file: await this.#file.identity(), lock: await this.#lock.identity() };
    this.#sizeBytes = await this.#file.size();
    return repaired;
  }

  /** Durably copies a torn record to a file of its own, and then cuts it off. */
  async #cutOff({ offset, fragment }: TornTail): Promise<EventBody> {
    const { files, path, world } = this.#options;
    const file = `${path}.torn-${randomUuid(world)}`;
    await replaceFile(files, file, fragment);
    await this.#file.truncate(offset);
    // One may be the id of a paid story. Only those with hyphens: without, half of a cut-off hash would also match.
    const salvaged = uuidsIn(fragment.toString("latin1"));
    const bytes = fragment.length;
    this.notices.push({ code: "ledger_tail_set_aside", path, file, bytes, salvaged });
    return { type: "ledger.repaired", bytes, file: basename(file), salvaged };
  }

  async write({ line }: ChainedLine, check: () => void): Promise<void> {
    const bytes = Buffer.from(line);
    await this.confirm();
    check();
    await writeAll(this.#file, bytes);
    await this.#file.datasync();
    this.#sizeBytes += bytes.length;
    this.#lastLine = bytes;
    // The file may have been moved or deleted during the write.
    await this.confirm();
  }

  /** Checks the names and the end: writes and the lock survive a rename or an unlink unnoticed. */
  async confirm(): Promise<void> {
    const { files } = this.#options;
    const { location: path } = this;
    const { length } = this.#lastLine;
    const isNamed =
      (await files.identify(this.#path)) === this.#identity.file &&
      (await files.identify(`${this.#path}.lock`)) === this.#identity.lock;
    // One extra byte shows whether another process has appended.
    const end = await this.#file.readAt(this.#sizeBytes - length, length + 1);
    if (!isNamed || !end.subarray(0, length).equals(this.#lastLine))
      throw new Failure<LedgerProblem>({ code: "ledger_moved", path, accepted: [] });
    if (end.length > length) throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
  }

  close(): Promise<void> {
    return closing(this.#lock, async () => {
      // A run that was refused before its first event leaves no ledger. Its path may lead to another one by now.
      const remove = (): Promise<void> => this.#options.files.remove(this.location);
      if (this.#sizeBytes === 0)
        await this.confirm()
          .then(remove)
          .catch(() => undefined);
      await this.#file.close();
    });
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
 * Opens a ledger file, existing or new, to read or write whole lines. Throws a Failure with a LedgerProblem if it is locked, damaged, or not as
 * expected. If the ledger's folder is missing, there is nothing to lock: the folder and the lock are made once there is something to write.
 */
export async function openFileLines({
  path,
  holder,
  expected = "either",
  files,
}: FilePlace): Promise<LockedLines> {
  const read = async (): Promise<Buffer> => (await files.read(path)) ?? Buffer.alloc(0);
  const look = async (): Promise<{ bytes: Buffer; found: LogResult }> => {
    const bytes = await read();
    const found = readLog(bytes);
    refuseDamage(found, path);
    checkExpected(bytes.length > 0, expected, path);
    return { bytes, found };
  };
  // Before taking the lock, which would leave its file behind.
  await look();
  const lock = (): Promise<OpenFile> => takeLock(files, `${path}.lock`, { path, holder });
  let held = (await files.identify(dirname(path))) === null ? null : await lock();
  const open = async (): Promise<LockedLines> => {
    const { bytes, found } = await look();
    return {
      location: path,
      found,
      async complete(lines) {
        try {
          await files.makeFolder(dirname(path));
          held ??= await lock();
          if (!(await read()).equals(bytes))
            throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
          // All or nothing: the existing lines are a prefix of the new ones.
          await replaceFile(files, path, lines);
        } catch (error) {
          throw asFailure(error, path);
        }
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
