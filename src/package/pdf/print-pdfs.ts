import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { closing } from "../../shared/closing.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../shared/files/make-folder.ts";
import { createFile, openStream } from "../../shared/files/open-file.ts";
import { type Contents, type Volume, viewOf } from "../contents/contents.ts";
import { releaseSeconds } from "../contents/release.ts";
import { type FormatEntry, listed } from "../formats/format.ts";
import { type PrintedPage, printedPages } from "../formats/print/index.ts";
import {
  gutterTable,
  innerMargin,
  type Paged,
  spinePaper,
  spineWidths,
  trims,
} from "../formats/print/reader-page.ts";
import type { PackageProblem } from "../package-problem.ts";
import { boxFinder, type Printed } from "./find-boxes.ts";

/** Prints pages as PDF. The command line has a printer that uses Chromium. */
export interface PdfPrinter {
  /** The program that prints, such as `Chrome/156.0.8078.79`. */
  readonly version: string;
  /** A whole HTML document as a tagged PDF, on the paper of its own page rules. Its scripts don't run, and it loads nothing. */
  print(html: string): Promise<Buffer>;
  /** Ends the program and removes what it wrote. */
  close(): Promise<void>;
}

/** Starts a printer. Rejects with the reason if the printer doesn't start. */
export type OpenPrinter = () => Promise<PdfPrinter>;

/** The PDF files of a package, printed before anything else, so that the package's lists name only files that exist. */
export interface PrintedPdfs {
  readonly entries: readonly FormatEntry[];
  /** The pages of each volume's reader. */
  readonly readers: ReadonlyMap<Volume, number>;
  /** The program that printed them; null if none did. */
  readonly printer: string | null;
  /** What could not be printed; null: nothing. */
  readonly problem: Extract<PackageProblem, { code: "pdf_left_out" }> | null;
  /** Boxes in place of characters in what was printed. */
  readonly boxes: ReturnType<typeof boxFinder>["found"];
  /** The pages whose PDF has Type 3 fonts for a script that has fonts in outlines. */
  readonly drawn: readonly PrintedPage[];
  /** Removes the files from the disk, once the package is written or given up. */
  remove(): Promise<void>;
}

const nothing: PrintedPdfs = {
  entries: [],
  readers: new Map(),
  printer: null,
  problem: null,
  boxes: { files: [], unread: [] },
  drawn: [],
  remove: async () => undefined,
};

/**
 * Prints a package's PDF files, if its formats include them, one after the other into a temporary folder. Never rejects because of the printer: if a
 * page fails to print, its file and all later ones are left out, and the result names them. `open` is null if there is no printer. If `signal` aborts,
 * rejects with its reason.
 */
export async function printPdfs(
  contents: Contents,
  open: OpenPrinter | null,
  signal: AbortSignal | null,
): Promise<PrintedPdfs> {
  if (!contents.course.formats.includes("pdf")) return nothing;
  const pages = contents.volumes.flatMap((volume) => printedPages(viewOf(volume, contents)));
  const leftOut = (from: number, why: "no_printer" | "printer_failed", detail: string) => ({
    code: "pdf_left_out" as const,
    why,
    detail,
    files: pages.slice(from).map(pdfPath),
  });
  if (open === null) return { ...nothing, problem: leftOut(0, "no_printer", "") };
  // Before the printer starts: a full disk must not leave one running.
  const folder = await makeTemporaryFolder("pdf");
  const remove = () => removeTemporaryFolder(folder);
  let printer: PdfPrinter;
  try {
    printer = await open();
  } catch (error) {
    await remove();
    signal?.throwIfAborted();
    return { ...nothing, problem: leftOut(0, "printer_failed", String(error)) };
  }
  const entries: FormatEntry[] = [];
  const readers = new Map<Volume, number>();
  const boxes = boxFinder(printer);
  const drawn: PrintedPage[] = [];
  let problem: PrintedPdfs["problem"] = null;
  await closing(printer, async () => {
    try {
      for (const page of pages) {
        const printed = await printPage(page, printer).catch((error: unknown) => String(error));
        // Whoever stops the work may stop the printer, too: what it says then is no failure.
        signal?.throwIfAborted();
        if (typeof printed === "string") {
          problem = leftOut(entries.length, "printer_failed", printed);
          break;
        }
        await boxes.look(pdfPath(page), page.lessons, printed);
        signal?.throwIfAborted();
        if (printed.pdf.includes("/Type3") && fontsFor([page]).length > 0) drawn.push(page);
        const bytes = inOurName(printed.pdf, releaseSeconds(contents.course));
        if (page.kind === "printReader") readers.set(page.view.volume, pagedIn(bytes).pages);
        entries.push(await kept(page, bytes, join(folder, `${entries.length}.pdf`)));
      }
    } catch (error) {
      await remove();
      throw error;
    }
  });
  return { entries, readers, printer: printer.version, problem, boxes: boxes.found, drawn, remove };
}

/** How often a page is printed at most: once more for what its PDF says of it, and again if that moves its pages. */
const mostPrints = 3;

