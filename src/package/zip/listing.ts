import { createHash } from "node:crypto";
import { sha256Aside } from "../../shared/hash.ts";
import type { ListedFile } from "../front/manifest.ts";
import type { PackageEntry } from "./entry.ts";
import type { ZipFile } from "./zip.ts";

// Files that come after the manifest must be made before it, to be listed in it. Up to this size they are kept until they are written;
// beyond it they are made twice, so that memory does not grow with the package.
const mostKeptBytes = 32 * 1024 * 1024;

/** The files of a package, measured as they are made, so that most can be written and listed without being made twice. */
export class Listing {
  /** The files to write, in the given order. Each is read once. */
  readonly files: readonly ZipFile[];
  readonly #entries: readonly PackageEntry[];
  readonly #listed = new Map<string, ListedFile>();
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;

  constructor(entries: readonly PackageEntry[]) {
    this.#entries = entries;
    for (const { path, known } of entries) if (known !== null) this.#listed.set(path, { path, ...known });
    this.files = entries.map((entry) => this.#fileOf(entry));
  }

  /** Every file, in the given order. Makes those that were not written yet. */
  async list(): Promise<ListedFile[]> {
    const files: ListedFile[] = [];
    for (const entry of this.#entries) files.push(this.#listed.get(entry.path) ?? (await this.#make(entry)));
    return files;
  }

  #fileOf(entry: PackageEntry): ZipFile {
    const { path, known, pieces } = entry;
    if (known !== null) return entry;
    if (pieces !== undefined) return { path, read: entry.read, pieces: () => this.#measured(path, pieces()) };
    const read: ZipFile["read"] = async (pool) =>
      this.#take(path) ?? (await this.#measure(path, await entry.read(pool)));
    return { path, read };
  }

  #take(path: string): Buffer | undefined {
    const made = this.#kept.get(path);
    this.#kept.delete(path);
    return made;
  }

  async #measure(path: string, made: Buffer): Promise<Buffer> {
    this.#listed.set(path, { path, bytes: made.length, sha256: await sha256Aside(made) });
    return made;
  }

  async *#measured(path: string, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    this.#listed.set(path, { path, bytes, sha256: hash.digest("hex") });
  }

  async #make({ path, pieces, read }: PackageEntry): Promise<ListedFile> {
    if (pieces !== undefined) {
      for await (const _ of this.#measured(path, pieces()));
    } else {
      const made = await this.#measure(path, await read());
      if (this.#keptBytes + made.length <= mostKeptBytes) {
        this.#keptBytes += made.length;
        this.#kept.set(path, made);
      }
    }
    return this.#listed.get(path) as ListedFile;
  }
}
