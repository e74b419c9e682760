import { expect, test } from "vitest";
import { packageOf } from "../bound.ts";
import { epubCheckTs } from "../epub/epub-checkers.ts";
import { unzip } from "../fixtures.ts";
import { publishedCourse } from "./published-course.ts";

test("an e-book has its ISBN, its contributors, the publisher's statements and its certifier, and stays valid; so has the printed book its imprint", async () => {
  const made = await packageOf(await publishedCourse({ formats: ["epub", "print"] }));
  const bytes = made.get("es-2/book/es-2.epub") ?? Buffer.of();
  expect(await epubCheckTs(bytes)).toEqual([]);
  const files = await unzip(bytes);
  const opf = String(files.get("EPUB/package.opf"));
  for (const text of [
    "<dc:identifier>urn:isbn:9788437604947</dc:identifier>",
    "<dc:date>2026-12-01</dc:date>",
    '<dc:creator id="contributor-2">Bo &amp; Li</dc:creator>',
    '<meta refines="#contributor-1" property="role" scheme="marc:relators">edt</meta>',
    '<meta refines="#contributor-1" property="file-as">Ruiz, Ana</meta>',
    "EPUB Accessibility 1.1 - WCAG 2.2 Level AA</meta>",
    '<meta property="a11y:certifiedBy" id="certifier" refines="#conformance">Accessible Books Ltd</meta>',
    '<link rel="a11y:certifierReport" href="https://reports.example/es-2" refines="#certifier"/>',
  ]) {
    expect(opf).toContain(text);
  }
  const imprints = [files.get("EPUB/rights.xhtml"), made.get("es-2/print/es-2.html")].map(String);
  for (const [index, isbn] of ["9788437604947", "9780306406157"].entries()) {
    expect(imprints[index]).toContain(`<p>ISBN ${isbn}</p>`);
    const told = imprints[index]?.replace(/<[^>]*>/g, "");
    for (const text of [
      "Editor: Ana Ruiz",
      "Cover by: Estudio Luz",
      "© 2026 Sol. All rights &lt;reserved&gt;.",
    ])
      expect(told).toContain(text);
    expect(told).toContain("Published by Sol, Sol &lt;Lecturas&gt;, Madrid, 2026");
  }
});

test("the publisher's statements are in the disclosure, on the first page and in the records", async () => {
  const ana = { who: "Ana Ruiz", at: "2026-11-20T08:00:00.000Z", heard: false };
  const what = await publishedCourse();
  const files = await packageOf({
    ...what,
    lessons: what.lessons.map((one) => ({ ...one, approvals: [ana] })),
  });
  expect(String(files.get("publisher/disclosure.html"))).toContain(
    "<p>The recordings are spoken by a computer voice.</p>",
  );
  for (const path of ["START-HERE.html", "publisher/disclosure.html"]) {
    expect(String(files.get(path))).toContain("© 2026 Sol. All rights &lt;reserved&gt;.");
  }
  const [volume] = JSON.parse(String(files.get("publisher/manifest.json"))).volumes;
  expect(volume.isbn).toEqual({
    epub: "9788437604947",
    audiobook: "9783161484100",
    paperback: "9780306406157",
  });
  expect(String(files.get("publisher/metadata.csv"))).toContain("9788437604947,9783161484100,9780306406157");
});
