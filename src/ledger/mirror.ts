import { join, resolve } from "node:path";
import { errorCode, Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { measureFile } from "../shared/files/file-pieces.ts";
import { type Files, type OpenFile, writeAll } from "../shared/files/files.ts";
import { waitForLock } from "../shared/files/wait-for-lock.ts";
import { sha256 } from "../shared/hash.ts";
import type { World } from "../shared/world.ts";
import { closeUnless, signLock, takeLock } from "./file/lock.ts";
import { eventsIn, readLog } from "./file/read-log.ts";
import { serviceKey } from "./format/identity.ts";
import type { Head } from "./format/line.ts";
import type { LedgerNotice, LedgerProblem } from "./problem.ts";
import {
  asMirrorProblem,
  copiesIn,
  mirrorPath,
  noPlace,
  orMissing,
  readOlderHead,
  type StatePlace,
  unusable,
} from "./state-folder.ts";

/** A ledger as it was read, for the comparison with what this machine has seen of it. */
export interface SeenLedger {
  /** Its own id, shared by its copies. */
  readonly id: string;
  /** Where it is, as the user typed it. */
  readonly location: string;
  /** The bytes of its whole lines. */
  readonly lines: Buffer;
  readonly head: Head;
  /** The hashes that joined events had in their original ledgers. */
  readonly joined: ReadonlySet<string>;
}

/**
 * This machine's copy of a ledger that this process has locked, in the state folder: the same lines in the same order. It reveals a restored backup, a
 * lost end and a copy that was continued elsewhere; lets runs with other ledgers see what this ledger's runs have bought; and keeps what the ledger can
 * no longer record. A line is written to the ledger first. So a mirror either lags behind its ledger or has lines that the ledger could not take.
 */
export class Mirror {
  readonly path: string;
  readonly #place: StatePlace;
  readonly #lock: OpenFile;
  readonly #signature: string;
  #file: OpenFile | null = null;
  #identity = "";
  /** Why it can't be used any more; null: it can. */
  failure: Failure<LedgerProblem> | null = null;
  /** How many of its bytes are the ledger's; null: the ledger has its events as joined ones, and it is written anew. */
  readonly #agreed: number | null;

  private constructor(
    path: string,
    place: StatePlace,
    held: { lock: OpenFile; signature: string; agreed: number | null },
  ) {
    this.path = path;
    this.#place = place;
    this.#lock = held.lock;
    this.#signature = held.signature;
    this.#agreed = held.agreed;
  }

  /**
   * Locks a ledger's mirror, so that two copies can't be used on one machine at the same time, and compares the two; changes neither. Throws a Failure
   * with a LedgerProblem if the ledger lacks events that this machine has seen in it, or if the mirror can't be read or written. `holder` names this
   * process in the error that a run with another copy gets.
   */
  static async hold(ledger: SeenLedger, holder: string, place: StatePlace): Promise<Mirror> {
    const { id, location: path } = ledger;
    const file = mirrorPath(place.folder, id);
    return asMirrorProblem(file, async () => {
      const lock = await takeLock(place.files, `${file}.lock`, { path, holder: null });
      return closeUnless(lock, async () => {
        const agreed = await compareWithSeen(ledger, place);
        const signature = `${holder}${signatureInfix}${path.startsWith("postgres") ? path : resolve(path)}`;
        return new Mirror(file, place, { lock, signature, agreed });
      });
    });
  }

  /** Gives the mirror all of the ledger's lines. Durable once it resolves. */
  async catchUp(bytes: Buffer): Promise<void> {
    const { files, folder } = this.#place;
    await asMirrorProblem(this.path, async () => {
      if (this.#agreed === null) await replaceFile(files, this.path, bytes);
      this.#file = await files.openAppend(this.path);
      const agreed = this.#agreed ?? bytes.length;
      if ((await this.#file.size()) !== agreed) await this.#file.truncate(agreed);
      if (agreed < bytes.length) await writeAll(this.#file, bytes.subarray(agreed));
      await this.#file.datasync();
      await files.syncFolder(folder);
      this.#identity = await this.#file.identity();
      await signLock(this.#lock, this.#signature);
    });
  }

  /** Adds a line that the ledger has. `isOfMoney`: it is durable once this resolves. Never rejects: `failure` says whether it was written. */
  async append(line: string, isOfMoney: boolean): Promise<void> {
    await this.#attempt(async (file) => {
      await writeAll(file, Buffer.from(line));
      if (!isOfMoney) return;
      await file.datasync();
      // A mirror that was removed meanwhile would warn nobody.
      if ((await this.#place.files.identify(this.path)) !== this.#identity) throw gone;
    });
  }

  /** Durably adds a line that the ledger can't take. Never rejects: `failure` says whether it was written. */
  async keep(line: string): Promise<void> {
    // Earlier lines first: if both were lost, sectors of this one could survive alone.
    await this.#attempt((file) => file.datasync());
    await this.append(line, true);
  }

  async close(): Promise<void> {
    await this.#attempt((file) => file.datasync());
    await Promise.allSettled([this.#file?.close()]);
    await this.#lock.close();
  }

  async #attempt(use: (file: OpenFile) => Promise<void>): Promise<void> {
    if (this.#file === null || this.failure !== null) return;
    try {
      await use(this.#file);
    } catch (error) {
      this.failure = unusable(this.path, error);
    }
  }
}

const gone = Object.assign(new Error("the mirror was removed"), { code: "ENOENT", syscall: "stat" });

/**
 * Compares a ledger with its mirror, and with what versions without mirrors have left of it: its last head, and whole copies. Takes no lock. Resolves
 * with how many bytes of the mirror are the ledger's; null: the ledger has the mirror's events as joined ones. Throws a Failure with a LedgerProblem if
 * the ledger lacks events that were seen in it, or if the mirror or one of the others is damaged or can't be read.
 */
export async function compareWithSeen(ledger: SeenLedger, place: StatePlace): Promise<number | null> {
  const { id, location: path, joined } = ledger;
  const mirror = mirrorPath(place.folder, id);
  return asMirrorProblem(mirror, async () => {
    const agreed = await compareWithFile(ledger, mirror, place);
    const head = await readOlderHead(id, place);
    // A joined event counts as contained, wherever it stood in its original ledger.
    if (head !== null && !joined.has(head.hash) && !hasEvent(ledger.lines, head)) {
      const { file: seen, seq: seenSeq } = head;
      const { seq } = ledger.head;
      throw new Failure<LedgerProblem>(
        seenSeq > seq
          ? { code: "ledger_older_copy", path, seen, seq, seenSeq }
          : { code: "ledger_forked", path, seen, seq: seenSeq },
      );
    }
    for (const { ledger: other, file } of await copiesIn(place))
      if (other === id && file !== mirror) await compareWithFile(ledger, file, place);
    return agreed;
  });
}

/** Whether a ledger has an event in its place. */
export function hasEvent(lines: Buffer, { seq, hash }: Head): boolean {
  return eventsIn({ lines })[seq - 1]?.hash === hash;
}

/** Compares a ledger with a mirror, or with another copy of it, which is read as a whole only if the ledger doesn't begin with it. */
async function compareWithFile(
  ledger: SeenLedger,
  seen: string,
  { files }: StatePlace,
): Promise<number | null> {
  const copy = await orMissing(null, () => measureFile(seen, files));
  if (copy === null || sha256(ledger.lines.subarray(0, copy.bytes)) === copy.sha256) return copy?.bytes ?? 0;
  return compareWithCopy(ledger, (await files.read(seen)) ?? Buffer.alloc(0), seen);
}

/** Compares a ledger with the bytes of a mirror, or of another copy of it, like `compareWithSeen`. `seen`: the copy's path. */
export function compareWithCopy(
  { location: path, lines, head: { seq }, joined }: Omit<SeenLedger, "id">,
  copy: Buffer,
  seen: string,
): number | null {
  const differing = lines.findIndex((byte, at) => byte !== copy[at]);
  const common = differing === -1 ? lines.length : differing;
  if (common === copy.length) return common;
  // A power cut takes sectors of lines that were not synced: nothing was sent that relies on them, and the ledger has them.
  if (copy.length <= lines.length && isWithLostSectors(copy, lines))
    return lines.subarray(0, common).lastIndexOf("\n") + 1;
  const { damage, lines: whole, head } = readLog(copy);
  if (damage !== null)
    throw new Failure<LedgerProblem>({ code: "mirror_unusable", path: seen, cause: "damaged" });
  // Only a torn end is not the ledger's: whoever wrote it has not gone on.
  if (common >= whole.length) return whole.length;
  if (joined.has(head.hash)) return null;
  const fork = lines.toString("latin1", 0, common).split("\n").length;
  throw new Failure<LedgerProblem>(
    common < lines.length
      ? { code: "ledger_forked", path, seen, seq: fork }
      : { code: "ledger_older_copy", path, seen, seq, seenSeq: head.seq },
  );
}

/** Whether two runs of bytes differ only where the first has zeros. */
function isWithLostSectors(lossy: Buffer, whole: Buffer): boolean {
  return lossy.every((byte, index) => byte === 0 || byte === whole[index]);
}

/**
 * The state folder of a store, made if it is missing; null, with a notice, if no folder can be made at that path. Throws a Failure with
 * `mirror_unusable` if the system's error doesn't show whether the folder exists.
 */
export async function stateFolderOf(
  { stateFolder, files }: { readonly stateFolder?: string; readonly files: Files },
  notices: LedgerNotice[],
): Promise<string | null> {
  if (stateFolder === undefined) return null;
  try {
    await files.makeFolder(stateFolder);
    return stateFolder;
  } catch (error) {
    const cause = errorCode(error);
    if (!noPlace.includes(cause)) throw unusable(stateFolder, error);
    notices.push({ code: "no_mirror", folder: stateFolder, cause });
    return null;
  }
}

const signatureInfix = ", with ";

/** Where a ledger was last used on this machine, as far as its mirror's lock file says. */
export async function locationOf(
  ledger: string,
  { folder, files }: Pick<StatePlace, "folder"> & { readonly files: Pick<Files, "read"> },
): Promise<string | null> {
  const text = (await files.read(`${mirrorPath(folder, ledger)}.lock`).catch(() => null))?.toString() ?? "";
  const at = text.indexOf(signatureInfix);
  return at === -1 ? null : text.slice(at + signatureInfix.length).trim();
}

/**
 * Takes this machine's lock for a service, which lasts from the check for purchases elsewhere until the outcome of a creation. Waits while another course
 * has the lock; null if told to stop while waiting. `onWait` is called once. Throws a Failure with `mirror_unusable`.
 */
export function lockService(
  service: string,
  { folder, files }: StatePlace,
  waiting: { world: Pick<World, "sleep">; stop: AbortSignal; onWait: () => void },
): Promise<OpenFile | null> {
  const path = join(folder, `service-${sha256(serviceKey(service)).slice(0, 32)}.lock`);
  return asMirrorProblem(path, () => waitForLock(path, files, waiting));
}
