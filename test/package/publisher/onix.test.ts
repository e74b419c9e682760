import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XmlDocument, XmlElement } from "libxml2-wasm";
import * as codelists from "onix-codelist";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { onixCodes, onixLanguage, onixVariety } from "../../../src/package/onix/onix.ts";
import { contributorRoles, countries, currencies } from "../../../src/plan/names.ts";
import { languages } from "../../../src/shared/languages/languages.ts";
import { publishedCourse } from "../courses.ts";
import { epubCheckTs } from "../epub/epub-checkers.ts";
import { course, lesson, packageOf, unzip } from "../fixtures.ts";

interface Facts {
  readonly composites: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, number>>;
  readonly newer: Readonly<Record<number, readonly string[]>>;
}

const facts: Facts = parse(readFileSync(join(import.meta.dirname, "onix-facts.yaml"), "utf8"));

/** Whether an element's text is a code of its list; `null` for an element without one. `type`: the feature's, for its value. */
function isKnownCode(element: string, code: string, type: string): boolean | null {
  const list = element === "ProductFormFeatureValue" ? { "09": 196, "12": 143 }[type] : facts.lists[element];
  return list === undefined ? null : inList(list, code);
}

/** Whether a code list has a code. */
function inList(list: number, code: string): boolean {
  const codes = (codelists as unknown as Record<string, Record<string, string>>)[`list${list}`] ?? {};
  return Object.values(codes).includes(code) || (facts.newer[list] ?? []).includes(code);
}

async function onixOf(...change: Parameters<typeof publishedCourse>): Promise<string> {
  return String((await packageOf(await publishedCourse(...change))).get("publisher/onix.xml"));
}

function elementsOf(node: XmlElement): XmlElement[] {
  const children: XmlElement[] = [];
  for (let child = node.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement) children.push(child);
  }
  return children;
}

/** Everything that is wrong with an element and what is in it: unknown, out of order, missing, or with a code that its list lacks. */
function faultsIn(element: XmlElement): string[] {
  const order = facts.composites[element.name];
  const children = elementsOf(element);
  if (order === undefined) return children.map(({ name }) => `${name} in ${element.name}`);
  const pattern = order
    .split(" ")
    .map((part) => part.replace(/^(\w+)(.?)$/, "(?:$1 )$2"))
    .join("");
  const names = children.map(({ name }) => `${name} `).join("");
  const type = children.find(({ name }) => name === "ProductFormFeatureType")?.content ?? "";
  const codes = children.flatMap(({ name, content }) =>
    content
      .split(" ")
      .filter((code) => isKnownCode(name, code, type) === false)
      .map((code) => `${name} ${code}`),
  );
  const misplaced = new RegExp(`^${pattern}$`).test(names) ? [] : [`${element.name}: ${names}`];
  return [...misplaced, ...codes, ...children.flatMap(faultsIn)];
}

function faults(xml: string): string[] {
  using document = XmlDocument.fromString(xml);
  return faultsIn(document.root);
}

