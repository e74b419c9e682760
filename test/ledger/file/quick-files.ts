import fs from "node:fs";
import type { Files, OpenFile } from "../../../src/shared/files/files.ts";

/**
 * Real files for tests that open thousands of ledgers: every call is done at once instead of through a pool of threads, nothing is
 * synced, and nobody else is there to hold a lock.
 */
export const quickFiles: Files = {
  async read(path) {
    return fs.existsSync(path) ? fs.readFileSync(path) : null;
  },
  async openAppend(path) {
    return wrap(fs.openSync(path, "a+", 0o600));
  },
  async openNew(path) {
    return wrap(fs.openSync(path, "wx", 0o600));
  },
  async rewrite(path, offset, bytes) {
    const descriptor = fs.openSync(path, "r+");
    fs.writeSync(descriptor, bytes, 0, bytes.length, offset);
    fs.closeSync(descriptor);
  },
  async rename(from, to) {
    fs.renameSync(from, to);
  },
  async remove(path) {
    fs.rmSync(path, { force: true });
  },
  async makeFolder(path) {
    fs.mkdirSync(path, { recursive: true });
  },
  async syncFolder() {},
  async identify(path) {
    const stats = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
  },
  async list(path) {
    return fs.readdirSync(path).sort();
  },
};

function wrap(descriptor: number): OpenFile {
  const size = (): number => fs.fstatSync(descriptor).size;
  return {
    async write(bytes) {
      return fs.writeSync(descriptor, bytes);
    },
    async read() {
      const bytes = Buffer.alloc(size());
      fs.readSync(descriptor, bytes, 0, bytes.length, 0);
      return bytes;
    },
    async datasync() {},
    async truncate(sizeBytes) {
      fs.ftruncateSync(descriptor, sizeBytes);
    },
    async size() {
      return size();
    },
    async readAt(offset, lengthBytes) {
      const bytes = Buffer.alloc(lengthBytes);
      return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, lengthBytes, offset));
    },
    async identity() {
      const { dev, ino } = fs.fstatSync(descriptor, { bigint: true });
      return `${dev}:${ino}`;
    },
    tryLock: () => true,
    async close() {
      fs.closeSync(descriptor);
    },
  };
}
