import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { piecesOf, type ReadFiles } from "../shared/files/file-pieces.ts";
import { isOfMoney, type LedgerEvent } from "./format/event.ts";
import { identityIn, serviceKey } from "./format/identity.ts";
import { isEventBody } from "./format/line.ts";
import { asMirrorProblem } from "./mirror.ts";
import {
  namesIn,
  type OlderPlace,
  olderLedgers,
  olderPurchasesName,
  readOlderPurchase,
  rescuedFiles,
  type SeenEvent,
} from "./older-state.ts";
import type { LedgerProblem } from "./problem.ts";
import type { LedgerIdentity } from "./store.ts";

const mirrorName = /^([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/;

/** The mirrors in a state folder, each with its ledger. */
export async function mirrorsIn({
  folder,
  files,
}: OlderPlace): Promise<{ readonly ledger: string; readonly file: string }[]> {
  return (await namesIn(folder, files)).flatMap((name) => {
    const ledger = mirrorName.exec(name)?.[1];
    return ledger === undefined ? [] : [{ ledger, file: join(folder, name) }];
  });
}

/** The courses and services of the ledgers that this machine has seen, at any service. */
export async function ledgersSeen(place: OlderPlace): Promise<LedgerIdentity[]> {
  const mirrors = await mirrorsIn(place);
  const found = mirrors.map(async ({ file }) => {
    for await (const line of new FollowedFile(file, place.files).added())
      return identityIn([eventIn(line, file)].flatMap((one) => one ?? []));
    return null;
  });
  const identities = (await Promise.all(found)).filter((one) => one !== null);
  return [...identities, ...(await olderLedgers(place))];
}

/**
 * Follows the purchases at a service, as far as this machine has seen them in ledgers, through the ledgers' mirrors and the files of versions without
 * mirrors. Throws a Failure with `mirror_unusable` if a mirror or file can't be read: a purchase that is not seen would be made again.
 */
export class SeenPurchases {
  readonly #service: string;
  readonly #place: OlderPlace;
  readonly #followed = new Map<string, FollowedFile>();

  constructor(service: string, place: OlderPlace) {
    this.#service = service;
    this.#place = place;
  }

  /** Yields what was added since the last call, each file in its own order. The lines of `own` are the ledger's that asks, so its mirror is left out. */
  async *added(own: string | null): AsyncGenerator<SeenEvent> {
    const { folder } = this.#place;
    const [mirrors, rescued] = await asMirrorProblem(folder, () =>
      Promise.all([mirrorsIn(this.#place), rescuedFiles(this.#place)]),
    );
    const name = olderPurchasesName(this.#service);
    const remembered = (await namesIn(folder, this.#place.files)).includes(name)
      ? this.#follow(join(folder, name))
      : null;
    for await (const line of remembered?.added() ?? []) {
      const seen = readOlderPurchase(line);
      if (seen !== null) yield seen;
    }
    for (const { ledger, file } of [...mirrors.filter((one) => one.ledger !== own), ...rescued]) {
      yield* this.#linesOf(ledger, this.#follow(file));
    }
  }

  async *#linesOf(ledger: string, followed: FollowedFile): AsyncGenerator<SeenEvent> {
    for await (const line of followed.added()) {
      if (followed.identity === "another service's") return;
      // Most events are not about money, and are not parsed.
      if (followed.identity !== null && !ofMoney.test(line)) continue;
      const event = eventIn(line, followed.path);
      if (event === null) continue;
      if (followed.identity === null) {
        const identity = identityIn([event]);
        const isWanted = identity !== null && serviceKey(identity.service) === serviceKey(this.#service);
        followed.identity = isWanted ? identity : "another service's";
      } else if (isOfMoney(event)) yield { ...followed.identity, ledger, path: null, at: event.at, event };
    }
  }

  #follow(path: string): FollowedFile {
    const followed = this.#followed.get(path) ?? new FollowedFile(path, this.#place.files);
    this.#followed.set(path, followed);
    return followed;
  }
}

const ofMoney = /"type":"(creation|story)\./;

/** A line of a mirror; null if a power cut took sectors of it before it was synced: nothing was sent that relies on it. */
function eventIn(line: string, path: string): LedgerEvent | null {
  if (line.includes("\u0000")) return null;
  try {
    const read: unknown = JSON.parse(line);
    if (isEventBody(read)) return read as LedgerEvent;
  } catch {
    // As for any other line that is no event.
  }
  throw new Failure<LedgerProblem>({ code: "mirror_unusable", path, cause: "damaged" });
}

const newline = 0x0a;

/** A file that only grows, read line by line. A line that is being written is left for the next time. */
class FollowedFile {
  readonly path: string;
  readonly #files: ReadFiles;
  identity: LedgerIdentity | "another service's" | null = null;
  #next = 0;

  constructor(path: string, files: ReadFiles) {
    this.path = path;
    this.#files = files;
  }

  async *added(): AsyncGenerator<string> {
    if (this.identity === "another service's") return;
    let rest: Buffer = Buffer.alloc(0);
    const range = { from: this.#next, to: Number.MAX_SAFE_INTEGER };
    const pieces = await asMirrorProblem(
      this.path,
      async () => (await piecesOf(this.path, this.#files, range)) ?? [],
    );
    for await (const piece of pieces) {
      const bytes = Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
        const line = bytes.toString("utf8", start, end);
        this.#next += end + 1 - start;
        start = end + 1;
        yield line;
      }
      rest = bytes.subarray(start);
    }
  }
}
