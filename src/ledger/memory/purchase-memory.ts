import { join } from "node:path";
import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import { type Files, writeAll } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";
import type { LedgerEvent } from "../format/event.ts";
import { isOfCreation } from "../format/money-events.ts";
import {
  isRemembered,
  purchaseLine,
  type RememberedEvent,
  type RememberedLedger,
  readPurchaseLine,
} from "./purchase-line.ts";

/** The file in the state folder that lists what this machine's ledgers have bought at one service. */
export function purchasesPath(folder: string, service: string): string {
  return join(folder, `purchases-${sha256(serviceKey(service)).slice(0, 32)}.jsonl`);
}

/** One key for a service however its address is written: letter case, default port, a trailing dot of the host, extra slashes. */
function serviceKey(service: string): string {
  if (!URL.canParse(service)) return service;
  const { protocol, hostname, port, pathname } = new URL(service);
  const path = pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return `${protocol}//${hostname.replace(/\.$/, "")}:${port}${path}`;
}

// Bounds the memory used when years of purchases of a ledger not remembered before are added at once.
const pieceCharacters = 256 * 1024;

/**
 * Adds a ledger's events to the memory of its service. Resolves once those about creations are on disk. Several processes may append to the
 * file at once: each line is appended in a single write.
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
    // How a story ended can be queried again; that it was bought can't.
    if (remembered.some(isOfCreation)) await file.datasync();
    if (isNew) await files.syncFolder(folder);
  } finally {
    await file.close();
  }
}

// The longest line of a ledger has some tens of KiB; anything longer is not one of ours.
const lineBytesMost = 1024 * 1024;
const newline = 0x0a;

/** Yields everything that this machine remembers of a service, oldest first, line by line; unreadable lines are skipped. */
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
  /** File offset of the first line not yet yielded. */
  #next = 0;

  constructor(service: string, { folder, files }: { readonly folder: string; readonly files: ReadFiles }) {
    this.#path = purchasesPath(folder, service);
    this.#files = files;
  }

  /**
   * Yields what was added since the last call, like `readPurchases`. A consumer that stops early gets the rest next time; a line still
   * being written is yielded once it is complete.
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
      // Copy: a piece is valid only until the next one is read.
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
