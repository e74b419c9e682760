import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { errorCode, Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { piecesOf, type ReadFiles } from "../shared/files/file-pieces.ts";
import type { ByteRange, Files } from "../shared/files/files.ts";
import { sha256 } from "../shared/hash.ts";
import { parseJson } from "../shared/parse-json.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { type EventBody, hash, isEventBody, isOfMoney, type LedgerEvent } from "./format/event.ts";
import type { LedgerIdentity } from "./format/identity.ts";
import { serviceKey } from "./format/identity.ts";
import type { LedgerProblem } from "./problem.ts";

// What this machine knows of its ledgers: their mirrors, rescue files, and what versions without mirrors have left (`FORMAT.md`). Such a version may
// still buy beside this one, so what it has left is read, and never changed or removed.

/** The folder in which this machine keeps its mirrors. */
export interface StatePlace {
  readonly folder: string;
  readonly files: Files;
}

/** The file with this machine's copy of a ledger. */
export function mirrorPath(folder: string, ledger: string): string {
  return join(folder, `${ledger}.jsonl`);
}

/** The failure for a mirror, or another file of the state folder, that the system can't read or write. */
export function unusable(path: string, error: unknown): Failure<LedgerProblem> {
  const cause = errorCode(error);
  return new Failure<LedgerProblem>({ code: "mirror_unusable", path, cause }, { cause: error });
}

/** Runs a function that reads or writes a mirror: a system error means that the mirror can't be used. */
export async function asMirrorProblem<Result>(path: string, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw error instanceof Failure ? error : unusable(path, error);
  }
}

/** Errors that say that a folder has no place. After any other one, a disk's, a mirror may be there that can't be read. */
export const noPlace: readonly string[] = ["EACCES", "EEXIST", "ENOENT", "ENOTDIR", "EPERM", "EROFS"];

/** Whether this user can't reach the place of a state folder, so that no mirror was made there. */
export function isOutOfReach({ folder, files }: PlaceOfNames): Promise<boolean> {
  return files.identify(folder).then(
    () => false,
    (error: unknown) => noPlace.includes(errorCode(error)),
  );
}

interface PlaceOfNames {
  readonly folder: string;
  readonly files: Pick<Files, "list" | "identify">;
}

/** The file names in a state folder; none if the path is not a folder or is out of reach, since no mirror can be stored there. */
async function namesIn(place: PlaceOfNames): Promise<string[]> {
  if (await isOutOfReach(place)) return [];
  return orMissing([], () => place.files.list(place.folder));
}

/** A file of a state folder; null if the file or the folder is missing. */
export function readIn(path: string, files: Pick<Files, "read">): Promise<Buffer | null> {
  return orMissing<Buffer | null>(null, () => files.read(path));
}

/** A value of a file that may be missing, also because its folder is a file. */
export async function orMissing<Value>(missing: Value, use: () => Promise<Value>): Promise<Value> {
  try {
    return await use();
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return missing;
    throw error;
  }
}

const copyName = /^([0-9a-f]{8}-[0-9a-f-]{27})\.(?:rescued-[^/]*\.)?jsonl$/;

/** A file with a ledger's lines. */
export interface LedgerCopy {
  /** The ledger's own id. */
  readonly ledger: string;
  readonly file: string;
}

/** The mirrors, and the files in which a version without mirrors saved all lines of a ledger whose name was gone. */
export async function copiesIn(place: StatePlace): Promise<LedgerCopy[]> {
  return (await namesIn(place)).flatMap((name) => {
    const ledger = copyName.exec(name)?.[1];
    return ledger === undefined ? [] : [{ ledger, file: join(place.folder, name) }];
  });
}

const headEnding = ".head";

const headSchema = z.object({
  ledger: z.guid(),
  seq: z.int().positive(),
  hash,
  /** The ledger's absolute path, and the course and service that it has bought lessons for. */
  bought: z.object({ course: z.string(), service: z.string(), path: z.string() }).optional().catch(undefined),
});

/** The last event that a version without mirrors saw in a ledger, and the file that records this. */
export interface OlderHead extends z.infer<typeof headSchema> {
  readonly file: string;
}