describe("onix.xml", () => {
  test("describes every volume in every form that has an ISBN, in the order and with the codes of ONIX 3.0", async () => {
    const xml = await onixOf();
    expect(faults(xml)).toEqual([]);
    const forms = [...xml.matchAll(/<ProductForm>(\w+)<[\s\S]*?<LanguageCode>(\w+)</g)].map(
      ([, form, lang]) => `${lang} ${form}`,
    );
    expect(forms).toEqual(["spa ED", "spa AJ", "spa BC", "por ED"]);
    expect(xml).toContain("<CountryCode>BR</CountryCode>");
    for (const isbn of ["9788437604947", "9783161484100", "9780306406157", "9791090636071"]) {
      expect(xml).toContain(`<ProductIDType>15</ProductIDType>\n<IDValue>${isbn}</IDValue>`);
    }
  });

  test("says that a machine wrote the stories and a synthesized voice reads them, after the people whom the plan names", async () => {
    const [product = ""] = (await onixOf()).split("</Product>");
    const roles = [...product.matchAll(/<ContributorRole>(\w+)<\/ContributorRole>\n<(\w+)>([^<]*)</g)];
    expect(roles.map(([, role, kind, who]) => `${role} ${kind} ${who}`)).toEqual([
      "A01 PersonName Bo &amp; Li",
      "A01 UnnamedPersons 09",
      "B01 PersonName Ana Ruiz",
      "A36 CorporateName Estudio Luz",
      "E07 UnnamedPersons 07",
    ]);
    expect(await onixOf({ soundIn: [], publishing: null })).not.toContain("<UnnamedPersons>07<");
  });

  test("gives prices, dates, statements and certification as the plan has them, and none that it does not have", async () => {
    const [epub = "", audiobook = "", paperback = ""] = (await onixOf()).split("</Product>");
    const pricesIn = (xml: string) =>
      [
        ...xml.matchAll(
          /<PriceType>(\d+)<[\s\S]*?<PriceAmount>(.*?)<[\s\S]*?<CurrencyCode>(\w+)<[\s\S]*?Included>(.*?)</g,
        ),
      ].map((price) => price.slice(1).join(" "));
    expect(pricesIn(epub)).toEqual(["04 4.90 EUR ES FR", "01 12 USD WORLD"]);
    expect(pricesIn(audiobook)).toEqual(pricesIn(epub));
    expect(pricesIn(paperback)).toEqual(["01 12 USD WORLD"]);
    expect(epub).toContain("<Date>20261201</Date>");
    expect(epub).toContain("<Text>© 2026 Sol. All rights &lt;reserved&gt;.</Text>");
    expect(accessCodesIn(epub)).toEqual(
      expect.arrayContaining(["04", "20", "82", "85", "88", "90", "94", "99"]),
    );
    const silent = await onixOf({ publishing: null, publisher: null, edition: "1" });
    expect(silent).not.toMatch(/<Price>|<PublishingDate>|<PublishingDetail>|<TextType>13</);
    expect(accessCodesIn(silent).filter((code) => Number(code) >= 75 || code === "04")).toEqual([]);
    expect(silent).toContain("<IDTypeName>Coursebinder</IDTypeName>");
    expect(faults(silent)).toEqual([]);
  });

  test("has the same bytes each time, and a later moment for a later release", async () => {
    const one = await onixOf();
    expect(await onixOf()).toBe(one);
    expect(one).toContain("<SentDateTime>20261201T000000Z</SentDateTime>");
    const later = await onixOf({ release: { content: "1".repeat(64), revision: 3 } });
    expect(later).toContain("<SentDateTime>20261201T000002Z</SentDateTime>");
  });

  test("is a test record for a rehearsal, and names no product where there is none to sell", async () => {
    expect(await onixOf({ rehearsal: true })).toContain("<NotificationType>89</NotificationType>");
    const none = String(
      (await packageOf(course({ lessons: [lesson()], formats: ["words"] }))).get("publisher/onix.xml"),
    );
    expect(none).toContain("<NoProduct/>");
    expect(faults(none)).toEqual([]);
  });

  test("has a code for every language, role, currency and country that a plan can name", () => {
    const tags = languages.map(({ bcp47 }) => bcp47);
    const lists: Readonly<Record<number, readonly string[]>> = {
      74: tags.map((tag) => onixLanguage(tag)),
      91: [...countries, ...tags.flatMap((tag) => onixVariety(tag).country ?? [])],
      121: tags.flatMap((tag) => onixVariety(tag).script ?? []),
      17: contributorRoles.map((role) => onixCodes("roles")[role] ?? ""),
      96: currencies,
    };
    for (const [list, codes] of Object.entries(lists))
      expect([list, codes.filter((code) => !inList(Number(list), code))]).toEqual([list, []]);
  });
});

function accessCodesIn(xml: string): string[] {
  return [...xml.matchAll(/<ProductFormFeatureType>09<[\s\S]*?<ProductFormFeatureValue>(\d+)</g)].map(
    ([, code]) => code ?? "",
  );
}

test("an e-book has its ISBN, its contributors, the publisher's statements and its certifier, and stays valid; so has the printed book its imprint", async () => {
  const made = await packageOf(await publishedCourse({ formats: ["epub", "print"] }));
  const bytes = made.bytes("es-2/book/es-2.epub");
  expect(await epubCheckTs(bytes)).toEqual([]);
  const files = await unzip(bytes);
  const opf = files.text("EPUB/package.opf");
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
    const published = "Published by Sol, Sol &lt;Lecturas&gt;, Madrid, 2026";
    const rights = "© 2026 Sol. All rights &lt;reserved&gt;.";
    for (const text of ["Editor: Ana Ruiz", "Cover by: Estudio Luz", rights, published])
      expect(told).toContain(text);
  }
});

test("the publisher's statements are in the disclosure, on the first page and in the records", async () => {
  const ana = { who: "Ana Ruiz", at: "2026-11-20T08:00:00.000Z", heard: false };
  const what = await publishedCourse();
  const lessons = what.lessons.map((one) => ({ ...one, approvals: [ana] }));
  const files = await packageOf({ ...what, lessons });
  const spoken = "<p>The recordings are spoken by a computer voice.</p>";
  expect(files.text("publisher/disclosure.html")).toContain(spoken);
  for (const path of ["START-HERE.html", "publisher/disclosure.html"])
    expect(files.text(path)).toContain("© 2026 Sol. All rights &lt;reserved&gt;.");
  const [volume] = files.json("publisher/manifest.json").volumes;
  const isbn = { epub: "9788437604947", audiobook: "9783161484100", paperback: "9780306406157" };
  expect(volume.isbn).toEqual(isbn);
  expect(files.text("publisher/metadata.csv")).toContain("9788437604947,9783161484100,9780306406157");
});
