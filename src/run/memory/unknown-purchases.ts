import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerIdentity } from "../../ledger/store.ts";
import type { Files } from "../../shared/files/files.ts";

/** A ledger with purchases that another one would repeat. */
export interface OtherLedger {
  readonly path: string;
  readonly course: string;
  /** Whether it belongs to the same course, so that a run can continue with it. */
  readonly isOwn: boolean;
  /** How many lessons it bought; null if only known to have bought some. */
  readonly lessons: number | null;
  /** The time of its last purchase, in UTC; null if not known. */
  readonly last: string | null;
  /** What is at its location now; `replaced`: the ledger that lacks its purchases. */
  readonly now: "there" | "gone" | "replaced" | "unknown";
}

/** A lesson that another ledger has, or may have, bought and that would be paid for again. */
export interface BoughtElsewhere {
  /** The job that would buy it again, and its request. */
  readonly job: string;
  readonly topic: string;
  readonly requestHash: string;
  /** Its quoted price at the time. */
  readonly credits: number;
  readonly course: string;
  /** Whether the other ledger belongs to the same course. */
  readonly isOwn: boolean;
  /** The location of the ledger that has it. */
  readonly path: string;
  /** What is at that location now. */
  readonly now: OtherLedger["now"];
}

/** Purchases that this machine knows and a ledger lacks. */
export interface UnknownPurchases {
  /** How many saved stories lie beside the ledger that it lacks. */
  readonly stories: number;
  /** How many purchases were made with this very ledger that it lacks. */
  readonly forgotten: number;
  /** If nothing was ever bought with the ledger: others that bought lessons of the course, or lessons that would be bought now. */
  readonly ledgers: readonly OtherLedger[];
  /** Lessons that would be paid for again. */
  readonly again: readonly BoughtElsewhere[];
}

export interface MemoryPlace {
  readonly identity: LedgerIdentity;
  /** Where this machine remembers its purchases; null if nowhere. */
  readonly stateFolder: string | null;
  readonly folder: string;
  readonly location: string;
  readonly files: Pick<Files, "list" | "read" | "pieces">;
}

/** Whether a rebuild would find anything of a lost ledger. A ledger that still exists was not lost, whatever its course is called. */
export function canFindLost({ stories, ledgers }: UnknownPurchases): boolean {
  return stories > 0 || ledgers.some(({ now }) => now !== "there");
}

const storyEnding = ".json";

/** The ids of the stories whose text is in the course's folder. */
async function savedStories({ folder, files }: Pick<MemoryPlace, "folder" | "files">): Promise<string[]> {
  const names = await files.list(join(folder, "stories"));
  return names.filter((name) => name.endsWith(storyEnding)).map((name) => name.slice(0, -storyEnding.length));
}

/** The ids of the saved stories that a ledger lacks. */
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

/** What is now at a ledger's former location. `location`: that of the ledger that lacks its purchases. */
export async function whatIsAt(
  path: string,
  { location, files }: Pick<MemoryPlace, "location"> & { readonly files: Pick<Files, "list"> },
): Promise<OtherLedger["now"]> {
  if (path === location || path === resolve(location)) return "replaced";
  // Databases are not checked.
  if (!isAbsolute(path)) return "unknown";
  const names = await files.list(dirname(path)).catch(() => null);
  if (names === null) return "unknown";
  return names.includes(basename(path)) ? "there" : "gone";
}
