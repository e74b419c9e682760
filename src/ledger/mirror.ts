import { join, resolve } from "node:path";
import { Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { type Files, type OpenFile, writeAll } from "../shared/files/files.ts";
import { waitForLock } from "../shared/files/wait-for-lock.ts";
import { sha256 } from "../shared/hash.ts";
import type { World } from "../shared/world.ts";
import { closeUnless, signLock, takeLock } from "./file/lock.ts";
import { eventsIn, type LogResult, readLog } from "./file/read-log.ts";
import { serviceKey } from "./format/identity.ts";
import type { LedgerProblem } from "./problem.ts";
import {
  asMirrorProblem,
  copiesIn,
  mirrorPath,
  olderHeads,
  readIn,
  type StatePlace,
  unusable,
} from "./state-folder.ts";

/** A ledger as it was read, for the comparison with what this machine has seen of it. */
export interface SeenLedger extends Pick<LogResult, "lines" | "head" | "state"> {
  /** Its own id, shared by its copies. */
  readonly id: string;
  /** Where it is, as the user typed it. */
  readonly location: string;
}

/** A mirror that is locked, and compared with its ledger. */
interface HeldMirror {
  readonly path: string;
  readonly place: StatePlace;
  readonly lock: OpenFile;
  /** Names this process, and its ledger's place, in the lock. */
  readonly signature: string;
  /** How many of its bytes are the ledger's; null: the ledger has its events as joined ones, and it is written anew. */
  readonly agreed: number | null;
}

/**
 * This machine's copy of a ledger that this process has locked, in the state folder: the same lines in the same order. It reveals a restored backup, a
 * lost end and a copy that was continued elsewhere; lets runs with other ledgers see what this ledger's runs have bought; and keeps what the ledger can
 * no longer record. A line is written to the ledger first. So a mirror either lags behind its ledger or has lines that the ledger could not take.
 */
export class Mirror {
  readonly #held: HeldMirror;
  #file: OpenFile | null = null;
  #identity = "";
  /** Why it can't be used any more; null: it can. */
  failure: Failure<LedgerProblem> | null = null;

  private constructor(held: HeldMirror) {
    this.#held = held;
  }

  /**
   * Locks a ledger's mirror, so that two copies can't be used on one machine at the same time, and compares the two; changes neither. Throws a Failure
   * with a LedgerProblem if the ledger lacks events that this machine has seen in it, or if the mirror can't be read or written. `holder` names this
   * process in the error that a run with another copy gets.
   */
  static async hold(ledger: SeenLedger, holder: string, place: StatePlace): Promise<Mirror> {
    const { id, location } = ledger;
    const path = mirrorPath(place.folder, id);
    return asMirrorProblem(path, async () => {
      const lock = await takeLock(place.files, `${path}.lock`, { path: location, holder: null });
      return closeUnless(lock, async () => {
        const agreed = await compareWithSeen(ledger, place);
        const signature = `${holder}${signatureInfix}${location.startsWith("postgres") ? location : resolve(location)}`;
        return new Mirror({ path, place, lock, signature, agreed });
      });
    });
  }

  get path(): string {
    return this.#held.path;
  }

  /** Gives the mirror all of the ledger's lines. Durable once it resolves. */
  async catchUp(bytes: Buffer): Promise<void> {
    const { path, place, lock, signature, agreed } = this.#held;
    await asMirrorProblem(path, async () => {
      if (agreed === null) await replaceFile(place.files, path, bytes);
      this.#file = await place.files.openAppend(path);
      const kept = agreed ?? bytes.length;
      if ((await this.#file.size()) !== kept) await this.#file.truncate(kept);
      if (kept < bytes.length) await writeAll(this.#file, bytes.subarray(kept));
      await this.#file.datasync();
      await place.files.syncFolder(place.folder);
      this.#identity = await this.#file.identity();
      await signLock(lock, signature);
    });
  }

  /** Adds a line that the ledger has. `isOfMoney`: it is durable once this resolves. Never rejects: `failure` says whether it was written. */
  async append(line: string, isOfMoney: boolean): Promise<void> {
    await this.#attempt(async (file) => {
      await writeAll(file, Buffer.from(line));
      if (!isOfMoney) return;
      await file.datasync();
      // A mirror that was removed meanwhile would warn nobody.
      if ((await this.#held.place.files.identify(this.path)) !== this.#identity) throw gone;
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
    await this.#held.lock.close();
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
  const { id, location: path, head, lines } = ledger;
  let agreed: number | null = 0;
  for (const { ledger: other, file } of await copiesIn(place)) {
    if (other !== id) continue;
    const compared = compareWithCopy(ledger, await readIn(file, place.files), file);
    if (file === mirrorPath(place.folder, id)) agreed = compared;
  }
  for (const { ledger: other, seq, hash, file: seen } of await olderHeads(place)) {
    // A joined event counts as contained, wherever it stood in its original ledger.
    if (other !== id || ledger.state.joined.has(hash) || eventsIn({ lines })[seq - 1]?.hash === hash)
      continue;
    throw new Failure<LedgerProblem>(
      seq > head.seq
        ? { code: "ledger_older_copy", path, seen, seq: head.seq, seenSeq: seq }
        : { code: "ledger_forked", path, seen, seq },
    );
  }
  return agreed;
}

/** Compares a ledger with the bytes of a mirror, or of another copy of it, like `compareWithSeen`. `seen`: the copy's path. */
export function compareWithCopy(ledger: Omit<SeenLedger, "id">, copy: Buffer, seen: string): number | null {
  const { location: path, lines, head, state } = ledger;
  if (copy.equals(lines.subarray(0, copy.length))) return copy.length;
  const differing = lines.findIndex((byte, at) => byte !== copy[at]);
  const common = differing === -1 ? lines.length : differing;
  // A power cut takes sectors of lines that were not synced: nothing was sent that relies on them, and the ledger has them.
  const isLossy = copy.every((byte, index) => byte === 0 || byte === lines[index]);
  if (copy.length <= lines.length && isLossy) return lines.subarray(0, common).lastIndexOf("\n") + 1;
  const { damage, lines: whole, head: last } = readLog(copy);
  if (damage !== null)
    throw new Failure<LedgerProblem>({ code: "mirror_unusable", path: seen, cause: "damaged" });
  // Only a torn end is not the ledger's: whoever wrote it has not gone on.
  if (common >= whole.length) return whole.length;
  if (state.joined.has(last.hash)) return null;
  const fork = lines.toString("latin1", 0, common).split("\n").length;
  throw new Failure<LedgerProblem>(
    common < lines.length
      ? { code: "ledger_forked", path, seen, seq: fork }
      : { code: "ledger_older_copy", path, seen, seq: head.seq, seenSeq: last.seq },
  );
}

const signatureInfix = ", with ";

/** Where a ledger was last used on this machine, as far as its mirror's lock file says. */
export async function locationOf(
  ledger: string,
  { folder, files }: Pick<StatePlace, "folder"> & { readonly files: Pick<Files, "read"> },
): Promise<string | null> {
  const text = await readIn(`${mirrorPath(folder, ledger)}.lock`, files).catch(() => "");
  return String(text).split(signatureInfix)[1]?.trim() ?? null;
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
