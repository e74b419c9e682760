import { dirname } from "node:path";
import type { Chance } from "./chance.ts";
import type { SimDisk } from "./world/disk.ts";

/** What people and their tools do to a course's folder while a run goes on: a clean-up, a checkout, a sync tool. */
export const meddlings = ["renamed", "deleted", "replaced", "overwritten", "lock removed"] as const;

export type Meddling = (typeof meddlings)[number];

/** A course's folder that was changed, and how to restore it. */
export interface Meddled {
  readonly kind: Meddling;
  /** Restores the newest ledger, like a careful user who finds it in another folder, in git or in a backup. */
  readonly putRight: () => void;
}

const aside = "/aside";

interface MeddlingOptions {
  readonly disk: SimDisk;
  readonly chance: Chance;
  /** Earlier copies of the ledger. */
  readonly older: readonly Buffer[];
  readonly kinds: readonly Meddling[];
}

/** Changes the folder of a ledger. Null if there is nothing to change. */
export function meddle(ledger: string, { disk, chance, older, kinds }: MeddlingOptions): Meddled | null {
  const inode = disk.at(ledger);
  if (inode === undefined) return null;
  const kind = chance.pick(kinds);
  const newest = inode.read();
  const earlier = older.filter((bytes) => bytes.length < newest.length);
  if ((kind === "replaced" || kind === "overwritten") && earlier.length === 0) return null;
  switch (kind) {
    case "renamed":
      disk.moveFolder(dirname(ledger), aside);
      return { kind, putRight: () => disk.moveFolder(aside, dirname(ledger)) };
    case "deleted": {
      const files = disk.list(dirname(ledger)).map((path) => [path, disk.at(path)?.read()] as const);
      disk.moveFolder(dirname(ledger), "/deleted");
      const putRight = (): void => {
        for (const [path, bytes] of files) if (bytes !== undefined) putAnew(disk, path, bytes);
      };
      return { kind, putRight };
    }
    case "replaced":
      putAnew(disk, ledger, chance.pick(earlier));
      return { kind, putRight: () => disk.lead(ledger, inode) };
    case "overwritten":
      inode.put(chance.pick(earlier));
      return { kind, putRight: () => inode.put(newest) };
    case "lock removed":
      disk.lead(`${ledger}.lock`, null);
      return { kind, putRight: () => undefined };
  }
}

/** Writes bytes into a new file. */
function putAnew(disk: SimDisk, path: string, bytes: Buffer): void {
  disk.lead(path, null);
  disk.put(path, bytes);
}
