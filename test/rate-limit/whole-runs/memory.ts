import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { extend, fold } from "../../../src/ledger/format/fold.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import type { Files, OpenFile } from "../../../src/shared/files/files.ts";

/** A ledger in memory alone, for what is about time and not about disks. */
export function memoryStore(now: () => number, before: readonly LedgerEvent[] = []): LedgerStore {
  const events: LedgerEvent[] = [...before];
  const state = fold(events);
  return {
    location: "memory",
    stateFolder: null,
    events,
    state,
    notices: [],
    append(body: EventBody) {
      const place = { seq: events.length + 1, at: new Date(now()).toISOString(), hash: "0".repeat(64) };
      const event = { ...body, ...place } as LedgerEvent;
      events.push(event);
      extend(state, event);
      return Promise.resolve(event);
    },
    stillHolds: () => Promise.resolve(null),
    rescue: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}

/** Files in memory: what is written is there at once. */
export function memoryFiles(): Files {
  const files = new Map<string, Buffer>();
  const open = (path: string): OpenFile => ({
    write(bytes) {
      files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), bytes]));
      return Promise.resolve(bytes.length);
    },
    read: () => Promise.resolve(files.get(path) ?? Buffer.alloc(0)),
    datasync: () => Promise.resolve(),
    truncate: () => Promise.reject(new Error("nothing is cut off here")),
    size: () => Promise.resolve(files.get(path)?.length ?? 0),
    readAt: (offset, lengthBytes) =>
      Promise.resolve((files.get(path) ?? Buffer.alloc(0)).subarray(offset, offset + lengthBytes)),
    identity: () => Promise.resolve(path),
    tryLock: () => true,
    close: () => Promise.resolve(),
  });
  return {
    read: (path) => Promise.resolve(files.get(path) ?? null),
    openAppend: (path) => Promise.resolve(open(path)),
    openNew(path) {
      files.set(path, Buffer.alloc(0));
      return Promise.resolve(open(path));
    },
    rewrite: () => Promise.reject(new Error("nothing is written again here")),
    rename(from, to) {
      files.set(to, files.get(from) ?? Buffer.alloc(0));
      files.delete(from);
      return Promise.resolve();
    },
    remove(path) {
      files.delete(path);
      return Promise.resolve();
    },
    makeFolder: () => Promise.resolve(),
    syncFolder: () => Promise.resolve(),
    identify: (path) => Promise.resolve(files.has(path) ? path : null),
    list: (path) => Promise.resolve([...files.keys()].filter((name) => name.startsWith(`${path}/`)).sort()),
  };
}
