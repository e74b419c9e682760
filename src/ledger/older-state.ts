import { join } from "node:path";
import * as z from "zod";
import { errorCode } from "../shared/failure.ts";
import type { Files } from "../shared/files/files.ts";
import { sha256 } from "../shared/hash.ts";
import type { EventBody } from "./format/event.ts";
import { serviceKey } from "./format/identity.ts";
import { isEventBody } from "./format/line.ts";
import type { LedgerIdentity } from "./store.ts";

// What versions without mirrors keep in the state folder. It is read and never changed or removed: such a version may still buy beside this one.

/** Where these files are. */
export interface OlderPlace {
  readonly folder: string;
  readonly spareFolder?: string | undefined;
  readonly files: Pick<Files, "read" | "pieces" | "list">;
}

/** The file names in a state folder; none if the path is not a folder, since no mirror can be stored there. */
export function namesIn(folder: string, files: Pick<Files, "list">): Promise<string[]> {
  return orMissing([], () => files.list(folder));
}

/** A file of a state folder; null if the file or the folder is missing. */
export function readIn(path: string, files: Pick<Files, "read">): Promise<Buffer | null> {
  return orMissing<Buffer | null>(null, () => files.read(path));
}

async function orMissing<Value>(missing: Value, use: () => Promise<Value>): Promise<Value> {
  try {
    return await use();
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return missing;
    throw error;
  }
}

const headEnding = ".head";

const headSchema = z.object({
  ledger: z.guid(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The ledger's absolute path, and the course and service that it has bought lessons for. */
  bought: z.object({ course: z.string(), service: z.string(), path: z.string() }).optional().catch(undefined),
});

/** The last event that an older version of this program saw in a ledger, and the file that records this. */
export interface OlderHead extends z.infer<typeof headSchema> {
  readonly file: string;
}

/** Null if there is no such record, or if it can't be understood. */
export async function readOlderHead(
  ledger: string,
  { folder, files }: OlderPlace,
): Promise<OlderHead | null> {
  const file = join(folder, `${ledger}${headEnding}`);
  const bytes = await readIn(file, files);
  const read = headSchema.safeParse(bytes === null ? null : parsed(bytes.toString()));
  return read.success && read.data.ledger === ledger ? { ...read.data, file } : null;
}

/** The ledgers for which older versions have recorded purchases of lessons. */
export async function olderLedgers(
  place: OlderPlace,
): Promise<(LedgerIdentity & { readonly ledger: string; readonly path: string })[]> {
  const names = (await namesIn(place.folder, place.files)).filter((name) => name.endsWith(headEnding));
  const heads = await Promise.all(
    names.map((name) => readOlderHead(name.slice(0, -headEnding.length), place)),
  );
  return heads.flatMap((head) =>
    head?.bought === undefined ? [] : [{ ledger: head.ledger, ...head.bought }],
  );
}

const rescuedName = /^([0-9a-f-]{36})\.rescued-[^/]*\.jsonl$/;

/** The files in which an older version saved all lines of a ledger because the ledger's name was gone, each with its ledger. */
export async function rescuedFiles({
  folder,
  spareFolder,
  files,
}: OlderPlace): Promise<{ readonly ledger: string; readonly file: string }[]> {
  const folders = [...new Set([folder, spareFolder ?? folder])];
  const found = await Promise.all(
    folders.map(async (one) =>
      (await namesIn(one, files)).flatMap((name) => {
        const ledger = rescuedName.exec(name)?.[1];
        return ledger === undefined ? [] : [{ ledger, file: join(one, name) }];
      }),
    ),
  );
  return found.flat();
}

/** An event about money, from a ledger that this machine has a mirror of or that an older version has remembered. */
export interface SeenEvent extends LedgerIdentity {
  /** The ledger's own id. */
  readonly ledger: string;
  /** Where the ledger was, as an older version has remembered it; null in a mirror. */
  readonly path: string | null;
  /** When it was recorded in its ledger, in UTC. */
  readonly at: string;
  readonly event: EventBody;
}

/** The name of the file that lists what the ledgers of older versions have bought at a service. */
export function olderPurchasesName(service: string): string {
  return `purchases-${sha256(serviceKey(service)).slice(0, 32)}.jsonl`;
}

/** Parses a line of the file that older versions wrote; null if the line is torn, empty, or not one of ours. */
export function readOlderPurchase(line: string): SeenEvent | null {
  const read = parsed(line) as Record<string, unknown> | null;
  if (typeof read !== "object" || read?.memory !== 1) return null;
  const { at, course, service, ledger, path, event } = read;
  const texts = [at, course, service, ledger, path];
  return texts.every((text) => typeof text === "string") && isEventBody(event)
    ? (read as unknown as SeenEvent)
    : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
