import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { errorCode, Failure } from "../shared/failure.ts";
import type { Files } from "../shared/files/files.ts";
import { parseJson } from "../shared/parse-json.ts";
import { type EventBody, hash, isEventBody, isOfMoney, type LedgerEvent } from "./format/event.ts";
import { extend, fold, jobKey } from "./format/fold.ts";
import { type LedgerIdentity, serviceKey } from "./format/identity.ts";
import type { LedgerState } from "./format/state.ts";
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

/** The file names in a folder; none if its path is not a folder or this user can't reach it, since no mirror can be stored there. */
async function namesIn({ folder, files }: StatePlace): Promise<string[]> {
  const isPlace = files.identify(join(folder, "any")).then(
    () => true,
    (error: unknown) => !noPlace.includes(errorCode(error)),
  );
  return (await isPlace) ? asMirrorProblem(folder, () => files.list(folder)) : [];
}

/** A file of a state folder; empty if it is missing. */
export function readIn(path: string, files: Pick<Files, "read">): Promise<Buffer> {
  return asMirrorProblem(path, async () => (await files.read(path)) ?? Buffer.alloc(0));
}

const copyName = /^([0-9a-f]{8}-[0-9a-f-]{27})\.(?:rescued-[^/]*\.)?jsonl$/;

/** The mirrors, and the files in which a version without mirrors saved all lines of a ledger whose name was gone; each with the ledger's id. */
export async function copiesIn(place: StatePlace) {
  return (await namesIn(place)).flatMap((name) => {
    const ledger = copyName.exec(name)?.[1];
    return ledger === undefined ? [] : [{ ledger, file: join(place.folder, name) }];
  });
}

const headSchema = z.object({
  ledger: z.guid(),
  seq: z.int().positive(),
  hash,
  /** The ledger's absolute path, and the course and service that it has bought lessons for. */
  bought: z.object({ course: z.string(), service: z.string(), path: z.string() }).optional().catch(undefined),
});

/** The last events that versions without mirrors saw in their ledgers. Records that can't be understood are left out. */
export async function olderHeads(place: StatePlace) {
  const heads: (z.infer<typeof headSchema> & { readonly file: string })[] = [];
  for (const name of (await namesIn(place)).filter((one) => one.endsWith(".head"))) {
    const file = join(place.folder, name);
    const { data } = headSchema.safeParse(parseJson(await readIn(file, place.files)));
    if (data !== undefined && name === `${data.ledger}.head`) heads.push({ ...data, file });
  }
  return heads;
}

/** An event about money, as a version without mirrors has remembered it; `at`: when it was recorded, `path`: where its ledger was. */
const rememberedSchema = z.object({
  memory: z.literal(1),
  at: z.string(),
  course: z.string(),
  service: z.string(),
  ledger: z.string(),
  path: z.string(),
  event: z.custom<EventBody>(isEventBody),
});

/** The file in which such versions listed what their ledgers have bought at one service. */
const memoryName = /^purchases-[0-9a-f]+\.jsonl$/;

/** A ledger that this machine has seen, with its purchases. */
export interface OtherLedger extends LedgerIdentity {
  readonly id: string;
  /** Where it was, as a version without mirrors has remembered it; null if only its mirror is known. */
  readonly path: string | null;
  /** Its folded events about money. If there are none and its path is known, it has bought lessons that nobody has listed. */
  readonly state: LedgerState;
}

/** The ledgers at a service that this machine has seen. Each reading adds what was written since the last one. */
export class SeenLedgers {
  /** Null: any. */
  readonly #service: string | null;
  readonly #place: StatePlace;
  readonly #ledgers = new Map<string, OtherLedger>();
  /** How many bytes of each file were read. */
  readonly #read = new Map<string, number>();

  constructor(service: string | null, place: StatePlace) {
    this.#service = service;
    this.#place = place;
  }

