import type { Files, OpenFile } from "../../../src/shared/files/files.ts";
import type { Chance } from "../chance.ts";
import type { Inode, SimDisk } from "./disk.ts";
import type { Kernel, SimProcess } from "./kernel.ts";

/** The rates of disk faults, as shares of its operations. */
export interface DiskFaults {
  readonly readError: number;
  readonly writeError: number;
  /** The disk fills up during a write, and stays full for a while. */
  readonly full: number;
  readonly syncError: number;
  /** A sync that reports success and writes nothing. */
  readonly syncLie: number;
  readonly folderSyncError: number;
  readonly nameError: number;
}

export const soundDisk: DiskFaults = {
  readError: 0,
  writeError: 0,
  full: 0,
  syncError: 0,
  syncLie: 0,
  folderSyncError: 0,
  nameError: 0,
};

/** The current faults of the disk. */
export interface DiskHealth {
  faults: DiskFaults;
  /** The number of writes for which the disk stays full. */
  fullFor: number;
  /** A folder on another disk without faults; null if there is none. */
  soundFolder: string | null;
}

interface Descriptor {
  readonly process: SimProcess;
  readonly inode: Inode;
  readonly path: string;
  isOpen: boolean;
}

/** A process's access to the simulated disk: calls can fail, and have no effect after the process has ended. */
export class ProcessFiles implements Files {
  readonly #disk: SimDisk;
  readonly #health: DiskHealth;
  readonly #kernel: Kernel;
  readonly #process: SimProcess;
  readonly #chance: Chance;

  constructor(parts: { disk: SimDisk; health: DiskHealth; kernel: Kernel }, process: SimProcess) {
    this.#disk = parts.disk;
    this.#health = parts.health;
    this.#kernel = parts.kernel;
    this.#process = process;
    this.#chance = parts.kernel.chance;
  }

  read(path: string): Promise<Buffer | null> {
    return this.#call("read", path, () => this.#disk.at(path)?.read() ?? null, "readError");
  }

