import { join } from "node:path";
import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import { type Files, writeAll } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";
import type { LedgerEvent } from "../format/event.ts";
import {
  isRemembered,
  purchaseLine,
  type RememberedEvent,
  type RememberedLedger,
  readPurchaseLine,
} from "./purchase-line.ts";

/** The file in the state folder in which this machine remembers what its ledgers have bought at one service. */
export function purchasesPath(folder: string, service: string): string {
  return join(folder, `purchases-${sha256(serviceKey(service)).slice(0, 32)}.jsonl`);
}

/** One name for a service, however its address is written: case and default port, a dot at the host's end, slashes too many. */
function serviceKey(service: string): string {
  if (!URL.canParse(service)) return service;
  const { protocol, hostname, port, pathname } = new URL(service);
  const path = pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return `${protocol}//${hostname.replace(/\.$/, "")}:${port}${path}`;
}

// So that years of purchases, of a ledger that was not remembered before, never lie in memory as one text.
const pieceCharacters = 256 * 1024;

/**
 * Adds events of a ledger to the memory of its service. Resolves once those about creations are on the disk. Several processes may add to the file at once:
 * each line goes to its end in one write.
 */
export async function rememberPurchases(
  events: readonly LedgerEvent[],
  ledger: RememberedLedger,
  { folder, files }: { readonly folder: string; readonly files: Files },
): Promise<void> {
  const remembered = events.filter(isRemembered);
  if (remembered.length === 0) return;
  const file = await files.openAppend(purchasesPath(folder, ledger.service));
  try {
    const isNew = (await file.size()) === 0;
    let text = "";
    for (const event of remembered) {
      text += purchaseLine(event, ledger);
      if (text.length < pieceCharacters) continue;
      await writeAll(file, Buffer.from(text));
      text = "";
    }
    if (text !== "") await writeAll(file, Buffer.from(text));
    // How a story ended can be asked again; that it was bought can't.
    if (remembered.some(({ type }) => type.startsWith("creation."))) await file.datasync();
    if (isNew) await files.syncFolder(folder);
  } finally {
    await file.close();
  }
}

// The longest line that a ledger writes is some tens of KiB: what is longer is nobody's line.
const lineBytesMost = 1024 * 1024;
const newline = 0x0a;

/** Gives everything that this machine remembers of a service, oldest first, a line at a time; what can't be read is passed over. */
export function readPurchases(
  service: string,
  place: { readonly folder: string; readonly files: ReadFiles },
): AsyncGenerator<RememberedEvent> {
  return new PurchaseReader(service, place).added();
}

/** Follows the memory of a service as it grows. */
export class PurchaseReader {
  readonly #path: string;
  readonly #files: ReadFiles;
  /** Where the first line begins that was not given yet. */
  #next = 0;

  constructor(service: string, { folder, files }: { readonly folder: string; readonly files: ReadFiles }) {
    this.#path = purchasesPath(folder, service);
    this.#files = files;
  }

  /**
   * Gives what was added since it was last asked, as `readPurchases` gives it. Whoever stops listening gets the rest the next time; a line that
   * is still being written is given once it is whole.
   */
  async *added(): AsyncGenerator<RememberedEvent> {
    let rest: Buffer = Buffer.alloc(0);
    let at = this.#next;
    const range = { from: at, to: Number.MAX_SAFE_INTEGER };
    for await (const piece of (await piecesOf(this.#path, this.#files, range)) ?? []) {
      let start = 0;
      for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
        const line = rest.length === 0 ? piece.toString("utf8", start, end) : joined(rest, piece, start, end);
        if (rest.length > 0) rest = Buffer.alloc(0);
        start = end + 1;
        this.#next = at + start;
        const read = readPurchaseLine(line);
        if (read !== null) yield read;
      }
      // A piece is good until the next one is asked for.
      rest = Buffer.concat([rest, piece.subarray(start)]);
      if (rest.length > lineBytesMost) rest = rest.subarray(0, lineBytesMost);
      at += piece.length;
    }
    const last = readPurchaseLine(rest.toString());
    if (last !== null) yield last;
  }
}

function joined(rest: Buffer, piece: Buffer, start: number, end: number): string {
  return Buffer.concat([rest, piece.subarray(start, end)]).toString();
}