  /** What versions without mirrors have left of ledgers: their purchases, or only that they bought something. */
  async older(): Promise<OtherLedger[]> {
    const place = this.#place;
    for (const { ledger, bought } of await olderHeads(place))
      if (bought !== undefined) this.#know(ledger, bought);
    for (const name of (await namesIn(place)).filter((one) => memoryName.test(one)))
      for await (const line of this.#added(join(place.folder, name))) {
        const { data } = rememberedSchema.safeParse(parseJson(line));
        if (data === undefined) continue;
        const { event, at, ledger } = data;
        add(this.#know(ledger, data), { seq: 0, hash: "", ...event, at } as LedgerEvent);
      }
    return [...this.#ledgers.values()];
  }

  /**
   * All ledgers, also that of id `own`, as far as older versions used a copy of it; its mirror is left out. Throws a Failure with `mirror_unusable` if a
   * file can't be read: a purchase that is not seen would be made again.
   */
  async all(own: string | null): Promise<OtherLedger[]> {
    await this.older();
    const { folder } = this.#place;
    for (const { ledger, file } of await copiesIn(this.#place))
      if (own === null || file !== mirrorPath(folder, own)) await this.#readCopy(ledger, file);
    return [...this.#ledgers.values()];
  }

  async #readCopy(ledger: string, file: string): Promise<void> {
    for await (const line of this.#added(file)) {
      const known = this.#ledgers.get(ledger);
      // Most events are not about money, and are not parsed.
      if (known !== undefined && !ofMoney.test(line)) continue;
      const event = eventIn(line, file);
      if (event?.type === "ledger.opened") this.#know(ledger, { ...event, path: null });
      else if (event !== null && known === undefined) return;
      else if (event !== null) add(known, event);
    }
  }

  /** The ledger of this id; undefined if it is of another service. */
  #know(id: string, { course, service, path }: Omit<OtherLedger, "id" | "state">) {
    const isWanted = this.#service === null || serviceKey(service) === serviceKey(this.#service);
    if (isWanted && !this.#ledgers.has(id))
      this.#ledgers.set(id, { id, course, service, path, state: fold([]) });
    return this.#ledgers.get(id);
  }

  /** The whole lines that were added to a file. A line that is being written is left out. */
  async *#added(file: string): AsyncGenerator<string> {
    const from = this.#read.get(file) ?? 0;
    const bytes = (await readIn(file, this.#place.files)).subarray(from);
    const end = bytes.lastIndexOf("\n") + 1;
    yield* bytes.toString("utf8", 0, end).split("\n").slice(0, -1);
    // Not if one of them was damaged, or of another service: they are read again.
    this.#read.set(file, from + end);
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

/** Adds an event about money to a ledger, unless it is an intention that another file of the ledger had, too. */
function add(ledger: OtherLedger | undefined, event: LedgerEvent): void {
  if (ledger === undefined || !isOfMoney(event)) return;
  const { jobs } = ledger.state;
  const isKnown =
    event.type === "creation.intended" &&
    jobs.get(jobKey(event.edition, event.job))?.attempts.some(({ attempt }) => attempt === event.attempt);
  if (isKnown !== true) extend(ledger.state, event);
}

/** An outcome that could not be recorded, as stored in a rescue file. */
export interface Rescued {
  readonly file: string;
  readonly body: Extract<EventBody, { attempt: string }> & { readonly at?: unknown };
}

/**
 * All readable rescue files of a ledger, even those that are no longer relevant. Half-written files are left out. `path`: the start of the paths of those
 * beside the ledger; `ledger`: its own id, by which those in the state folder are named.
 */
export async function readRescues(
  { path, stateFolder, ledger }: { path: string; stateFolder: string | null; ledger: string | null },
  files: Files,
): Promise<Rescued[]> {
  const found: Rescued[] = [];
  const isKept = stateFolder !== null && ledger !== null;
  for (const start of [path, ...(isKept ? [join(stateFolder, ledger)] : [])]) {
    const folder = dirname(start);
    for (const name of await namesIn({ folder, files })) {
      if (!name.startsWith(`${basename(start)}.rescue-`) || !name.endsWith(".json")) continue;
      const file = join(folder, name);
      const body = parseJson(await readIn(file, files));
      if (isEventBody(body) && "attempt" in body) found.push({ file, body });
    }
  }
  return found;
}
