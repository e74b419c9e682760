import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openPdfPrinter } from "../../../src/cli/chromium.ts";
import { describeProblem } from "../../../src/cli/problems/problems.ts";

import type { OpenPrinter } from "../../../src/package/pdf/print-pdfs.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { chromiumPath } from "../../chromium.ts";
import { newFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { tortureCourse } from "../courses.ts";
import { extract, unzip } from "../fixtures.ts";

// What people have, and what a server without a desktop can have.
const browsers = ["/usr/bin/chromium", chromiumPath];
/** Fonts for European scripts and Arabic, but not for Thai. */
const dejavu = "/usr/share/fonts/truetype/dejavu";
const popplerPath = "/usr/bin/pdfinfo";
const pdffonts = "/usr/bin/pdffonts";

async function bound(printer: OpenPrinter | null, languages = ["es", "ar", "th"]) {
  const folder = newFolder();
  const torture = tortureCourse(null, { formats: ["pdf"], paper: "letter", trim: "a5" });
  const lessons = torture.lessons.filter(({ lang }) => languages.includes(lang));
  const target = { path: join(folder, "package.zip"), files: realFiles, printer };
  const { warnings } = await writePackage({ ...torture, lessons }, target);
  const files = await unzip(await readFile(target.path));
  await extract(files, folder);
  const manifest = files.json("publisher/manifest.json");
  /** What a program of poppler says of a file. */
  const facts = (path: string, program = popplerPath): string =>
    execFileSync(program, [join(folder, path)], { encoding: "utf8" });
  return { files, warnings, manifest, facts };
}

const close = async (): Promise<void> => undefined;

const scripts = ["ur", "ja", "zh-hant", "bo", "my", "hi", "he-biblical"];

const arabic = ["ar-3/print/ar-3.pdf", "ar-3/print/lesson-01.pdf", "teacher/ar-3/keys.pdf"];

describe("PDF files", () => {
  test("are left out by name where nothing can print them, and the rest of the package is there", async () => {
    for (const printer of [null, () => Promise.reject(new Error("it does not start"))]) {
      const { warnings, manifest } = await bound(printer);
      const [problem] = warnings.filter(({ code }) => code === "pdf_left_out");
      if (problem === undefined) throw new Error("nothing was said");
      expect(problem).toMatchObject({ files: expect.arrayContaining(arabic) });
      expect(describeProblem(problem)).toContain("print/es-2.pdf");
      expect(manifest.pdf.leftOut).toEqual(expect.arrayContaining(arabic));
      expect(manifest.files.map(({ path }: { path: string }) => path)).not.toContain(arabic[0]);
    }
  });

  const hasTools = needTool("poppler-utils", popplerPath);
  test.each(browsers.filter((browser) => needTool("Chromium", browser) && hasTools))(
    "are tagged, on the plan's paper and page, with every font embedded, and marked as different on other machines, by %s",
    async (browser) => {
      const { files, warnings, manifest, facts } = await bound(() => openPdfPrinter(browser));
      expect(warnings).toEqual([]);
      for (const path of arabic) {
        expect(facts(path)).toMatch(/Tagged: +yes/);
        expect(facts(path)).toMatch(/JavaScript: +no/);
        expect(facts(path)).toMatch(/Creator: +(?:Coursebinder|Chromium)\nProducer: +Coursebinder\n/);
        const rows = facts(path, pdffonts).trim().split("\n").slice(2);
        expect(rows.length).toBeGreaterThan(1);
        // Columns: embedded, subset, and with its text.
        for (const row of rows) expect(row).toMatch(/ yes yes yes +\d+ +\d+$/);
      }
      expect(facts("ar-3/print/ar-3.pdf")).toMatch(/Page size: +420 x 594.96 pts/);
      expect(facts("ar-3/print/lesson-01.pdf")).toMatch(/Pages: +5\n[\s\S]*Page size: +612 x 792 pts/);
      expect(facts("teacher/ar-3/keys.pdf")).toMatch(/Pages: +1\n/);
      const listed = manifest.files.map(({ reproducible }: { reproducible?: boolean }) => reproducible);
      expect(listed.filter((one?: boolean) => one === false)).toHaveLength(10);
      const reader = manifest.pdf.readers.find(({ path }: { path: string }) => path === arabic[0]);
      expect(reader).toMatchObject({ trim: { name: "a5" }, innerMarginMm: 15 });
      expect(facts("ar-3/print/ar-3.pdf")).toMatch(new RegExp(`Pages: +${reader.pages}\n`));
      expect(files.text("START-HERE.html")).toContain(`href="${arabic[0]}"`);
    },
  );

  const hasFonts = needTool("fonts-dejavu-core", join(dejavu, "DejaVuSans.ttf"));
  test.each(browsers.filter((browser) => needTool("Chromium", browser) && hasFonts))(
    "with boxes are named with pages, lessons and characters where the machine has no font for these, and no others are: %s",
    async (browser) => {
      const fonts = join(newFolder(), "fonts.conf");
      await writeFile(
        fonts,
        `<fontconfig><dir>${dejavu}</dir><cachedir>${fonts}.cache</cachedir></fontconfig>`,
      );
      onTestFinished(() => void vi.unstubAllEnvs());
      vi.stubEnv("FONTCONFIG_FILE", fonts);
      const { warnings, manifest } = await bound(() => openPdfPrinter(browser));
      const [problem, ...others] = warnings;
      if (problem?.code !== "pdf_characters_missing" || others.length > 0) throw new Error("not said");
      expect(manifest.pdf).toMatchObject({ boxed: problem.files, unread: [] });
      expect(problem.files.map(({ path }) => path)).toEqual([
        "th-3/print/th-3.pdf",
        "th-3/print/lesson-01.pdf",
        "teacher/th-3/keys.pdf",
      ]);
      for (const { jobs, pages, characters } of problem.files) {
        expect(jobs).toEqual(["market.th.3"]);
        expect(pages).not.toEqual([]);
        expect(characters).toContainEqual({ character: "ช", codePoint: "U+0E0A" });
        for (const { character } of characters) expect(character).toMatch(/\p{Script=Thai}/u);
      }
      const message = describeProblem(problem);
      expect(message).toContain("ช (U+0E0A)");
      expect(message).toMatch(/th-3\/print\/lesson-01\.pdf, pages? 1.* \(market\.th\.3\)/);
    },
  );

  const hasNoto = [
    needTool("fonts-noto-core", "/usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf"),
    needTool("fonts-noto-cjk", "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc"),
  ].every(Boolean);
  test.each(browsers.slice(0, 1).filter((browser) => needTool("Chromium", browser) && hasNoto))(
    "give no false alarm in any script where the fonts are there: %s",
    async (browser) => {
      const { files, warnings, manifest, facts } = await bound(() => openPdfPrinter(browser), scripts);
      expect(manifest.pdf.readers).toHaveLength(scripts.length);
      expect(manifest.pdf).toMatchObject({ boxed: [], unread: [] });
      const drawn = files.paths.filter(
        (path) => /(?:ja|zh-hant)-.*\.pdf$/.test(path) && facts(path, pdffonts).includes(" Type 3 "),
      );
      const fonts = ["fonts-ipaexfont-mincho", "fonts-arphic-uming"];
      const said = drawn.length === 0 ? [] : [{ code: "pdf_fonts_drawn", files: drawn, fonts }];
      const found = warnings.filter(({ code }) => code.startsWith("pdf_"));
      expect(
        found.map((one) => (one.code === "pdf_fonts_drawn" ? { ...one, files: [...one.files].sort() } : one)),
      ).toEqual(said);
    },
  );

  test("that are written in an unknown way are named, because nobody has looked for boxes in them", async () => {
    const print = async () => Buffer.from("%PDF-9.0\n%%EOF\n");
    const { warnings } = await bound(async () => ({ version: "Other/1", print, close }));
    expect(warnings).toMatchObject([{ code: "pdf_not_checked", files: expect.arrayContaining(arabic) }]);
  });

  test("name in a reader's contents the pages on which its lessons begin, which its first printing shows", async () => {
    const pages: string[] = [];
    const print = async (page: string) => {
      pages.push(page);
      return Buffer.from(
        "4 0 obj\n<</Type /Page\n5 0 obj\n<</Type /Page\n<</lesson-01 [5 0 R /XYZ 0 648 0]>>\n",
      );
    };
    await bound(async () => ({ version: "Other/1", print, close }), ["ar"]);
    const readers = pages.filter((page) => page.includes('class="contents"'));
    const numbers = readers.map((page) => /<span class="page">(\d+)<\/span>/.exec(page)?.[1]);
    expect(numbers).toEqual([undefined, "2"]);
  });

  test.each(browsers.filter((browser) => needTool("Chromium", browser)))(
    "end with their browser once somebody stops: %s",
    async (browser) => {
      const stop = new AbortController();
      const printer = await openPdfPrinter(browser, stop.signal);
      stop.abort();
      await expect(printer.print("<p>Late")).rejects.toThrow("stopped");
      await printer.close();
    },
  );
});
