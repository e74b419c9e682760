import { basename, dirname, join } from "node:path";
import { type Files, writeAll } from "../shared/files/files.ts";
import { type EventBody, eventBodySchema, type LedgerEvent } from "./format/event.ts";
import { fold } from "./format/fold.ts";
import { isOpen } from "./format/job-status.ts";
import type { Attempt, LedgerState } from "./format/state.ts";
import type { LedgerNotice } from "./problem.ts";

/** An outcome that could not be recorded, as stored in a rescue file. */
export interface Rescued {
  readonly file: string;
  readonly body: Extract<EventBody, { attempt: string }> & { readonly at?: unknown };
}

export interface RescuePlaces {
  readonly path: string;
  /** The second choice: a folder that may be on another disk than the ledger. Null: none. */
  readonly stateFolder: string | null;
  /** The ledger's own id, which identifies its rescue files in that folder. Null: not known yet. */
  readonly ledger: string | null;
}

interface RescueMeans {
  readonly name: string;
  readonly places: RescuePlaces;
  readonly files: Files;
  readonly isKept: boolean;
}

/**
 * Durably writes an outcome that the ledger could not record to a file of its own, beside the ledger or else in the state folder. Resolves with its path,
 * or null if neither could take it. `isKept`: the mirror has it, so only the ledger's own folder is tried, and not made.
 */
export async function writeRescue(
  body: EventBody & { readonly at: string },
  { name, places, files, isKept }: RescueMeans,
): Promise<string | null> {
  const [beside, ...others] = startsOf(places);
  const besideNow = [{ start: beside, makesFolder: false }];
  // If the ledger's folder is gone, try it last: a folder without a ledger would be taken for a new course's.
  const elsewhere = [...others, beside].map((start) => ({ start, makesFolder: true }));
  const tries = isKept ? besideNow : [...besideNow, ...elsewhere];
  for (const { start, makesFolder } of tries) {
    const file = `${start}${name}.json`;
    try {
      if (makesFolder) await files.makeFolder(dirname(file));
      await writeNew(file, `${JSON.stringify(body)}\n`, files);
      return file;
    } catch {
      // Try the next folder; if none is left, the caller prints the outcome.
    }
  }
  return null;
}

async function writeNew(path: string, text: string, files: Files): Promise<void> {
  const file = await files.openNew(path);
  try {
    await writeAll(file, Buffer.from(text));
    await file.datasync();
  } finally {
    await file.close();
  }
  await files.syncFolder(dirname(path));
}

/** All readable rescue files of a ledger, even if no longer relevant. Half-written ones are left out. */
export async function readRescues(
  places: RescuePlaces,
  files: Pick<Files, "list" | "read">,
): Promise<Rescued[]> {
  const found: Rescued[] = [];
  for (const start of startsOf(places)) {
    const names = await files.list(dirname(start));
    for (const name of names) {
      if (!name.startsWith(basename(start)) || !name.endsWith(".json")) continue;
      const file = join(dirname(start), name);
      const body = readBody(await files.read(file));
      if (body !== null) found.push({ file, body });
    }
  }
  return found;
}

/** The rescue files about attempts that are still open, each with its attempt. */
function openRescues(
  rescued: readonly Rescued[],
  state: LedgerState,
): (Rescued & { readonly attempt: Attempt })[] {
  return rescued.flatMap((one) => {
    for (const { attempts } of state.jobs.values()) {
      const attempt = attempts.find((each) => each.attempt === one.body.attempt && isOpen(each));
      if (attempt !== undefined) return [{ ...one, attempt }];
    }
    return [];
  });
}

/** The relevant rescue files, as notices. They are hints only, so a folder that can't be listed is no error. */
export async function findRescues(
  places: RescuePlaces,
  events: readonly LedgerEvent[],
  files: Pick<Files, "list" | "read">,
): Promise<LedgerNotice[]> {
  const rescued = await readRescues(places, files).catch(() => []);
  // Fold only if needed: most ledgers have no rescue file.
  const open = rescued.length === 0 ? [] : openRescues(rescued, fold(events));
  return open.map(({ file, body }) => {
    const { edition, job } = body;
    return { code: "rescue_found", file, edition, job, id: rescuedId(body) };
  });
}

/** The story's id in a rescued outcome; null if it has none. */
export function rescuedId(body: Rescued["body"]): string | null {
  return body.type === "creation.accepted" || body.type === "creation.resolved" ? body.id : null;
}

/** The name prefixes of rescue files in each folder that may have some, beside the ledger first. */
function startsOf({ path, stateFolder, ledger }: RescuePlaces): [string, ...string[]] {
  const beside = `${path}.rescue-`;
  return stateFolder === null || ledger === null
    ? [beside]
    : [beside, join(stateFolder, `${ledger}.rescue-`)];
}

function readBody(bytes: Buffer | null): Rescued["body"] | null {
  if (bytes === null) return null;
  try {
    const read = eventBodySchema.safeParse(JSON.parse(bytes.toString()));
    return read.success && "attempt" in read.data ? (read.data as Rescued["body"]) : null;
  } catch {
    return null;
  }
}
