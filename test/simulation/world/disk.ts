import { dirname } from "node:path";
import type { Chance } from "../chance.ts";

/** The size that a disk writes atomically. */
const sectorBytes = 512;

/** A file's bytes in the cache, where programs see them, and on the platter. */
export class Inode {
  /** Unique on the disk. */
  readonly identity: string;
  size = 0;
  durableSize = 0;
  /** Whether a sync reported success without writing. */
  liedTo = false;
  /** The descriptor that holds the file's lock. */
  lockedBy: object | null = null;
  #cache: Buffer = Buffer.alloc(0);
  #durable: Buffer = Buffer.alloc(0);
  readonly #dirty = new Set<number>();

  constructor(number: number) {
    this.identity = `disk:${number}`;
  }

  read(): Buffer {
    return Buffer.from(this.#cache.subarray(0, this.size));
  }

  /** Replaces the bytes in cache and platter, like a user who copies a file. */
  put(bytes: Uint8Array): void {
    this.#cache = Buffer.from(bytes);
    this.#durable = Buffer.from(bytes);
    this.size = bytes.length;
    this.durableSize = bytes.length;
    this.#dirty.clear();
  }

  write(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.length;
    this.#cache = grown(this.#cache, end);
    this.#cache.set(bytes, offset);
    this.size = Math.max(this.size, end);
    for (let sector = Math.floor(offset / sectorBytes); sector * sectorBytes < end; sector++) {
      this.#dirty.add(sector);
    }
  }

  truncate(size: number): void {
    this.#cache.fill(0, size);
    this.size = size;
  }

  sync(): void {
    for (const sector of this.#dirty) this.#settle(sector);
    this.#dirty.clear();
    // Truncation also discards the sectors beyond it.
    this.#durable.fill(0, this.size);
    this.durableSize = this.size;
  }

  /** A failing sync: some sectors reach the platter, and the rest is never written, although the cache still shows it. */
  failSync(chance: Chance): void {
    for (const sector of this.#dirty) if (chance.hits(0.5)) this.#settle(sector);
    this.#dirty.clear();
  }

  /** A power cut: keeps some of the sectors that were not synced, and one of the intermediate sizes. */
  powerCut(chance: Chance): void {
    const size = this.size === this.durableSize ? this.size : this.#sizeLeft(chance);
    for (const sector of this.#dirty) if (chance.hits(0.5)) this.#settle(sector);
    this.#durable = grown(this.#durable, size);
    this.put(this.#durable.subarray(0, size));
    this.liedTo = false;
  }

  /** The bytes that would survive any power cut. */
  durable(): Buffer {
    this.#durable = grown(this.#durable, this.durableSize);
    return this.#durable.subarray(0, this.durableSize);
  }

  /** A bit flip. */
  rot(position: number, bit: number): void {
    this.#cache[position] = (this.#cache[position] ?? 0) ^ (1 << bit);
    this.#durable = grown(this.#durable, this.size);
    this.#durable[position] = (this.#durable[position] ?? 0) ^ (1 << bit);
  }

  #settle(sector: number): void {
    const start = sector * sectorBytes;
    const end = Math.min(start + sectorBytes, this.#cache.length);
    this.#durable = grown(this.#durable, end);
    this.#cache.copy(this.#durable, start, start, end);
  }

  #sizeLeft(chance: Chance): number {
    const boundary = chance.between(0, Math.ceil(this.size / sectorBytes)) * sectorBytes;
    const between = Math.min(Math.max(boundary, this.durableSize), this.size);
    return chance.pick([this.durableSize, this.size, this.size < this.durableSize ? this.size : between]);
  }
}

// Spare capacity, so that appends don't copy the whole file. It reads as zeros.
function grown(bytes: Buffer, size: number): Buffer {
  if (bytes.length >= size) return bytes;
  const larger = Buffer.alloc(Math.max(size, bytes.length * 2, 2048));
  bytes.copy(larger);
  return larger;
}

type NameChange = (names: Map<string, Inode>) => void;

/** A disk under a page cache: bytes and names that were not synced may be lost at a power cut. */
export class SimDisk {
  readonly chance: Chance;
  #inodes = 0;
  #live = new Map<string, Inode>();
  #durable = new Map<string, Inode>();
  /** Changes of names that were not synced yet, in order. */
  readonly #journal = new Map<string, NameChange[]>();

  constructor(chance: Chance) {
    this.chance = chance;
  }

  at(path: string): Inode | undefined {
    return this.#live.get(path);
  }

  create(path: string): Inode {
    const inode = new Inode(++this.#inodes);
    this.#change(path, (names) => void names.set(path, inode));
    return inode;
  }

  rename(from: string, to: string): void {
    const inode = this.#live.get(from);
    if (inode === undefined) throw new Error(`no file to rename: ${from}`);
    this.#change(to, (names) => {
      names.delete(from);
      names.set(to, inode);
    });
  }

  remove(path: string): void {
    if (this.#live.has(path)) this.#change(path, (names) => void names.delete(path));
  }

  list(folder: string): string[] {
    return [...this.#live.keys()].filter((path) => dirname(path) === folder).sort();
  }

  syncFolder(folder: string): void {
    for (const change of this.#journal.get(folder) ?? []) change(this.#durable);
    this.#journal.delete(folder);
  }

  /** Whether a name would survive any power cut and still lead to its current file. */
  isNamed(path: string): boolean {
    return this.#durable.get(path) === this.#live.get(path);
  }

  /** Writes a file durably. */
  put(path: string, bytes: Uint8Array): void {
    (this.at(path) ?? this.create(path)).put(bytes);
    this.syncFolder(dirname(path));
  }

  /** Moves every file below a folder durably, replacing existing ones. */
  moveFolder(from: string, to: string): void {
    for (const [path, inode] of [...this.#live]) {
      if (!path.startsWith(`${from}/`)) continue;
      this.lead(path, null);
      this.lead(to + path.slice(from.length), inode);
    }
  }

  /** Makes a name lead to a file, or to none, durably. */
  lead(path: string, inode: Inode | null): void {
    this.#change(path, (names) => void (inode === null ? names.delete(path) : names.set(path, inode)));
    this.syncFolder(dirname(path));
  }

  powerCut(): void {
    for (const changes of this.#journal.values()) {
      for (const change of changes.slice(0, this.chance.between(0, changes.length))) change(this.#durable);
    }
    this.#journal.clear();
    this.#live = new Map(this.#durable);
    for (const inode of this.#live.values()) inode.powerCut(this.chance);
  }

  #change(path: string, change: NameChange): void {
    change(this.#live);
    const folder = dirname(path);
    const changes = this.#journal.get(folder);
    if (changes === undefined) this.#journal.set(folder, [change]);
    else changes.push(change);
  }
}
