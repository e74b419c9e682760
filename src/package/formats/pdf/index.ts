import { pdfOfKeys, pdfOfReader } from "../../pdf/pdf-paths.ts";
import { type Format, lessonFiles } from "../format.ts";

/** What is printed by a program, if there is one (`pdf/print-pdfs.ts`): here are only its words. */
export const pdf: Format = {
  id: "pdf",
  entries: () => [],
  describe: (volume) => [
    lessonFiles(volume, (name) => `print/${name}.pdf`, { kind: "printPdf", group: "paper" }),
    {
      kind: "readerPdf",
      group: "paper",
      soundFormat: null,
      links: [{ path: pdfOfReader(volume), lesson: null }],
    },
    {
      kind: "keysPdf",
      group: "teacher",
      soundFormat: null,
      links: [{ path: pdfOfKeys(volume), lesson: null }],
    },
  ],
};
