import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Files, OpenFile } from "../../../src/shared/files/files.ts";

// What a disk writes whole or not at all.
const sectorBytes = 512;

interface DiskFile {
  /** What is on the platter. */
  durable: Buffer;
  /** Sectors that were written and wait for a sync. */
  readonly dirty: Set<number>;
  /** Where the file is now; null once it was removed. */
  path: string | null;
}

/**
 * Real files on a disk that loses, at a power cut, what was not synced: whole sectors, sizes, names. A sync that failed has forgotten
 * what it was to write, as file systems do: only what is written again is written at all.
 */
export class LossyDisk implements Files {
  readonly #inner: Files;
  readonly #live = new Map<string, DiskFile>();
  readonly #named = new Map<string, DiskFile>();
  readonly read: Files["read"];
  readonly list: Files["list"];
  readonly identify: Files["identify"];
  readonly makeFolder: Files["makeFolder"];

  constructor(inner: Files) {
    this.#inner = inner;
    this.read = (path) => inner.read(path);
    this.list = (path) => inner.list(path);
    this.identify = (path) => inner.identify(path);
    this.makeFolder = (path) => inner.makeFolder(path);
  }

  /** The same disk, reached through other files: the next process's. */
  through(inner: Files): LossyDisk {
    const disk = new LossyDisk(inner);
    for (const [path, file] of this.#live) disk.#live.set(path, file);
    for (const [path, file] of this.#named) disk.#named.set(path, file);
    return disk;
  }

  async openAppend(path: string): Promise<OpenFile> {
    return this.#wrap(await this.#inner.openAppend(path), this.#fileAt(path));
  }

  async openNew(path: string): Promise<OpenFile> {
    return this.#wrap(await this.#inner.openNew(path), this.#fileAt(path));
  }

  async rewrite(path: string, offset: number, bytes: Uint8Array): Promise<void> {
    const file = this.#fileAt(path);
    try {
      await this.#inner.rewrite(path, offset, bytes);
    } catch (error) {
      file.dirty.clear();
      throw error;
    }
    soil(file, offset, offset + bytes.length);
    await settle(file);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#inner.rename(from, to);
    const file = this.#fileAt(from);
    this.#forget(from);
    this.#forget(to);
    file.path = to;
    this.#live.set(to, file);
  }

  async remove(path: string): Promise<void> {
    await this.#inner.remove(path);
    this.#forget(path);
  }

  async syncFolder(path: string): Promise<void> {
    await this.#inner.syncFolder(path);
    for (const name of this.#named.keys()) if (dirname(name) === path) this.#named.delete(name);
    for (const [name, file] of this.#live) if (dirname(name) === path) this.#named.set(name, file);
  }

  /** What would surely survive a power cut; null where not even the name would. */
  durable(path: string): Buffer | null {
    return this.#named.get(path)?.durable ?? null;
  }

  /** Leaves in the real files what a power cut leaves. `keeps` says of each sector and size that was not synced whether it was lucky. */
  async powerCut(keeps: () => boolean): Promise<void> {
    const left = new Map<string, Buffer>();
    for (const [name, file] of this.#named) left.set(name, await afterPowerCut(file, keeps));
    for (const name of this.#live.keys()) await rm(name, { force: true });
    for (const [name, bytes] of left) await writeFile(name, bytes);
  }

  #fileAt(path: string): DiskFile {
    const known = this.#live.get(path);
    if (known !== undefined) return known;
    const file: DiskFile = { durable: Buffer.alloc(0), dirty: new Set(), path };
    this.#live.set(path, file);
    return file;
  }

  #forget(path: string): void {
    const file = this.#live.get(path);
    if (file !== undefined) file.path = null;
    this.#live.delete(path);
  }

  #wrap(open: OpenFile, file: DiskFile): OpenFile {
    return {
      ...open,
      async write(bytes) {
        // Not asked through the port: its operations are those of the program.
        const start = (await stat(file.path ?? "")).size;
        const written = await open.write(bytes);
        soil(file, start, start + written);
        return written;
      },
      async datasync() {
        try {
          await open.datasync();
        } catch (error) {
          file.dirty.clear();
          throw error;
        }
        await settle(file);
      },
    };
  }
}

function soil(file: DiskFile, start: number, end: number): void {
  for (let sector = Math.floor(start / sectorBytes); sector * sectorBytes < end; sector++) {
    file.dirty.add(sector);
  }
}

async function settle(file: DiskFile): Promise<void> {
  file.durable = await afterPowerCut(file, () => true);
  file.dirty.clear();
}

async function afterPowerCut({ path, durable, dirty }: DiskFile, keeps: () => boolean): Promise<Buffer> {
  if (path === null) return durable;
  const now = await readFile(path);
  // A sector that was lost inside the new size reads as it was, or as zeros where there was nothing.
  const left = Buffer.alloc(now.length === durable.length || keeps() ? now.length : durable.length);
  durable.copy(left);
  for (const sector of dirty) {
    const start = sector * sectorBytes;
    if (start < left.length && keeps()) now.copy(left, start, start, start + sectorBytes);
  }
  return left;
}