async function printPage(page: PrintedPage, printer: PdfPrinter): Promise<Printed> {
  let [html, again]: [string, string | null] = ["", page.html()];
  let pdf: Buffer = Buffer.alloc(0);
  for (let print = 0; print < mostPrints && again !== null && again !== html; print += 1) {
    html = again;
    pdf = await printer.print(html);
    again = page.again(pagedIn(pdf));
  }
  return { html, pdf };
}

function pdfPath({ path }: Pick<PrintedPage, "path">): string {
  return path.replace(/html$/, "pdf");
}

const pdfKinds = { printReader: "readerPdf", print: "printPdf", keys: "keysPdf" } as const;

async function kept(page: PrintedPage, bytes: Buffer, file: string): Promise<FormatEntry> {
  await createFile(file, bytes);
  const entry = { path: pdfPath(page), read: async () => buffer(await openStream(file)) };
  return listed(pdfKinds[page.kind], entry, page.view);
}

/** How many pages a PDF has, and on which each of its anchors is, as Chromium writes it: an object, not compressed, for each page. */
function pagedIn(pdf: Buffer): Paged {
  const text = pdf.toString("latin1");
  const pages = [...text.matchAll(/^(\d+) 0 obj\s*<<\s*\/Type\s*\/Page\b/gm)].map(([, id]) => id);
  const anchors = text.matchAll(/^(?:<<)?\/([\w-]+) \[(\d+) 0 R \/XYZ/gm);
  return {
    pages: pages.length,
    startOf: new Map([...anchors].map(([, name = "", id]) => [name, pages.indexOf(id) + 1])),
  };
}

/** The same PDF with our name in place of the browser's, where it has room, and another date in place of the clock's. What replaces them is as long. */
function inOurName(pdf: Buffer, seconds: number): Buffer {
  const date = new Date(seconds * 1_000).toISOString().replace(/[-:T]/g, "").slice(0, 14);
  const written = pdf.toString("latin1");
  const made = Buffer.from(pdf);
  for (const { index, 0: found } of written.matchAll(/\/(?:CreationDate|ModDate) \(D:\d{14}(?=[+Z-])/g))
    made.write(date, index + found.length - 14, "latin1");
  for (const { index, 0: found } of written.matchAll(
    /^(?:<<)?\/(?:Creator|Producer) \((?:\\[\s\S]|[^\\)])*\)/gm,
  )) {
    const name = `${found.slice(0, found.indexOf("("))}(Coursebinder)`;
    if (name.length <= found.length) made.write(name.padEnd(found.length), index, "latin1");
  }
  return made;
}

/** What the manifest says about PDF files: who printed them, what a print shop asks about each reader, and what is missing. Null without any. */
export function pdfFacts(
  { course }: Contents,
  { entries, readers, printer, problem, boxes }: PrintedPdfs,
): { readonly paths: ReadonlySet<string>; readonly facts: object } | null {
  if (printer === null && problem === null) return null;
  const { widthMm, heightMm } = trims[course.trim];
  const books = [...readers].map(([volume, pages]) => ({
    path: `${volume.folder}/print/${volume.folder}.pdf`,
    pages,
    trim: { name: course.trim, widthMm: tenth(widthMm), heightMm: tenth(heightMm) },
    innerMarginMm: innerMargin(pages),
    spineMm: spineWidths(pages),
  }));
  const facts = {
    printedBy: printer,
    fonts: "embedded: the fonts that the printing machine has for each script",
    innerMarginBy: gutterTable,
    spinePaper,
    readers: books,
    leftOut: problem === null ? [] : problem.files,
    boxed: boxes.files,
    unread: boxes.unread,
  };
  return { paths: new Set(entries.map(({ path }) => path)), facts };
}

function tenth(mm: number): number {
  return Math.round(mm * 10) / 10;
}

/** Debian's packages with outlines for scripts that Chromium draws otherwise, by ISO 15924. The style sheets ask for them first (print-fonts.css). */
const outlines: Readonly<Record<string, string>> = {
  Hans: "fonts-arphic-uming",
  Hant: "fonts-arphic-uming",
  Jpan: "fonts-ipaexfont-mincho",
  Kore: "fonts-nanum",
};

function fontsFor(pages: readonly PrintedPage[]): string[] {
  const scripts = pages.flatMap(({ lessons }) => lessons.map(({ direction }) => direction.script));
  return [...new Set(scripts.flatMap((script) => outlines[script] ?? []))];
}

/** The problems to report about the PDF files: files that are missing, lack characters, are refused by print shops, or could not be checked. */
export function pdfWarnings({ problem, boxes, drawn }: PrintedPdfs): PackageProblem[] {
  const { files, unread } = boxes;
  return [
    ...(problem === null ? [] : [problem]),
    ...(files.length === 0 ? [] : [{ code: "pdf_characters_missing" as const, files }]),
    ...(drawn.length === 0
      ? []
      : [{ code: "pdf_fonts_drawn" as const, files: drawn.map(pdfPath), fonts: fontsFor(drawn) }]),
    ...(unread.length === 0 ? [] : [{ code: "pdf_not_checked" as const, files: unread }]),
  ];
}
