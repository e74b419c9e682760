import { isAbsolute, join, resolve } from "node:path";
import * as z from "zod";
import { errorCode, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files, OpenFile } from "../../shared/files/files.ts";
import { takeLock } from "../file/lock.ts";
import type { EventBody, LedgerEvent } from "../format/event.ts";
import type { Head } from "../format/line.ts";
import { isOfCreation } from "../format/money-events.ts";
import type { LedgerNotice, LedgerProblem } from "../problem.ts";
import type { LedgerIdentity } from "../store.ts";
import type { RememberedLedger } from "./purchase-line.ts";
import { rememberPurchases } from "./purchase-memory.ts";

/**
 * The last head of a ledger seen on this machine, stored outside the course's folder. It reveals a restored backup, a copy that was
 * continued elsewhere or a lost end before anything is bought twice. It may lag behind the ledger but never lead it: it is written only
 * after the event that it names is durable.
 */
const lastSeenSchema = z.object({
  ledger: z.guid(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The ledger's absolute path, and the course and service that it has bought lessons for. */
  bought: z.object({ course: z.string(), service: z.string(), path: z.string() }).optional().catch(undefined),
  /** The last event whose purchases are in this machine's purchase memory. */
  remembered: z.int().nonnegative().optional().catch(undefined),
});

export interface LastSeenLedger {
  readonly path: string;
  /** The ledger's own id, shared by its copies. */
  readonly ledger: string;
  readonly head: Head;
  /** The hash of event number `seq`, counted from 1. */
  readonly hashOf: (seq: number) => string | undefined;
  /** The hashes that joined events had in their original ledgers. */
  readonly joined: ReadonlySet<string>;
}

/** The file that stores a ledger's last-seen head. */
export function lastSeenPath(folder: string, ledger: string): string {
  return join(folder, `${ledger}${headSuffix}`);
}

const headSuffix = ".head";

/** Compares a ledger with its last-seen head. Null: it contains that head, or none was stored. An unreadable last-seen head counts as none. */
export async function judgeByLastSeenHead(
  { path, ledger, head, hashOf, joined }: LastSeenLedger,
  { folder, files }: { readonly folder: string; readonly files: Pick<Files, "read"> },
): Promise<LedgerProblem | null> {
  const lastSeen = lastSeenPath(folder, ledger);
  const seen = readLastSeenHead(await files.read(lastSeen), ledger);
  // A joined event counts as contained, wherever it stood in its original ledger.
  if (seen === null || joined.has(seen.hash)) return null;
  if (seen.seq > head.seq) {
    const newest = await whereSeen(seen, path, files);
    return { code: "ledger_older_copy", path, lastSeen, seq: head.seq, seenSeq: seen.seq, newest };
  }
  if (hashOf(seen.seq) === seen.hash) return null;
  return {
    code: "ledger_forked",
    path,
    lastSeen,
    seq: seen.seq,
    newest: await whereSeen(seen, path, files),
  };
}

/** The file in which a head was last seen, if that is another file that still exists; databases are not checked. */
async function whereSeen(
  { bought }: z.infer<typeof lastSeenSchema>,
  path: string,
  files: Pick<Files, "read">,
): Promise<string | null> {
  if (bought === undefined || !isAbsolute(bought.path) || bought.path === resolve(path)) return null;
  const bytes = await files.read(bought.path).catch(() => null);
  return bytes === null ? null : bought.path;
}

/** A ledger that was seen buying lessons on this machine. */
export interface BuyingLedger extends LedgerIdentity {
  readonly ledger: string;
  /** Where it was last used. */
  readonly path: string;
}

/** The ledgers that were seen buying lessons on this machine, at any service. */
export async function ledgersThatBought({
  folder,
  files,
}: {
  readonly folder: string;
  readonly files: Pick<Files, "read" | "list">;
}): Promise<BuyingLedger[]> {
  const names = (await files.list(folder)).filter((name) => name.endsWith(headSuffix));
  const found: BuyingLedger[] = [];
  for (const ledger of names.map((name) => name.slice(0, -headSuffix.length))) {
    const { bought } = readLastSeenHead(await files.read(lastSeenPath(folder, ledger)), ledger) ?? {};
    if (bought !== undefined) found.push({ ledger, ...bought });
  }
  return found;
}

function readLastSeenHead(bytes: Buffer | null, ledger: string): z.infer<typeof lastSeenSchema> | null {
  if (bytes === null) return null;
  try {
    const read = lastSeenSchema.safeParse(JSON.parse(bytes.toString()));
    return read.success && read.data.ledger === ledger ? read.data : null;
  } catch {
    return null;
  }
}

/**
 * This machine's memory of a ledger that this process has locked: its head and its purchases. After `hold` has succeeded nothing here
 * fails, since the ledger works without a last-seen head.
 */
export class LastSeenHead {
  readonly #path: string;
  readonly #parts: LastSeenParts;
  readonly #lock: OpenFile;
  #kept = 0;
  /** The number of the last event that is in the purchase memory, or doesn't belong there. */
  #remembered: number;
  #isTold = false;

  private constructor(path: string, parts: LastSeenParts, { lock, remembered }: Held) {
    this.#path = path;
    this.#parts = parts;
    this.#lock = lock;
    this.#remembered = remembered;
  }

  /**
   * Locks the last-seen head, so that two copies of a ledger can't run at once on one machine, and checks the ledger against it. Throws a
   * Failure with a LedgerProblem if another copy is locked or this one is not the newest. Also remembers purchases made elsewhere or by an
   * earlier version. Null, with a notice, if the folder can't be used.
   */
  static async hold(parts: LastSeenParts, head: Head): Promise<LastSeenHead | null> {
    const { folder, files, ledger, holder, notify, location } = parts;
    const path = lastSeenPath(folder, ledger);
    let lock: OpenFile | null = null;
    try {
      await files.makeFolder(folder);
      const heldBy = `${holder}, with ${location}`;
      lock = await takeLock(files, `${path}.lock`, { path: location, holder: heldBy });
      const hashOf = (seq: number): string | undefined => parts.events()[seq - 1]?.hash;
      const held = { path: location, ledger, head, hashOf, joined: parts.joined };
      const problem = await judgeByLastSeenHead(held, { folder, files });
      if (problem !== null) throw new Failure<LedgerProblem>(problem);
      const remembered = readLastSeenHead(await files.read(path), ledger)?.remembered ?? 0;
      const lastSeen = new LastSeenHead(path, parts, { lock, remembered });
      await lastSeen.#rememberPurchases();
      return lastSeen;
    } catch (error) {
      await lock?.close().catch(() => undefined);
      if (error instanceof Failure) throw error;
      notify({ code: "anchor_unusable", folder, cause: errorCode(error) });
      return null;
    }
  }

  /** Resolves once an event about money is durably remembered, or a notice reports that it could not be. `head`: the event's place. */
  async record(event: EventBody, head: Head): Promise<void> {
    await this.#rememberPurchases();
    // Creations must be remembered: without them, another copy of the ledger would buy the same lessons again.
    if (isOfCreation(event)) await this.remember(head);
  }

  /** Resolves once the head is durably remembered, or a notice reports that it could not be. */
  async remember({ seq, hash }: Head): Promise<void> {
    if (seq === this.#kept) return;
    const { ledger, files } = this.#parts;
    const hasBought = this.#parts.events().some(({ type }) => type === "creation.intended");
    const { ledger: _, ...bought } = this.#rememberedLedger;
    try {
      const lastSeen = {
        ledger,
        seq,
        hash,
        remembered: this.#remembered,
        bought: hasBought ? bought : undefined,
      };
      await replaceFile(files, this.#path, `${JSON.stringify(lastSeen)}\n`);
      this.#kept = seq;
    } catch (error) {
      this.#tell(this.#path, error);
    }
  }

  close(): Promise<void> {
    return this.#lock.close();
  }

  /** Adds this ledger's missing purchases to the memory. What fails is retried with the next event. */
  async #rememberPurchases(): Promise<void> {
    const { folder, files } = this.#parts;
    const events = this.#parts.events();
    const lacking = events.slice(this.#remembered);
    try {
      await rememberPurchases(lacking, this.#rememberedLedger, { folder, files });
      this.#remembered = events.length;
    } catch (error) {
      this.#tell(folder, error);
    }
  }

  get #rememberedLedger(): RememberedLedger {
    const { ledger, identity, path } = this.#parts;
    return { ledger, course: identity.course, service: identity.service, path };
  }

  #tell(folder: string, error: unknown): void {
    if (!this.#isTold) this.#parts.notify({ code: "anchor_unusable", folder, cause: errorCode(error) });
    this.#isTold = true;
  }
}

interface Held {
  readonly lock: OpenFile;
  readonly remembered: number;
}

interface LastSeenParts {
  readonly folder: string;
  readonly ledger: string;
  readonly identity: LedgerIdentity;
  /** The ledger's location as the user typed it. */
  readonly location: string;
  /** The same as an absolute path. */
  readonly path: string;
  readonly files: Files;
  /** The hashes that joined events had in their original ledgers. */
  readonly joined: ReadonlySet<string>;
  /** All events of the ledger so far. */
  readonly events: () => readonly LedgerEvent[];
  /** The lock's holder, named in the error that a run on another copy gets. */
  readonly holder: string;
  readonly notify: (notice: LedgerNotice) => void;
}