/** Null if there is no such record, or if it can't be understood. */
export async function readOlderHead(
  ledger: string,
  { folder, files }: StatePlace,
): Promise<OlderHead | null> {
  const file = join(folder, `${ledger}${headEnding}`);
  const read = headSchema.safeParse(parseJson(String(await readIn(file, files))));
  return read.success && read.data.ledger === ledger ? { ...read.data, file } : null;
}

/** The ledgers for which versions without mirrors have recorded purchases of lessons. */
export async function olderLedgers(
  place: StatePlace,
): Promise<(LedgerIdentity & { readonly ledger: string; readonly path: string })[]> {
  const names = (await namesIn(place)).filter((name) => name.endsWith(headEnding));
  const heads = await Promise.all(names.map((name) => readOlderHead(basename(name, headEnding), place)));
  return heads.flatMap((head) =>
    head?.bought === undefined ? [] : [{ ledger: head.ledger, ...head.bought }],
  );
}

/** Far more than a ledger's first line has. */
const firstLineBytes = 16 * 1024;

/** The courses and services of the ledgers that this machine has seen, at any service. */
export async function ledgersSeen(place: StatePlace): Promise<LedgerIdentity[]> {
  const found = (await copiesIn(place)).map(async ({ file }) => {
    const bytes = await wholeLinesIn(file, place.files, { from: 0, to: firstLineBytes });
    const line = bytes.toString("utf8", 0, Math.max(0, bytes.indexOf("\n")));
    return line === "" ? null : identityOf(eventIn(line, file));
  });
  const identities = (await Promise.all(found)).filter((one) => one !== null);
  return [...identities, ...(await olderLedgers(place))];
}

/** The course and service that a ledger belongs to, by its first event. */
function identityOf(first: LedgerEvent | null): LedgerIdentity | null {
  return first?.type === "ledger.opened" ? { course: first.course, service: first.service } : null;
}

/** The whole lines in a range of a file; none if it is missing. A line that is being written is left out. */
async function wholeLinesIn(path: string, files: ReadFiles, range: ByteRange): Promise<Buffer> {
  return asMirrorProblem(path, async () => {
    const pieces: Buffer[] = [];
    for await (const piece of (await piecesOf(path, files, range)) ?? []) pieces.push(Buffer.from(piece));
    const bytes = Buffer.concat(pieces);
    return bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
  });
}

/** An event about money, from a ledger that this machine has a mirror of or that a version without mirrors has remembered. */
export interface SeenEvent extends LedgerIdentity {
  /** The ledger's own id. */
  readonly ledger: string;
  /** Where the ledger was, as a version without mirrors has remembered it; null in a mirror. */
  readonly path: string | null;
  /** When it was recorded in its ledger, in UTC. */
  readonly at: string;
  readonly event: EventBody;
}

/** The file in which versions without mirrors listed what their ledgers have bought at a service. */
export function olderPurchasesName(service: string): string {
  return `purchases-${sha256(serviceKey(service)).slice(0, 32)}.jsonl`;
}

/** Parses a line of that file; null if the line is torn, empty, or not one of ours. */
export function readOlderPurchase(line: string): SeenEvent | null {
  const read = parseJson(line) as Record<string, unknown> | null | undefined;
  if (typeof read !== "object" || read?.memory !== 1) return null;
  const { at, course, service, ledger, path, event } = read;
  const texts = [at, course, service, ledger, path];
  return texts.every((text) => typeof text === "string") && isEventBody(event)
    ? (read as unknown as SeenEvent)
    : null;
}

/**
 * Follows the purchases at a service, as far as this machine has seen them in ledgers. Throws a Failure with `mirror_unusable` if a mirror or file can't
 * be read: a purchase that is not seen would be made again.
 */
export class SeenPurchases {
  readonly #service: string;
  readonly #place: StatePlace;
  /** How many bytes of each file were read. */
  readonly #read = new Map<string, number>();
  /** The courses and services of the ledgers in the files. */
  readonly #identities = new Map<string, LedgerIdentity | null>();

  constructor(service: string, place: StatePlace) {
    this.#service = service;
    this.#place = place;
  }

