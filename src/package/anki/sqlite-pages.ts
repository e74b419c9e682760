import { varint } from "./sqlite-record.ts";

/** A B-tree to be laid out: entries in ascending order. The key is a table's row id; an index has its keys in the payload. */
export interface Tree {
  readonly kind: "table" | "index";
  readonly entries: readonly { readonly key: Buffer; readonly payload: Buffer }[];
}

interface Cell {
  /** As a leaf holds it. */
  readonly leaf: Buffer;
  /** As an interior page holds it, after the number of the page below it. */
  readonly interior: Buffer;
}

/** The pages of one level of a tree, and what parts each from the next. */
interface Level {
  readonly pages: readonly number[];
  readonly partings: readonly Buffer[];
}

const pageBytes = 4096;
const fileHeaderBytes = 100;
const kinds = { table: { leaf: 13, interior: 5 }, index: { leaf: 10, interior: 2 } } as const;

/** The pages of a SQLite file, as its published format says. They are numbered from 1. */
export class Pages {
  readonly #pages: Buffer[] = [];

  /** Keeps a place for a page that is filled later. */
  reserve(): number {
    return this.#pages.push(Buffer.alloc(pageBytes));
  }

  /** Lays a tree out; the number of its root. */
  add(tree: Tree): number {
    const cells = tree.entries.map((entry) => this.#cell(tree, entry));
    let level = this.#leaves(tree, cells);
    while (level.pages.length > 1) level = this.#above(tree, level);
    return level.pages[0] ?? 0;
  }

  /** Puts a tree that fits on one page onto a reserved one. */
  put(page: number, tree: Tree): void {
    const cells = tree.entries.map((entry) => this.#cell(tree, entry).leaf);
    this.#fill(page, { type: kinds[tree.kind].leaf, cells, right: null });
  }

  file(): Buffer {
    const file = Buffer.concat(this.#pages);
    fileHeader(this.#pages.length).copy(file);
    return file;
  }

  #cell({ kind }: Tree, { key, payload }: Tree["entries"][number]): Cell {
    const most = kind === "table" ? pageBytes - 35 : Math.floor(((pageBytes - 12) * 64) / 255) - 23;
    const size = varint(payload.length);
    if (payload.length > most && kind === "index")
      throw new Error("an index entry is longer than is known here");
    const kept = payload.length > most ? this.#spill(payload) : payload;
    return {
      leaf: Buffer.concat([size, key, kept]),
      interior: kind === "table" ? key : Buffer.concat([size, kept]),
    };
  }

  /** What a leaf keeps of a long payload, with the number of the first page of the rest. */
  #spill(payload: Buffer): Buffer {
    const room = pageBytes - 4;
    const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
    const fitting = least + ((payload.length - least) % room);
    const kept = fitting <= pageBytes - 35 ? fitting : least;
    const rests: Buffer[] = [];
    for (let at = kept; at < payload.length; at += room) rests.push(payload.subarray(at, at + room));
    const numbers = rests.map(() => this.reserve());
    for (const [index, rest] of rests.entries()) {
      const page = this.#page(numbers[index] ?? 0);
      page.writeUInt32BE(numbers[index + 1] ?? 0);
      rest.copy(page, 4);
    }
    const next = Buffer.alloc(4);
    next.writeUInt32BE(numbers[0] ?? 0);
    return Buffer.concat([payload.subarray(0, kept), next]);
  }

  #leaves(tree: Tree, cells: readonly Cell[]): Level {
    const type = kinds[tree.kind].leaf;
    const groups = grouped(cells, { room: pageBytes - 8, sizeOf: ({ leaf }) => leaf.length + 2 });
    const partings: Buffer[] = [];
    const pages = groups.map((group, index) => {
      const last = group.at(-1);
      const parted = index < groups.length - 1 && last !== undefined;
      if (parted) partings.push(last.interior);
      // In an index the entry that parts two pages is on neither of them.
      const kept = parted && tree.kind === "index" ? group.slice(0, -1) : group;
      return this.#fill(this.reserve(), { type, cells: kept.map(({ leaf }) => leaf), right: null });
    });
    return { pages, partings };
  }

  #above(tree: Tree, { pages, partings }: Level): Level {
    const children = pages.map((page, index) => ({ page, parting: partings[index] ?? Buffer.alloc(0) }));
    const groups = grouped(children, { room: pageBytes - 12, sizeOf: ({ parting }) => parting.length + 6 });
    // An interior page needs two pages below it.
    const [last, before] = [groups.at(-1), groups.at(-2)];
    if (last?.length === 1 && before !== undefined) last.unshift(...before.splice(-1));
    const rising: Buffer[] = [];
    const numbers = groups.map((group, index) => {
      const end = group.at(-1);
      if (end !== undefined && index < groups.length - 1) rising.push(end.parting);
      const cells = group.slice(0, -1).map(({ page, parting }) => Buffer.concat([pointer(page), parting]));
      const type = kinds[tree.kind].interior;
      return this.#fill(this.reserve(), { type, cells, right: end?.page ?? 0 });
    });
    return { pages: numbers, partings: rising };
  }

  #fill(number: number, what: { type: number; cells: readonly Buffer[]; right: number | null }): number {
    const page = this.#page(number);
    const start = number === 1 ? fileHeaderBytes : 0;
    const pointers = start + (what.right === null ? 8 : 12);
    let end = pageBytes;
    for (const [index, cell] of what.cells.entries()) {
      end -= cell.length;
      if (end < pointers + what.cells.length * 2) throw new Error("a page of the database is too full");
      cell.copy(page, end);
      page.writeUInt16BE(end, pointers + index * 2);
    }
    page.writeUInt8(what.type, start);
    page.writeUInt16BE(what.cells.length, start + 3);
    page.writeUInt16BE(end, start + 5);
    if (what.right !== null) page.writeUInt32BE(what.right, start + 8);
    return number;
  }

  #page(number: number): Buffer {
    const page = this.#pages[number - 1];
    if (page === undefined) throw new Error(`no page ${number}`);
    return page;
  }
}

function pointer(page: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(page);
  return bytes;
}

/** Divides a list into pages, in order. */
function grouped<Item>(
  items: readonly Item[],
  { room, sizeOf }: { room: number; sizeOf: (item: Item) => number },
): Item[][] {
  const groups: Item[][] = [[]];
  let left = room;
  for (const item of items) {
    const size = sizeOf(item);
    if (size > left) {
      groups.push([]);
      left = room;
    }
    groups.at(-1)?.push(item);
    left -= size;
  }
  return groups;
}

function fileHeader(pages: number): Buffer {
  const header = Buffer.alloc(fileHeaderBytes);
  header.write("SQLite format 3\0", "latin1");
  header.writeUInt16BE(pageBytes, 16);
  // Read and written without a log beside the file; the three payload fractions are fixed by the format.
  header.set([1, 1, 0, 64, 32, 32], 18);
  header.writeUInt32BE(1, 24);
  header.writeUInt32BE(pages, 28);
  header.writeUInt32BE(1, 40);
  header.writeUInt32BE(4, 44);
  // UTF-8.
  header.writeUInt32BE(1, 56);
  header.writeUInt32BE(1, 92);
  // The version of SQLite whose format this is: any of version 3 reads it.
  header.writeUInt32BE(3_040_001, 96);
  return header;
}
