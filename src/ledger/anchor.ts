import { join } from "node:path";
import { z } from "zod";
import { replaceFile } from "../shared/atomic-file.ts";
import { errorCode, Failure } from "../shared/failure.ts";
import type { Files, OpenFile } from "../shared/files.ts";
import type { LedgerEvent } from "./event.ts";
import type { Head } from "./line.ts";
import { takeLock } from "./lock.ts";
import type { LedgerNotice, LedgerProblem } from "./problem.ts";
import type { LedgerIdentity } from "./store.ts";

/**
 * The last head of a ledger that was seen on this machine, kept outside the course's folder: a backup that is put back, a copy that went
 * on somewhere else or an end that was lost are noticed by it, before anything is bought twice. It may lag behind the ledger, never run
 * ahead of it: it is written only after the event that it names is durable.
 */
const anchorSchema = z.object({
  ledger: z.guid(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  bought: z.object({ course: z.string(), service: z.string(), path: z.string() }).optional().catch(undefined),
});

/** Whose lessons a ledger has bought, and where it is, for good: no relative path. */
export type Purchases = LedgerIdentity & { readonly path: string };

/** Whether a ledger may have bought something, now or ever. */
export function hasBought(events: readonly LedgerEvent[]): boolean {
  return events.some(({ type }) => type === "creation.intended");
}

export interface AnchoredLedger {
  readonly path: string;
  /** The ledger's own id, which copies of it share. */
  readonly ledger: string;
  readonly head: Head;
  /** The hash of the event with this number, from 1. */
  readonly hashOf: (seq: number) => string | undefined;
  /** The hashes that its events had in the ledgers which they were joined from. */
  readonly joined: ReadonlySet<string>;
}

/** The file that remembers a ledger's head. */
export function anchorPath(folder: string, ledger: string): string {
  return join(folder, `${ledger}${headSuffix}`);
}

const headSuffix = ".head";

/**
 * Sets a ledger against what was last seen of it on this machine. Null: it contains that, or nothing was seen yet. An anchor that can't be
 * read proves nothing, so it counts as none.
 */
export async function judgeByAnchor(
  { path, ledger, head, hashOf, joined }: AnchoredLedger,
  { folder, files }: { readonly folder: string; readonly files: Pick<Files, "read"> },
): Promise<LedgerProblem | null> {
  const anchor = anchorPath(folder, ledger);
  const seen = readAnchor(await files.read(anchor), ledger);
  // An event that came in with another ledger is contained, wherever it stood there.
  if (seen === null || joined.has(seen.hash)) return null;
  if (seen.seq > head.seq)
    return { code: "ledger_older_copy", path, anchor, seq: head.seq, seenSeq: seen.seq };
  if (hashOf(seen.seq) !== seen.hash) return { code: "ledger_forked", path, anchor, seq: seen.seq };
  return null;
}

/**
 * Where other ledgers of a course are that this machine has seen buying lessons at the same service. A new ledger knows nothing of what they
 * have bought. `ledger`: the one that is not another; null where there is none yet.
 */
export async function othersThatBought(
  { ledger, identity }: { readonly ledger: string | null; readonly identity: LedgerIdentity },
  { folder, files }: { readonly folder: string; readonly files: Pick<Files, "read" | "list"> },
): Promise<string[]> {
  const { course, service } = identity;
  const names = (await files.list(folder)).filter((name) => name.endsWith(headSuffix));
  const others: string[] = [];
  for (const other of names.map((name) => name.slice(0, -headSuffix.length))) {
    const { bought } = readAnchor(await files.read(anchorPath(folder, other)), other) ?? {};
    if (other !== ledger && bought?.course === course && bought.service === service) others.push(bought.path);
  }
  return others;
}

function readAnchor(bytes: Buffer | null, ledger: string): z.infer<typeof anchorSchema> | null {
  if (bytes === null) return null;
  try {
    const read = anchorSchema.safeParse(JSON.parse(bytes.toString()));
    return read.success && read.data.ledger === ledger ? read.data : null;
  } catch {
    return null;
  }
}

/** The anchor of a ledger that this process holds. Never fails after it was taken: a ledger without an anchor is still a ledger. */
export class Anchor {
  readonly #path: string;
  readonly #ledger: string;
  readonly #files: Files;
  readonly #lock: OpenFile;
  readonly #notify: (notice: LedgerNotice) => void;
  readonly #bought: () => Purchases | null;
  #kept = 0;
  #troubled = false;

  private constructor(path: string, parts: AnchorParts, lock: OpenFile) {
    this.#path = path;
    this.#ledger = parts.ledger;
    this.#files = parts.files;
    this.#notify = parts.notify;
    this.#bought = parts.bought;
    this.#lock = lock;
  }

  /**
   * Takes the anchor alone, so that two copies of one ledger can't run at once on a machine, and checks the ledger by it. Throws a Failure
   * with a LedgerProblem where another copy is held or this one is not the newest. Tells of other ledgers of the course where this one has
   * just begun. Null, with a notice, where the folder can't be used.
   */
  static async hold(parts: AnchorParts & AnchoredLedger): Promise<Anchor | null> {
    const { folder, files, ledger, holder, notify } = parts;
    const path = anchorPath(folder, ledger);
    let lock: OpenFile | null = null;
    try {
      await files.makeFolder(folder);
      const heldBy = `${holder}, with ${parts.path}`;
      lock = await takeLock(files, `${path}.lock`, { path: parts.path, holder: heldBy });
      const problem = await judgeByAnchor(parts, { folder, files });
      if (problem !== null) throw new Failure<LedgerProblem>(problem);
      const others = parts.head.seq === 1 ? await othersThatBought(parts, { folder, files }) : [];
      for (const other of others) notify({ code: "ledger_begun_anew", path: parts.path, other });
      return new Anchor(path, parts, lock);
    } catch (error) {
      await lock?.close().catch(() => undefined);
      if (error instanceof Failure) throw error;
      notify({ code: "anchor_unusable", folder, cause: errorCode(error) });
      return null;
    }
  }

  /** Resolves once the head is remembered durably, or a notice says that it could not be. */
  async remember({ seq, hash }: Head): Promise<void> {
    if (seq === this.#kept) return;
    const bought = this.#bought() ?? undefined;
    try {
      const text = JSON.stringify({ ledger: this.#ledger, seq, hash, bought });
      await replaceFile(this.#files, this.#path, `${text}\n`);
      this.#kept = seq;
    } catch (error) {
      if (!this.#troubled)
        this.#notify({ code: "anchor_unusable", folder: this.#path, cause: errorCode(error) });
      this.#troubled = true;
    }
  }

  close(): Promise<void> {
    return this.#lock.close();
  }
}

interface AnchorParts {
  readonly folder: string;
  readonly ledger: string;
  readonly identity: LedgerIdentity;
  readonly files: Files;
  /** What to remember of its purchases; null while it has made none. */
  readonly bought: () => Purchases | null;
  /** Who holds the ledger, for the message to a run on another copy of it. */
  readonly holder: string;
  readonly notify: (notice: LedgerNotice) => void;
}
