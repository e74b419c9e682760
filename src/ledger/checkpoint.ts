import { crc32 } from "node:zlib";
import { z } from "zod";
import type { EventBody, EventOf, LedgerEvent } from "./event.ts";
import { settingName } from "./fold.ts";
import { HashList, hashBytes } from "./hash-list.ts";
import { isEvent } from "./line.ts";
import type { ChargesSince, Totals } from "./money-state.ts";
import { PackedRecords } from "./packed-records.ts";
import { PackedTexts } from "./packed-texts.ts";
import type { ReadBefore } from "./read-log.ts";
import { compileShape } from "./shape-check.ts";
import type { LedgerState } from "./state.ts";

/**
 * What the fold of the same events comes to, as a checkpoint holds it. It goes up with every change of `fold.ts`, `state.ts` or
 * `packed-record.ts` that makes it another one, so that no program takes up what another version of the fold began.
 */
export const foldVersion = 5;

/** What the first bytes of a ledger's file add up to: a fold that a later reader can go on with. */
export interface Checkpoint extends ReadBefore {
  /** Of exactly these bytes. */
  readonly sha256: string;
  readonly state: LedgerState & { readonly jobs: PackedRecords };
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const sums = z.array(z.tuple([z.string(), z.number()]));

const chargesSchema = z.object({
  quote: z.object({ seq: z.int(), at: z.string(), balance: z.number().nullable() }),
  spentBefore: z.number(),
  certain: z.number(),
  onTheirWay: z.array(z.tuple([z.string(), z.object({ before: z.number(), now: z.number() })])),
});

const totalsSchema = z.object({
  ...{ editions: sums, months: sums, runs: sums },
  ...{ spent: z.number(), held: z.number(), uncertain: z.number() },
  newestMonth: z.string().nullable(),
});

const descriptionSchema = z.object({
  fold: z.literal(foldVersion),
  bytes: z.int().min(1),
  sha256: hash,
  head: z.object({ seq: z.int().nonnegative(), hash }),
  opened: event("ledger.opened"),
  quotes: z.array(event("quote.received")),
  lastQuote: event("quote.received").nullable(),
  packages: z.array(event("package.written")),
  moves: sums,
  matched: z.array(z.tuple([z.string(), z.array(z.object({ as: z.string(), topic: z.string() }))])),
  repairs: z.array(event("ledger.repaired")),
  joined: z.array(hash),
  consented: event("ledger.consented").nullable(),
  rebuilt: event("ledger.rebuilt").nullable(),
  pace: event("pace.learned").nullable(),
  lastOfMoney: z.custom<LedgerEvent>(isEvent).nullable(),
  totals: totalsSchema,
  sinceQuote: chargesSchema.nullable(),
  sinceAccounted: chargesSchema.nullable(),
  /** The key of each record, and how long its text is. */
  keys: z.array(z.string()),
  lengths: z.array(z.int().nonnegative()),
});

type Description = z.infer<typeof descriptionSchema>;

// Copies nothing: there may be a hundred thousand keys.
const isDescription = compileShape(descriptionSchema);

function event<Type extends EventBody["type"]>(type: Type) {
  return z.custom<EventOf<Type>>((value) => isEvent(value) && value.type === type);
}

// At the end: how long the description is, and the SHA-256 of everything before it.
const lengthBytes = 4;
// CRC-32, against accidents: whoever may write here could make any other checksum right too, and would take four times as long.
const checksumBytes = 4;

// So that a long checkpoint is written in few pieces and none of them is large.
const pieceBytes = 1024 * 1024;

/**
 * A checkpoint as the bytes of its file, piece by piece; a piece is good until the next one is asked for. The texts of the records, the hashes
 * of the events, the description (JSON), its length, and the checksum of all that. The ledger must have been opened.
 */
export function* writeCheckpoint(checkpoint: Checkpoint): Generator<Buffer> {
  let sum = 0;
  for (const piece of contentOf(checkpoint)) {
    sum = crc32(piece, sum);
    yield piece;
  }
  yield uint32(sum);
}

function* contentOf({ bytes, sha256, head, state, hashes }: Checkpoint): Generator<Buffer> {
  const { jobs, opened, quotes, lastQuote, packages, repairs, consented, rebuilt, pace, lastOfMoney } = state;
  if (opened === null) throw new Error("a checkpoint of a ledger without a beginning");
  const keys: string[] = [];
  const lengths: number[] = [];
  const piece = Buffer.allocUnsafe(pieceBytes);
  let filled = 0;
  for (const [key, text] of jobs.packed()) {
    keys.push(key);
    lengths.push(text.length);
    if (filled + text.length > pieceBytes) {
      yield piece.subarray(0, filled);
      filled = 0;
    }
    if (text.length > pieceBytes) yield Buffer.from(text, "latin1");
    else filled += piece.write(text, filled, "latin1");
  }
  yield piece.subarray(0, filled);
  yield* hashes.bytes();
  const description: Description = {
    ...{
      fold: foldVersion,
      bytes,
      sha256,
      head,
      opened,
      lastQuote,
      repairs: [...repairs],
      moves: [...state.moves],
      matched: [...state.matched].map(([key, steps]) => [key, [...steps]]),
      joined: [...state.joined],
      consented,
      rebuilt,
      pace,
      lastOfMoney,
    },
    ...{ quotes: [...quotes.values()], packages: [...packages.values()], keys, lengths },
    totals: writeTotals(state.totals),
    sinceQuote: writeCharges(state.witness.sinceQuote),
    sinceAccounted: writeCharges(state.witness.sinceAccounted),
  };
  const text = Buffer.from(JSON.stringify(description));
  yield text;
  yield uint32(text.length);
}

function writeTotals(totals: Totals): Description["totals"] {
  const { editions, months, runs } = totals;
  return { ...totals, editions: [...editions], months: [...months], runs: [...runs] };
}

function readTotals(totals: Description["totals"]): Totals {
  const { editions, months, runs } = totals;
  return { ...totals, editions: new Map(editions), months: new Map(months), runs: new Map(runs) };
}

function writeCharges(charges: ChargesSince | null): Description["sinceQuote"] {
  return charges && { ...charges, onTheirWay: [...charges.onTheirWay] };
}

function readCharges(charges: Description["sinceQuote"]): ChargesSince | null {
  return charges && { ...charges, onTheirWay: new Map(charges.onTheirWay) };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * The checkpoint that was written as these bytes, which it keeps. Null where they are not exactly what this version of the program wrote: the
 * checksum tells that, and the shape is checked besides.
 */
export function readCheckpoint(bytes: Buffer): Checkpoint | null {
  const end = bytes.length - checksumBytes - lengthBytes;
  if (end < 0) return null;
  const sum = bytes.readUInt32BE(bytes.length - checksumBytes);
  if (crc32(bytes.subarray(0, -checksumBytes)) !== sum) return null;
  const start = end - bytes.readUInt32BE(end);
  if (start < 0) return null;
  try {
    const description: unknown = JSON.parse(bytes.toString("utf8", start, end));
    return isDescription(description) ? restore(bytes.subarray(0, start), description as Description) : null;
  } catch {
    // No JSON, or blocks of other lengths than it says.
    return null;
  }
}

function restore(blocks: Buffer, description: Description): Checkpoint | null {
  const { head, opened, quotes, lastQuote, packages, repairs, consented, rebuilt, pace, lastOfMoney } =
    description;
  const { keys, lengths } = description;
  const textBytes = blocks.length - head.seq * hashBytes;
  if (textBytes < 0 || keys.length !== lengths.length) return null;
  const texts = new PackedTexts(blocks.subarray(0, textBytes), lengths);
  const state = {
    opened,
    jobs: PackedRecords.of(keys, texts),
    quotes: new Map(quotes.map((quote) => [settingName(quote.setting), quote])),
    lastQuote,
    packages: new Map(packages.map((written) => [written.edition, written])),
    repairs,
    matched: new Map(description.matched),
    moves: new Map(description.moves),
    joined: new Set(description.joined),
    consented,
    rebuilt,
    pace,
    lastOfMoney,
    totals: readTotals(description.totals),
    witness: {
      sinceQuote: readCharges(description.sinceQuote),
      sinceAccounted: readCharges(description.sinceAccounted),
    },
  };
  const hashes = HashList.of(blocks.subarray(textBytes));
  return { bytes: description.bytes, sha256: description.sha256, head, hashes, state };
}