  /** Yields what was added since the last call, each file in its own order. The lines of `own` are the ledger's that asks, so its mirror is left out. */
  async *added(own: string | null): AsyncGenerator<SeenEvent> {
    const { folder } = this.#place;
    const [names, copies] = await asMirrorProblem(folder, () =>
      Promise.all([namesIn(this.#place), copiesIn(this.#place)]),
    );
    const remembered = olderPurchasesName(this.#service);
    if (names.includes(remembered))
      for await (const line of this.#addedTo(join(folder, remembered))) {
        const seen = readOlderPurchase(line);
        if (seen !== null) yield seen;
      }
    for (const { ledger, file } of copies)
      if (own === null || file !== mirrorPath(folder, own)) yield* this.#seenIn(ledger, file);
  }

  async *#seenIn(ledger: string, file: string): AsyncGenerator<SeenEvent> {
    for await (const line of this.#addedTo(file)) {
      const identity = this.#identities.get(file);
      // Most events are not about money, and are not parsed.
      if (identity !== undefined && (!this.#isWanted(identity) || !ofMoney.test(line))) continue;
      const event = eventIn(line, file);
      if (event === null) continue;
      if (identity === undefined) this.#identities.set(file, identityOf(event));
      else if (isOfMoney(event)) yield { ...identity, ledger, path: null, at: event.at, event };
    }
  }

  #isWanted(identity: LedgerIdentity | null): identity is LedgerIdentity {
    return identity !== null && serviceKey(identity.service) === serviceKey(this.#service);
  }

  async *#addedTo(path: string): AsyncGenerator<string> {
    const from = this.#read.get(path) ?? 0;
    const bytes = await wholeLinesIn(path, this.#place.files, { from, to: Number.MAX_SAFE_INTEGER });
    yield* bytes.toString().split("\n").slice(0, -1);
    // Not if one of them was damaged: it is read again.
    this.#read.set(path, from + bytes.length);
  }
}

const ofMoney = /"type":"(creation|story)\./;

/** A line of a mirror; null if a power cut took sectors of it before it was synced: nothing was sent that relies on it. */
function eventIn(line: string, path: string): LedgerEvent | null {
  if (line.includes("\u0000")) return null;
  const read = parseJson(line);
  if (isEventBody(read)) return read as LedgerEvent;
  throw new Failure<LedgerProblem>({ code: "mirror_unusable", path, cause: "damaged" });
}

/** An outcome that could not be recorded, as stored in a rescue file. */
export interface Rescued {
  readonly file: string;
  readonly body: Extract<EventBody, { attempt: string }> & { readonly at?: unknown };
}

export interface RescuePlaces {
  /** The start of the paths of those beside the ledger. */
  readonly path: string;
  readonly stateFolder: string | null;
  /** The ledger's own id, which identifies its rescue files in that folder. Null: not known yet. */
  readonly ledger: string | null;
}

/**
 * Durably writes an outcome that the ledger can't take to a file of its own. `start`: of its path, before `.rescue-`. Resolves with the file's path, or
 * with null if the file could not be written.
 */
export async function writeRescue(
  body: EventBody & { readonly at: string },
  start: string,
  { files, world }: { readonly files: Files; readonly world: Pick<World, "random"> },
): Promise<string | null> {
  const file = `${start}.rescue-${randomUuid(world)}.json`;
  try {
    await replaceFile(files, file, `${JSON.stringify(body)}\n`);
    return file;
  } catch {
    return null;
  }
}

/** All readable rescue files of a ledger, even those that are no longer relevant. Half-written files are left out. */
export async function readRescues(
  { path, stateFolder, ledger }: RescuePlaces,
  files: Pick<Files, "list" | "read" | "identify">,
): Promise<Rescued[]> {
  const found: Rescued[] = [];
  const isKept = stateFolder !== null && ledger !== null;
  for (const start of [path, ...(isKept ? [join(stateFolder, ledger)] : [])]) {
    for (const name of await namesIn({ folder: dirname(start), files })) {
      if (!name.startsWith(`${basename(start)}.rescue-`) || !name.endsWith(".json")) continue;
      const file = join(dirname(start), name);
      const body = parseJson(String(await files.read(file)));
      if (isEventBody(body) && "attempt" in body) found.push({ file, body });
    }
  }
  return found;
}

/** The story's id in a rescued outcome; null if it has none. */
export function rescuedId(body: Rescued["body"]): string | null {
  return body.type === "creation.accepted" || body.type === "creation.resolved" ? body.id : null;
}
