import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { ledgersThatBought } from "../ledger/anchor.ts";
import { jobKey } from "../ledger/fold.ts";
import { readPurchases } from "../ledger/purchase-memory.ts";
import type { LedgerState } from "../ledger/state.ts";
import type { LedgerIdentity } from "../ledger/store.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Job } from "../plan/plan.ts";
import type { Files } from "../shared/files.ts";
import { RememberedAttempts } from "./remembered-attempts.ts";

/** A ledger that has bought what another one would buy again. */
export interface OtherLedger {
  readonly path: string;
  readonly course: string;
  /** Whether it is the same course's: then it can be gone on with where it is. */
  readonly isOwn: boolean;
  /** How many lessons; null where only that it bought some is known. */
  readonly lessons: number | null;
  /** When it last bought one, in UTC; null where that is not known. */
  readonly last: string | null;
  /** What is at its place now; `replaced`: the ledger that does not know. */
  readonly now: "there" | "gone" | "replaced" | "unknown";
}

/** What was bought by all that this machine knows, and a ledger does not know. */
export interface UnknownPurchases {
  /** Saved stories beside the ledger. */
  readonly stories: number;
  /** Purchases that were made in this very ledger. */
  readonly forgotten: number;
  /** Where nothing was ever bought in the ledger: others that bought lessons of the course, or lessons that would be bought now. */
  readonly ledgers: readonly OtherLedger[];
}

export interface MemoryPlace {
  readonly identity: LedgerIdentity;
  /** Where this machine remembers what it has bought; null where it remembers nothing. */
  readonly stateFolder: string | null;
  /** The folder of the course. */
  readonly folder: string;
  /** Where the ledger is. */
  readonly location: string;
  readonly files: Pick<Files, "list" | "read" | "pieces">;
}

/** Whether making the ledger again would find something: it finds nothing of the course's own ledgers that are still there. */
export function canFindLost({ stories, ledgers }: UnknownPurchases): boolean {
  return stories > 0 || ledgers.some(({ isOwn, now }) => !isOwn || now !== "there");
}

/** Whether nothing was ever bought with a ledger, nor tried to be. */
export function isNew({ jobs }: LedgerState): boolean {
  return jobs.size === 0;
}

/** Sets a ledger against the saved stories beside it and this machine's memory. `jobs`: what would be bought with it. */
export async function findUnknownPurchases(
  state: LedgerState,
  jobs: readonly Job[],
  place: MemoryPlace,
): Promise<UnknownPurchases> {
  const stories = (await unknownStories(state, place)).length;
  const { stateFolder } = place;
  if (stateFolder === null) return { stories, forgotten: 0, ledgers: [] };
  try {
    return { stories, ...(await askMemory(state, jobs, { ...place, stateFolder })) };
  } catch {
    // A folder that can't be read is told when the ledger is opened, and holds nobody up.
    return { stories, forgotten: 0, ledgers: [] };
  }
}

const storyEnding = ".json";

/** The ids of the stories whose text is in the course's folder. */
async function savedStories({ folder, files }: Pick<MemoryPlace, "folder" | "files">): Promise<string[]> {
  const names = await files.list(join(folder, "stories"));
  return names.filter((name) => name.endsWith(storyEnding)).map((name) => name.slice(0, -storyEnding.length));
}

/** The ids of the saved stories of which a ledger knows nothing. */
async function unknownStories(
  { jobs }: LedgerState,
  place: Pick<MemoryPlace, "folder" | "files">,
): Promise<string[]> {
  const saved = await savedStories(place);
  if (saved.length === 0) return saved;
  const known = new Set<string>();
  for (const { stories } of jobs.values()) for (const id of stories.keys()) known.add(id);
  return saved.filter((id) => !known.has(id));
}

async function askMemory(
  state: LedgerState,
  jobs: readonly Job[],
  { identity, stateFolder: folder, location, files }: MemoryPlace & { readonly stateFolder: string },
): Promise<Omit<UnknownPurchases, "stories">> {
  const own = state.opened?.ledger ?? null;
  const wanted = isNew(state) ? new Set(jobs.map(({ request }) => requestHash(request))) : null;
  const known = new RememberedAttempts();
  const remembering = new Set<string>();
  for await (const { ledger, course, event, ...at } of readPurchases(identity.service, { folder, files })) {
    if (event.type === "creation.intended") {
      remembering.add(ledger);
      const isWanted = wanted !== null && (course === identity.course || wanted.has(event.requestHash));
      const isForgotten = ledger === own && !knowsAttempt(state, event);
      if (ledger === own ? !isForgotten : !isWanted) continue;
    }
    known.see({ ledger, course, event, ...at });
  }
  const unknown = known.perhapsMade();
  const forgotten = unknown.filter(({ ledger }) => ledger === own).length;
  if (wanted === null) return { forgotten, ledgers: [] };
  const ledgers = new Map<string, Omit<OtherLedger, "now">>();
  const anchored = await ledgersThatBought({ folder, files });
  for (const { ledger, course, path, at } of unknown) {
    if (ledger === own) continue;
    const lessons = (ledgers.get(ledger)?.lessons ?? 0) + 1;
    const newest = anchored.find((one) => one.ledger === ledger)?.path ?? path;
    ledgers.set(ledger, { path: newest, course, isOwn: course === identity.course, lessons, last: at });
  }
  // Ledgers of versions that remembered no more than that they bought something.
  for (const { ledger, course, service, path } of anchored) {
    const isOther = ledger !== own && course === identity.course && service === identity.service;
    if (isOther && !remembering.has(ledger))
      ledgers.set(ledger, { path, course, isOwn: true, lessons: null, last: null });
  }
  const found = [...ledgers.values()].map(async (one) => ({
    ...one,
    now: await whatIsAt(one.path, { location, files }),
  }));
  return { forgotten, ledgers: await Promise.all(found) };
}

function knowsAttempt(
  { jobs }: LedgerState,
  { edition, job, attempt }: { readonly edition: string; readonly job: string; readonly attempt: string },
): boolean {
  return jobs.get(jobKey(edition, job))?.attempts.some((one) => one.attempt === attempt) ?? false;
}

/** What is at the place where a ledger was. `location`: where the one is that does not know. */
export async function whatIsAt(
  path: string,
  { location, files }: Pick<MemoryPlace, "location"> & { readonly files: Pick<Files, "list"> },
): Promise<OtherLedger["now"]> {
  if (path === location || path === resolve(location)) return "replaced";
  // A database is not asked.
  if (!isAbsolute(path)) return "unknown";
  const names = await files.list(dirname(path)).catch(() => null);
  if (names === null) return "unknown";
  return names.includes(basename(path)) ? "there" : "gone";
}
