import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { errorCode, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files, OpenFile } from "../../shared/files/files.ts";
import { takeLock } from "../file/lock.ts";
import type { EventBody, LedgerEvent } from "../format/event.ts";
import type { Head } from "../format/line.ts";
import type { LedgerNotice, LedgerProblem } from "../problem.ts";
import type { LedgerIdentity } from "../store.ts";
import type { RememberedLedger } from "./purchase-line.ts";
import { rememberPurchases } from "./purchase-memory.ts";

/**
 * The last head of a ledger that was seen on this machine, kept outside the course's folder: a backup that is put back, a copy that went
 * on somewhere else or an end that was lost are noticed by it, before anything is bought twice. It may lag behind the ledger, never run
 * ahead of it: it is written only after the event that it names is durable.
 */
const lastSeenSchema = z.object({
  ledger: z.guid(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Where the ledger is, for good: no relative path, and whose lessons it has bought. */
  bought: z.object({ course: z.string(), service: z.string(), path: z.string() }).optional().catch(undefined),
  /** Up to which event its purchases stand in the machine's memory of them. */
  remembered: z.int().nonnegative().optional().catch(undefined),
});

export interface LastSeenLedger {
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
export function lastSeenPath(folder: string, ledger: string): string {
  return join(folder, `${ledger}${headSuffix}`);
}

const headSuffix = ".head";

/**
 * Sets a ledger against what was last seen of it on this machine. Null: it contains that, or nothing was seen yet. A last-seen head that can't be
 * read proves nothing, so it counts as none.
 */
export async function judgeByLastSeenHead(
  { path, ledger, head, hashOf, joined }: LastSeenLedger,
  { folder, files }: { readonly folder: string; readonly files: Pick<Files, "read"> },
): Promise<LedgerProblem | null> {
  const lastSeen = lastSeenPath(folder, ledger);
  const seen = readLastSeenHead(await files.read(lastSeen), ledger);
  // An event that came in with another ledger is contained, wherever it stood there.
  if (seen === null || joined.has(seen.hash)) return null;
  if (seen.seq > head.seq) {
    const newest = await whereSeen(seen, path, files);
    return { code: "ledger_older_copy", path, lastSeen, seq: head.seq, seenSeq: seen.seq, newest };
  }
  if (hashOf(seen.seq) === seen.hash) return null;
  return {
    ...{ code: "ledger_forked", path, lastSeen, seq: seen.seq },
    newest: await whereSeen(seen, path, files),
  };
}

/** The file in which a head was last seen, where that is another one and still there; a database is not asked. */
async function whereSeen(
  { bought }: z.infer<typeof lastSeenSchema>,
  path: string,
  files: Pick<Files, "read">,
): Promise<string | null> {
  if (bought === undefined || !isAbsolute(bought.path) || bought.path === resolve(path)) return null;
  const bytes = await files.read(bought.path).catch(() => null);
  return bytes === null ? null : bought.path;
}

/** A ledger that this machine has seen buying lessons. */
export interface BuyingLedger extends LedgerIdentity {
  /** The ledger's own id. */
  readonly ledger: string;
  /** Where it was when it was last used. */
  readonly path: string;
}

/** The ledgers that this machine has seen buying lessons, at whatever service. */
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
 * What this machine remembers of a ledger that this process holds: its head, and what it has bought. Never fails after it was taken: a
 * ledger without a last-seen head is still a ledger.
 */
export class LastSeenHead {
  readonly #path: string;
  readonly #parts: LastSeenParts;
  readonly #lock: OpenFile;
  #kept = 0;
  /** The last event that the memory of purchases has taken, or that is none of its. */
  #remembered: number;
  #isTold = false;

  private constructor(path: string, parts: LastSeenParts, { lock, remembered }: Held) {
    this.#path = path;
    this.#parts = parts;
    this.#lock = lock;
    this.#remembered = remembered;
  }

  /**
   * Takes the last-seen head for itself, so that two copies of one ledger can't run at once on a machine, and checks the ledger by it. Throws a Failure
   * with a LedgerProblem where another copy is held or this one is not the newest. What the ledger has bought elsewhere, or under an
   * earlier version, is remembered from then on. Null, with a notice, where the folder can't be used.
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

  /** Resolves once an event that money hangs on is remembered durably, or a notice says that it could not be. `head`: its place. */
  async saw({ type }: EventBody, head: Head): Promise<void> {
    await this.#rememberPurchases();
    // What must not be forgotten: after it another copy of the ledger would buy again what this one has bought.
    if (type.startsWith("creation.")) await this.remember(head);
  }

  /** Resolves once the head is remembered durably, or a notice says that it could not be. */
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

  /** Adds to the memory what it lacks of this ledger. What could not be added is tried again with the next event. */
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
  /** The ledger's place as people named it. */
  readonly location: string;
  /** The same for good: no relative path. */
  readonly path: string;
  readonly files: Files;
  /** The hashes that its events had in the ledgers which they were joined from. */
  readonly joined: ReadonlySet<string>;
  /** Every event of the ledger so far. */
  readonly events: () => readonly LedgerEvent[];
  /** Who holds the ledger, for the message to a run on another copy of it. */
  readonly holder: string;
  readonly notify: (notice: LedgerNotice) => void;
}
