import { basename, dirname } from "node:path";
import type { Files, OpenFile } from "../src/shared/files/files.ts";

interface Inode {
  readonly id: string;
  bytes: Buffer;
}

/**
 * Files in memory alone: what is written is there at once, and nobody else holds a lock. For tests that open thousands of ledgers, and for those that
 * are about time and not about disks.
 */
export function memoryFiles(): Files {
  const inodes = new Map<string, Inode>();
  let made = 0;
  const create = (path: string): Inode => {
    made += 1;
    const inode = { id: String(made), bytes: Buffer.alloc(0) };
    inodes.set(path, inode);
    return inode;
  };
  const open = (inode: Inode): OpenFile => ({
    async write(bytes) {
      inode.bytes = Buffer.concat([inode.bytes, bytes]);
      return bytes.length;
    },
    read: async () => inode.bytes,
    datasync: async () => undefined,
    async truncate(sizeBytes) {
      inode.bytes = inode.bytes.subarray(0, sizeBytes);
    },
    size: async () => inode.bytes.length,
    readAt: async (offset, lengthBytes) => inode.bytes.subarray(offset, offset + lengthBytes),
    identity: async () => inode.id,
    tryLock: () => true,
    close: async () => undefined,
  });
  return {
    read: async (path) => inodes.get(path)?.bytes ?? null,
    openAppend: async (path) => open(inodes.get(path) ?? create(path)),
    async rewrite(path, offset, bytes) {
      const inode = inodes.get(path) ?? create(path);
      const after = inode.bytes.subarray(offset + bytes.length);
      inode.bytes = Buffer.concat([inode.bytes.subarray(0, offset), bytes, after]);
    },
    async rename(from, to) {
      inodes.set(to, inodes.get(from) ?? create(from));
      inodes.delete(from);
    },
    async remove(path) {
      inodes.delete(path);
    },
    makeFolder: async () => undefined,
    syncFolder: async () => undefined,
    identify: async (path) => inodes.get(path)?.id ?? null,
    list: async (folder) =>
      [...inodes.keys()]
        .filter((path) => dirname(path) === folder)
        .map((path) => basename(path))
        .sort(),
  };
}
