import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerIdentity } from "../../ledger/store.ts";
import type { Files } from "../../shared/files/files.ts";

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

/** A lesson that another ledger has bought, or may have, and that would be paid for again. */
export interface BoughtElsewhere {
  /** The job that would buy it again, and what that asks for. */
  readonly job: string;
  readonly topic: string;
  readonly requestHash: string;
  /** What it was to cost then. */
  readonly credits: number;
  readonly course: string;
  /** Whether it is the same course's. */
  readonly isOwn: boolean;
  /** The ledger that has it. */
  readonly path: string;
  /** What is at that ledger's place now. */
  readonly now: OtherLedger["now"];
}

/** What was bought by all that this machine knows, and a ledger does not know. */
export interface UnknownPurchases {
  /** Saved stories beside the ledger. */
  readonly stories: number;
  /** Purchases that were made in this very ledger. */
  readonly forgotten: number;
  /** Where nothing was ever bought in the ledger: others that bought lessons of the course, or lessons that would be bought now. */
  readonly ledgers: readonly OtherLedger[];
  /** Lessons that would be paid for again. */
  readonly again: readonly BoughtElsewhere[];
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

/** Whether making the ledger again would find something of a ledger that was lost: one that is still there was not, whatever its course is called. */
export function canFindLost({ stories, ledgers }: UnknownPurchases): boolean {
  return stories > 0 || ledgers.some(({ now }) => now !== "there");
}

const storyEnding = ".json";

/** The ids of the stories whose text is in the course's folder. */
async function savedStories({ folder, files }: Pick<MemoryPlace, "folder" | "files">): Promise<string[]> {
  const names = await files.list(join(folder, "stories"));
  return names.filter((name) => name.endsWith(storyEnding)).map((name) => name.slice(0, -storyEnding.length));
}

/** The ids of the saved stories of which a ledger knows nothing. */
export async function unknownStories(
  { jobs }: LedgerState,
  place: Pick<MemoryPlace, "folder" | "files">,
): Promise<string[]> {
  const saved = await savedStories(place);
  if (saved.length === 0) return saved;
  const known = new Set<string>();
  for (const { stories } of jobs.values()) for (const id of stories.keys()) known.add(id);
  return saved.filter((id) => !known.has(id));
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