  openAppend(path: string): Promise<OpenFile> {
    const open = (): OpenFile => {
      const there = this.#disk.at(path);
      if (there === undefined && this.#isFull(path) && this.#chance.hits(0.5))
        throw this.#noSpace("open", path);
      return this.#open(path, there ?? this.#disk.create(path));
    };
    return this.#call("open", path, open, "nameError");
  }

  rewrite(path: string, offset: number, bytes: Uint8Array): Promise<void> {
    return this.#call("rewrite", path, () => {
      const inode = this.#disk.at(path);
      if (inode === undefined) throw systemError("ENOENT", "open", path);
      this.#mayFail("writeError", "write", path);
      inode.write(offset, bytes);
      this.#sync(inode, path);
    });
  }

  rename(from: string, to: string): Promise<void> {
    const rename = (): void => {
      // The folder may have been moved in the meantime.
      if (this.#disk.at(from) === undefined) throw systemError("ENOENT", "rename", from);
      this.#disk.rename(from, to);
    };
    return this.#call("rename", to, rename, "nameError");
  }

  remove(path: string): Promise<void> {
    return this.#call("remove", path, () => this.#disk.remove(path));
  }

  makeFolder(path: string): Promise<void> {
    return this.#call("mkdir", path, () => undefined, "nameError");
  }

  syncFolder(path: string): Promise<void> {
    return this.#call("sync folder", path, () => this.#disk.syncFolder(path), "folderSyncError");
  }

  identify(path: string): Promise<string | null> {
    return this.#call("identify", path, () => this.#disk.at(path)?.identity ?? null, "readError");
  }

  list(path: string): Promise<string[]> {
    return this.#call("list", path, () => this.#disk.list(path).map((name) => name.slice(path.length + 1)));
  }

  #open(path: string, inode: Inode): OpenFile {
    const descriptor: Descriptor = { process: this.#process, inode, path, isOpen: true };
    const readAt = (offset: number, end: number): Buffer => inode.read().subarray(offset, end);
    return {
      write: (bytes) => this.#call("write", path, () => this.#write(descriptor, bytes)),
      read: () => this.#call("read", path, () => inode.read(), "readError"),
      datasync: () => this.#call("datasync", path, () => this.#sync(inode, path)),
      truncate: (sizeBytes) => this.#call("truncate", path, () => inode.truncate(sizeBytes)),
      size: () => this.#call("size", path, () => inode.size),
      readAt: (offset, lengthBytes) =>
        this.#call("read", path, () => readAt(offset, offset + lengthBytes), "readError"),
      identity: () => this.#call("identity", path, () => inode.identity),
      tryLock: () => tryLock(descriptor),
      close: () =>
        this.#call("close", path, () => {
          descriptor.isOpen = false;
          if (inode.lockedBy === descriptor) inode.lockedBy = null;
        }),
    };
  }

  #write({ inode, path }: Descriptor, bytes: Uint8Array): number {
    if (this.#isFull(path)) throw this.#noSpace("write", path);
    if (this.#strikes("full", path)) {
      this.#health.fullFor = this.#chance.between(1, 12);
      const fits = this.#part(bytes.length);
      inode.write(inode.size, bytes.subarray(0, fits));
      this.#kernel.trace?.(`the disk is full after ${fits} of ${bytes.length} bytes`);
      return fits;
    }
    if (this.#strikes("writeError", path)) {
      inode.write(inode.size, bytes.subarray(0, this.#part(bytes.length)));
      this.#kernel.trace?.("the write fails in its middle");
      throw systemError("EIO", "write", path);
    }
    inode.write(inode.size, bytes);
    return bytes.length;
  }

  /** How much of a failing write is done: any part, and often all but the last byte. */
  #part(length: number): number {
    return this.#chance.pick([this.#chance.below(length), length - 1]);
  }

  #sync(inode: Inode, path: string): void {
    if (this.#strikes("syncError", path)) {
      inode.failSync(this.#chance);
      this.#kernel.trace?.(`the sync of ${path} fails`);
      throw systemError("EIO", "fdatasync", path);
    }
    if (this.#strikes("syncLie", path)) {
      this.#kernel.trace?.(`the sync of ${path} lies`);
      inode.liedTo = true;
    } else inode.sync();
  }

  #isFull(path: string): boolean {
    return this.#health.fullFor > 0 && !this.#isSound(path);
  }

  #strikes(fault: keyof DiskFaults, path: string): boolean {
    return !this.#isSound(path) && this.#chance.hits(this.#health.faults[fault]);
  }

  #isSound(path: string): boolean {
    const { soundFolder } = this.#health;
    return soundFolder !== null && path.startsWith(soundFolder);
  }

  #noSpace(operation: string, path: string): Error {
    this.#health.fullFor -= 1;
    return systemError("ENOSPC", operation, path);
  }

  #mayFail(fault: keyof DiskFaults, operation: string, path: string): void {
    if (!this.#strikes(fault, path)) return;
    this.#kernel.trace?.(`${operation} ${path} fails: EIO`);
    throw systemError("EIO", operation, path);
  }

  /** `fault`: what may prevent the effect. */
  #call<Result>(
    operation: string,
    path: string,
    effect: () => Result,
    fault?: keyof DiskFaults,
  ): Promise<Result> {
    return this.#kernel.fileCall(this.#process, () => {
      this.#kernel.trace?.(`${this.#process.name}: ${operation} ${path}`);
      if (fault !== undefined) this.#mayFail(fault, operation, path);
      return effect();
    });
  }
}

// The lock belongs to the descriptor: it ends with it and with its process, but a suspended process keeps it.
function tryLock(descriptor: Descriptor): boolean {
  const { inode } = descriptor;
  const holder = inode.lockedBy as Descriptor | null;
  if (holder?.isOpen && holder.process.alive && holder !== descriptor) return false;
  if (!descriptor.process.alive) return false;
  inode.lockedBy = descriptor;
  return true;
}

function systemError(code: string, syscall: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });
}
