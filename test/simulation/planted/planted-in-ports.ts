import type { Files, OpenFile } from "../../../src/shared/files/files.ts";
import type { PlayOptions } from "../play.ts";
import type { Kernel, SimProcess } from "../world/kernel.ts";

/** A mistake in the program's use of the disk, made by a layer between the two. */
export interface PortBug {
  readonly name: string;
  readonly filesOf: NonNullable<PlayOptions["filesOf"]>;
}

export const portBugs: readonly PortBug[] = [
  { name: "nothing is ever synced", filesOf: opened((file) => ({ ...file, datasync: nothing })) },
  { name: "folders are never synced", filesOf: files((inner) => ({ ...inner, syncFolder: nothing })) },
  { name: "the folder is synced only by who created the ledger", filesOf: syncingOnce },
  {
    name: "a failed sync is passed over",
    filesOf: opened((file) => ({ ...file, datasync: () => file.datasync().catch(() => undefined) })),
  },
  {
    name: "a short write is passed over",
    filesOf: opened((file) => ({
      ...file,
      write: async (bytes) => (await file.write(bytes)) && bytes.length,
    })),
  },
  { name: "the last line is not written again", filesOf: files((inner) => ({ ...inner, rewrite: nothing })) },
  { name: "the lock is not asked", filesOf: opened((file) => ({ ...file, tryLock: () => true })) },
  { name: "a lock goes stale without a heartbeat", filesOf: heartbeatLocks },
];

async function nothing(): Promise<void> {
  // The step that the bug leaves out.
}

// The simulated disk's methods are a class's: they are bound before they are spread.
function bound(inner: Files): Files {
  return {
    read: (path) => inner.read(path),
    openAppend: (path) => inner.openAppend(path),
    openNew: (path) => inner.openNew(path),
    rewrite: (path, offset, bytes) => inner.rewrite(path, offset, bytes),
    rename: (from, to) => inner.rename(from, to),
    remove: (path) => inner.remove(path),
    makeFolder: (path) => inner.makeFolder(path),
    syncFolder: (path) => inner.syncFolder(path),
    identify: (path) => inner.identify(path),
    list: (path) => inner.list(path),
  };
}

function files(change: (inner: Files) => Files): PortBug["filesOf"] {
  return (inner) => change(bound(inner));
}

function opened(change: (file: OpenFile) => OpenFile): PortBug["filesOf"] {
  return files((inner) => ({
    ...inner,
    openAppend: async (path) => change(await inner.openAppend(path)),
    openNew: async (path) => change(await inner.openNew(path)),
  }));
}

/** Does not sync the folder at opening, although the process that created the ledger may have died before syncing it. */
function syncingOnce(inner: Files): Files {
  let wasThere = false;
  return {
    ...bound(inner),
    async openAppend(path) {
      if (path.endsWith(".jsonl")) wasThere = (await inner.read(path)) !== null;
      return inner.openAppend(path);
    },
    async syncFolder(path) {
      if (!wasThere || path.includes("/stories")) await inner.syncFolder(path);
      wasThere = false;
    },
  };
}

const staleAfterMs = 30_000;

/** A lock based on the holder's heartbeat: a holder that is silent for long loses it. */
function heartbeatLocks(inner: Files, process: SimProcess, kernel: Kernel): Files {
  return {
    ...bound(inner),
    async openAppend(path) {
      const file = await inner.openAppend(path);
      if (!path.endsWith(".lock")) return file;
      return {
        ...file,
        tryLock: () => file.tryLock() || kernel.processes.every((other) => isSilent(other, process, kernel)),
      };
    },
  };
}

function isSilent(other: SimProcess, asking: SimProcess, kernel: Kernel): boolean {
  // A waiting process keeps beating; a suspended one does not.
  return other === asking || other.suspendedUntil > other.lastActiveAt + staleAfterMs + kernel.parkShare;
}
