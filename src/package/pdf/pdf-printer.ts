/** Prints pages as PDF. The command line has one that uses Chromium. */
export interface PdfPrinter {
  /** The program that prints, such as `Chrome/156.0.8078.79`. */
  readonly version: string;
  /** A whole HTML document as a tagged PDF, on the paper of its own page rules. Its scripts don't run, and it loads nothing. */
  print(html: string): Promise<Buffer>;
  /** Ends the program and removes what it wrote. */
  close(): Promise<void>;
}

/** Starts a printer. Rejects with the reason if it doesn't start. */
export type OpenPrinter = () => Promise<PdfPrinter>;
