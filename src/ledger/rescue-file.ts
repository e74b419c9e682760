import { basename, dirname, join } from "node:path";
import { replaceFile } from "../shared/files/atomic-file.ts";
import type { Files } from "../shared/files/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { type EventBody, eventBodySchema } from "./format/event.ts";
import { isOpen } from "./format/job-status.ts";
import type { LedgerState } from "./format/state.ts";
import type { LedgerNotice } from "./problem.ts";

/** An outcome that could not be recorded, as stored in a rescue file. */
export interface Rescued {
  readonly file: string;
  readonly body: Extract<EventBody, { attempt: string }> & { readonly at?: unknown };
}

export interface RescuePlaces {
  /** The start of the paths of those that earlier versions left beside the ledger. */
  readonly path: string;
  readonly stateFolder: string | null;
  /** The ledger's own id, which identifies its rescue files in that folder. Null: not known yet. */
  readonly ledger: string | null;
}

/**
 * Durably writes an outcome to a file of its own in the state folder, because neither the ledger nor its mirror can take it. Resolves with the file's
 * path, or with null if the file could not be written; the caller then prints the outcome.
 */
export async function writeRescue(
  body: EventBody & { readonly at: string },
  places: RescuePlaces,
  { files, world }: { readonly files: Files; readonly world: Pick<World, "random"> },
): Promise<string | null> {
  const [, start] = startsOf(places);
  if (start === undefined) return null;
  const file = `${start}${randomUuid(world)}.json`;
  try {
    await replaceFile(files, file, `${JSON.stringify(body)}\n`);
    return file;
  } catch {
    return null;
  }
}

/** All readable rescue files of a ledger, even those that are no longer relevant. Half-written files are left out. */
export async function readRescues(
  places: RescuePlaces,
  files: Pick<Files, "list" | "read">,
): Promise<Rescued[]> {
  const found: Rescued[] = [];
  for (const start of startsOf(places)) {
    for (const name of await files.list(dirname(start))) {
      if (!name.startsWith(basename(start)) || !name.endsWith(".json")) continue;
      const file = join(dirname(start), name);
      const body = readBody(await files.read(file));
      if (body !== null) found.push({ file, body });
    }
  }
  return found;
}

/** The rescue files about attempts that are still open, as notices. They are hints only, so a folder that can't be listed isn't an error. */
export async function findRescues(
  places: RescuePlaces,
  { jobs }: Pick<LedgerState, "jobs">,
  files: Pick<Files, "list" | "read">,
): Promise<LedgerNotice[]> {
  const rescued = await readRescues(places, files).catch(() => []);
  if (rescued.length === 0) return [];
  const open = new Set([...jobs.values()].flatMap(({ attempts }) => attempts.filter(isOpen)).map(idOf));
  return rescued
    .filter(({ body }) => open.has(body.attempt))
    .map(({ file, body }) => {
      const { edition, job } = body;
      return { code: "rescue_found", file, edition, job, id: rescuedId(body) };
    });
}

function idOf({ attempt }: { readonly attempt: string }): string {
  return attempt;
}

/** The story's id in a rescued outcome; null if it has none. */
export function rescuedId(body: Rescued["body"]): string | null {
  return body.type === "creation.accepted" || body.type === "creation.resolved" ? body.id : null;
}

/** The name prefixes of rescue files in each folder that may have some. */
function startsOf({ path, stateFolder, ledger }: RescuePlaces): string[] {
  const beside = `${path}.rescue-`;
  return stateFolder === null || ledger === null
    ? [beside]
    : [beside, join(stateFolder, `${ledger}.rescue-`)];
}

function readBody(bytes: Buffer | null): Rescued["body"] | null {
  try {
    const read = eventBodySchema.safeParse(JSON.parse(String(bytes)));
    return read.success && "attempt" in read.data ? (read.data as Rescued["body"]) : null;
  } catch {
    return null;
  }
}
