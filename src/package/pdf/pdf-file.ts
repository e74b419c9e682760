/** How many pages a PDF has, as Chromium writes it: one object, not compressed, for each page. */
export function countPages(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** The same PDF with another date of making, which is as long, in place of the clock's. */
export function dated(pdf: Buffer, seconds: number): Buffer {
  const date = new Date(seconds * 1_000).toISOString().replace(/[-:T]/g, "").slice(0, 14);
  const made = Buffer.from(pdf);
  for (const { index, 0: found } of pdf
    .toString("latin1")
    .matchAll(/\/(?:CreationDate|ModDate) \(D:\d{14}(?=[+Z-])/g)) {
    made.write(date, index + found.length - 14, "latin1");
  }
  return made;
}
