import { inflateSync } from "node:zlib";

/** Far more than a page of text takes. */
const mostStreamBytes = 256 * 1024 * 1024;

/**
 * The objects of a PDF as Chromium writes it: with a plain table of their positions, and with no object packed together with others. Throws if the
 * file is written in another way.
 */
export class PdfObjects {
  readonly #pdf: Buffer;
  readonly #offsets: readonly number[];
  readonly #trailer: string;

  constructor(pdf: Buffer) {
    this.#pdf = pdf;
    const at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString("latin1", pdf.length - 64))?.[1]);
    const table = Number.isNaN(at) ? "" : pdf.toString("latin1", at);
    const head = /^xref\s+0 (\d+)\s+/.exec(table);
    if (head === null) throw new Error("the PDF has no plain cross-reference table");
    const first = head[0].length;
    this.#offsets = Array.from({ length: Number(head[1]) }, (_, id) =>
      Number(table.slice(first + id * entryBytes, first + id * entryBytes + 10)),
    );
    this.#trailer = table.slice(first + this.#offsets.length * entryBytes);
  }

  /** The pages, in their order. */
  pages(): number[] {
    const catalog = this.dictionary(one(this.#trailer, "Root"));
    return this.#pagesBelow(one(catalog, "Pages"));
  }

  #pagesBelow(id: number): number[] {
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(this.dictionary(id))?.[1];
    if (kids === undefined) return [id];
    return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => this.#pagesBelow(Number(kid)));
  }

  /** An object without its stream, as it is written. */
  dictionary(id: number): string {
    const { start, end } = this.#place(id);
    return this.#pdf.toString("latin1", start, end);
  }

  /** An object's stream, unpacked. */
  stream(id: number): string {
    const { end } = this.#place(id);
    const dictionary = this.dictionary(id);
    const bytes = Number(/\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1]);
    const start = this.#pdf.indexOf("\n", end) + 1;
    if (Number.isNaN(bytes) || start === 0) throw new Error(`object ${id} of the PDF has no stream`);
    const packed = this.#pdf.subarray(start, start + bytes);
    const raw = dictionary.includes("/FlateDecode")
      ? inflateSync(packed, { maxOutputLength: mostStreamBytes })
      : packed;
    return raw.toString("latin1");
  }

  #place(id: number): { start: number; end: number } {
    const start = this.#offsets[id] ?? -1;
    const head = `${id} 0 obj`;
    if (start < 0 || this.#pdf.toString("latin1", start, start + head.length) !== head)
      throw new Error(`object ${id} of the PDF is not where the cross-reference table says`);
    const ends = ["stream", "endobj"].map((word) => this.#pdf.indexOf(word, start)).filter((at) => at >= 0);
    return { start, end: Math.min(...ends) };
  }
}

const entryBytes = 20;

/** The object that a dictionary's entry names. */
export function one(dictionary: string, name: string): number {
  const found = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary);
  if (found === null) throw new Error(`the PDF has no ${name}`);
  return Number(found[1]);
}
