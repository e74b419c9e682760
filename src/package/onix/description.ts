import { html, Markup, markup } from "../../shared/html.ts";
import { iso6392Of } from "../../shared/languages/languages.ts";
import { type Book, bookOf, titleOf } from "../contents/book.ts";
import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import { type Contributor, isbnOf, publishingOf } from "../contents/publishing.ts";
import { accessFacts } from "../formats/epub/access-facts.ts";

/** The size of a file of the package in bytes; null if it isn't there. */
export type SizeOf = (path: string) => number | null;

/** Block 1: what the product is, who made it and whom it is for. The order of the elements is the schema's. */
export function descriptiveDetail(product: Product, sizeOf: SizeOf): Markup {
  const { form, book, contents, volume, hasSound } = product;
  const { course } = contents;
  const { edition } = course;
  const number = /^[1-9]\d{0,3}$/.test(edition) ? Number(edition) : null;
  const isText = form !== "audiobook";
  return el(
    "DescriptiveDetail",
    el("ProductComposition", "00"),
    el("ProductForm", { epub: "ED", audiobook: "AJ", paperback: "BC" }[form]),
    maybe("ProductFormDetail", formDetail(product)),
    accessibility(product),
    el("PrimaryContentType", isText ? "10" : "01"),
    isText && hasSound && el("ProductContentType", "01"),
    form !== "paperback" && el("EpubTechnicalProtection", "00"),
    el(
      "Collection",
      el("CollectionType", "10"),
      el(
        "TitleDetail",
        el("TitleType", "01"),
        el(
          "TitleElement",
          el("TitleElementLevel", "02"),
          el("PartNumber", contents.volumes.findIndex(({ folder }) => folder === volume.folder) + 1),
          el("TitleText", course.title),
        ),
      ),
    ),
    el(
      "TitleDetail",
      el("TitleType", "01"),
      el("TitleElement", el("TitleElementLevel", "01"), el("TitleText", titleOf(book))),
    ),
    contributors(product),
    number === null
      ? el("EditionStatement", book.strings.edition(edition))
      : number > 1 && el("EditionNumber", number),
    languages(product),
    extents(product, sizeOf),
    el(
      "Subject",
      flag("MainSubject"),
      el("SubjectSchemeIdentifier", "93"),
      el("SubjectCode", languageReaders),
    ),
    audiences(product),
    el("AudienceDescription", book.strings.level(volume.difficulty)),
  );
}

// Thema: texts written or simplified for language learners, graded by level.
const languageReaders = "CJBR";

function formDetail({ form, volume }: Product): string | null {
  if (form !== "audiobook") return form === "epub" ? "E101" : null;
  const types = new Set(volume.lessons.flatMap(({ book }) => book?.sound?.part.mediaType ?? []));
  const [only] = types;
  if (types.size !== 1) return null;
  return { "audio/mpeg": "A103", "audio/mp4": "A107" }[only ?? ""] ?? null;
}

/** Of the text, of what is learnt, of the glosses and of the sound: ONIX code list 22. */
function languages({ form, volume, contents, hasSound }: Product): Markup[] {
  const { bcp47 } = volume.language;
  const hasGlosses = volume.lessons.some(({ words }) => words.some(({ gloss }) => gloss !== null));
  const isText = form !== "audiobook";
  return [
    ...(isText ? [language("01", bcp47)] : []),
    ...(hasSound ? [language("08", bcp47)] : []),
    language("14", bcp47),
    ...(isText && hasGlosses ? [language("15", contents.reader.bcp47)] : []),
  ];
}

function language(role: string, tag: string): Markup {
  const { country, script } = onixVariety(tag);
  return el(
    "Language",
    el("LanguageRole", role),
    el("LanguageCode", onixLanguage(tag)),
    maybe("CountryCode", country),
    maybe("ScriptCode", script),
  );
}

function extents({ form, volume, hasSound }: Product, sizeOf: SizeOf): Markup[] {
  const { folder, lessons } = volume;
  const units = new Set(lessons.map(({ size }) => size.unit));
  const count = lessons.reduce((sum, { size }) => sum + size.count, 0);
  const sounds = lessons.flatMap((lesson: Lesson) => lesson.book?.sound ?? []);
  const ms = sounds.reduce((sum, { part }) => sum + (part.durationMs ?? Number.NaN), 0);
  const paths =
    form === "epub"
      ? [`${folder}/book/${folder}.epub`]
      : form === "audiobook"
        ? sounds.map(({ path }) => path)
        : [];
  const bytes = paths.reduce((sum, path) => sum + (sizeOf(path) ?? Number.NaN), 0);
  return [
    ...(form !== "audiobook" && units.size === 1
      ? [extent("02", count, units.has("words") ? "02" : "01")]
      : []),
    ...(hasSound && ms > 0 ? [extent("09", Math.round(ms / 1_000), "06")] : []),
    ...(bytes > 0 ? [extent("22", bytes, "17")] : []),
  ];
}

function extent(type: string, value: number, unit: string): Markup {
  return el("Extent", el("ExtentType", type), el("ExtentValue", value), el("ExtentUnit", unit));
}

function audiences({ volume }: Product): Markup[] {
  const isEnglish = onixLanguage(volume.language.bcp47) === "eng";
  return [
    el("Audience", el("AudienceCodeType", "01"), el("AudienceCodeValue", isEnglish ? "07" : "09")),
    el(
      "Audience",
      el("AudienceCodeType", "02"),
      el("AudienceCodeTypeName", "Difficulty, 1 (first words) to 10 (native)"),
      el("AudienceCodeValue", String(volume.difficulty)),
    ),
  ];
}

/** The contributor roles of ONIX code list 17, by the plan's words for them. */
export const roleCodes: Readonly<Record<string, string>> = {
  author: "A01",
  foreword: "A23",
  introduction: "A24",
  illustrator: "A12",
  photographer: "A13",
  cover: "A36",
  editor: "B01",
  reviser: "B02",
  adapter: "B05",
  translator: "B06",
  "series-editor": "B09",
  consultant: "B20",
  narrator: "E07",
};

// ONIX code list 19.
const synthesizedVoice = "07";
const artificialIntelligence = "09";

/**
 * Everybody who contributed: the plan's people, and the machines that it does not name, the one that wrote the stories and the voice that reads them.
 */
function contributors({ contents, hasSound }: Product): Markup[] {
  const { author } = contents.course;
  const people = publishingOf(contents.course).contributors;
  const isListed = people.some(({ name }) => name === author);
  const byPlan: Contributor[] =
    author === null || isListed
      ? []
      : [{ name: author, role: "author", sortAs: null, isOrganization: false }];
  const [authors, others] = [isAuthor, (one: Contributor) => !isAuthor(one)].map((of) =>
    [...byPlan, ...people].filter(of),
  ) as [Contributor[], Contributor[]];
  const parts = [
    ...authors.map(person),
    [el("ContributorRole", "A01"), el("UnnamedPersons", artificialIntelligence)],
    ...others.map(person),
    ...(hasSound ? [[el("ContributorRole", "E07"), el("UnnamedPersons", synthesizedVoice)]] : []),
  ];
  return parts.map((part, index) => el("Contributor", el("SequenceNumber", index + 1), part));
}

function isAuthor({ role }: Contributor): boolean {
  return role === "author";
}

function person({ name, role, sortAs, isOrganization }: Contributor): (Markup | null)[] {
  const names = isOrganization
    ? [el("CorporateName", name), maybe("CorporateNameInverted", sortAs)]
    : [el("PersonName", name), maybe("PersonNameInverted", sortAs)];
  return [el("ContributorRole", roleCodes[role] ?? "Z99"), ...names];
}

// ONIX takes the bibliographic codes of ISO 639-2 where there are two.
const bibliographic: Readonly<Record<string, string>> = {
  bod: "tib",
  ces: "cze",
  cym: "wel",
  deu: "ger",
  ell: "gre",
  eus: "baq",
  fas: "per",
  fra: "fre",
  hye: "arm",
  isl: "ice",
  kat: "geo",
  mkd: "mac",
  mri: "mao",
  msa: "may",
  mya: "bur",
  nld: "dut",
  ron: "rum",
  slk: "slo",
  sqi: "alb",
  zho: "chi",
};

// Languages that ONIX code list 74 does not have: the group that it has, or none.
const unlisted: Readonly<Record<string, string>> = {
  brx: "sit",
  gbm: "inc",
  hne: "inc",
  jam: "crp",
  lkt: "sio",
  nod: "tai",
  quc: "myn",
  rop: "crp",
  szl: "sla",
  tts: "tai",
  xcl: "arm",
  yrl: "sai",
  yua: "myn",
};

/** A language as a code from ONIX code list 74. */
export function onixLanguage(tag: string): string {
  const code = iso6392Of(tag);
  return unlisted[code] ?? bibliographic[code] ?? code;
}

/** The region and the script of a BCP 47 tag, where it has them. */
export function onixVariety(tag: string): {
  readonly country: string | null;
  readonly script: string | null;
} {
  const parts = tag.split("-").slice(1);
  return {
    country: parts.find((part) => /^[A-Z]{2}$/.test(part)) ?? null,
    script: parts.find((part) => /^[A-Z][a-z]{3}$/.test(part)) ?? null,
  };
}

// Product form features, ONIX code list 79.
const accessibilityDetail = "09";
const hazardWarning = "12";

// ONIX code list 196 for the features in schema.org's vocabulary.
const details: Readonly<Record<string, string>> = {
  unlocked: "10",
  tableOfContents: "11",
  readingOrder: "13",
  alternativeText: "14",
  structuralNavigation: "29",
  ARIA: "30",
  displayTransformability: "36",
};
const languageTagging = "22";
const synchronizedAudio = "20";
const landmarks = "32";
const wordsExplained = "38";
const readWithoutSight = "52";

// ONIX code list 143.
const hazards: Readonly<Record<string, string>> = {
  none: "00",
  noFlashingHazard: "14",
  noMotionSimulationHazard: "18",
};

/** The accessibility of an e-book, from the facts that are in its own metadata; conformance only as the plan's certifier says it. */
function accessibility({ form, book }: Product): Markup[] {
  if (form !== "epub") return [];
  const facts = accessFacts(book);
  const codes = [
    ...facts.features.flatMap((name) => details[name] ?? []),
    ...(facts.isWhollySpoken ? [synchronizedAudio] : []),
    languageTagging,
    landmarks,
    ...(book.glossary.entries.length > 0 ? [wordsExplained] : []),
    readWithoutSight,
  ];
  return [
    feature("00", facts.summary),
    ...[...codes].sort().map((code) => feature(code)),
    ...certified(book.contents.course),
    ...facts.hazards.flatMap((name) => {
      const code = hazards[name];
      return code === undefined ? [] : [productFeature(hazardWarning, code, null)];
    }),
  ];
}

function certified(course: Product["contents"]["course"]): Markup[] {
  const { accessibility, email } = publishingOf(course);
  if (accessibility === null) return [];
  const { by, conformsTo, credential, report } = accessibility;
  const [, version, level] = /^WCAG 2\.(\d) (A+)$/.exec(conformsTo ?? "") ?? [];
  return [
    ...(conformsTo === null
      ? []
      : [feature("04"), feature(`8${version}`), feature(`8${3 + (level?.length ?? 1)}`)]),
    ...(credential === null ? [] : [feature("88", credential)]),
    feature("90", by),
    ...(report === null ? [] : [feature("94", report)]),
    ...(email === null ? [] : [feature("99", email)]),
  ];
}

function feature(code: string, description: string | null = null): Markup {
  return productFeature(accessibilityDetail, code, description);
}

function productFeature(type: string, value: string, description: string | null): Markup {
  return el(
    "ProductFormFeature",
    el("ProductFormFeatureType", type),
    el("ProductFormFeatureValue", value),
    maybe("ProductFormFeatureDescription", description),
  );
}

/** A volume in one form, as the book trade sells it. */
export interface Product {
  readonly form: ProductForm;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly book: Book;
  readonly isbn: string | null;
  /** Unique, and the same for every release of an edition. */
  readonly reference: string;
  readonly hasSound: boolean;
}

const forms = ["epub", "audiobook", "paperback"] as const;
type ProductForm = (typeof forms)[number];

/** The products of a volume: every form that has an ISBN, and the e-book even if it has none. An audiobook without recordings isn't a product. */
export function productsOf(volume: Volume, contents: Contents): Product[] {
  const book = bookOf(volume, contents);
  const recordings = volume.lessons.some((lesson) => lesson.book?.sound != null);
  const withIsbn = forms.filter((form) => isbnOf(contents.course, volume, form) !== null);
  const isMade = contents.course.formats.includes("epub");
  const chosen = withIsbn.length === 0 && isMade ? (["epub"] as const) : withIsbn;
  return chosen
    .filter((form) => form !== "audiobook" || recordings)
    .map((form) => ({
      form,
      volume,
      contents,
      book,
      isbn: isbnOf(contents.course, volume, form),
      reference: `${book.identifier.replace("urn:uuid:", "")}-${form}`,
      hasSound: form === "audiobook" || (form === "epub" && book.sounds.size > 0),
    }));
}

type Child = Markup | string | number | null | false | readonly Child[];

/** An ONIX element by its reference name, which is one of our constants; its texts are escaped. In a composite, each part is on a line of its own. */
export function el(name: string, ...children: readonly Child[]): Markup {
  const tag = markup(name);
  const isComposite = children.some((child) => child instanceof Markup || Array.isArray(child));
  return html`<${tag}>${isComposite && "\n"}${children}</${tag}>\n`;
}

/** The element, or nothing if no value was given. */
export function maybe(name: string, value: string | number | null): Markup | null {
  return value === null ? null : el(name, value);
}

/** An element without content, whose presence alone carries the meaning. */
export function flag(name: string): Markup {
  return html`<${markup(name)}/>\n`;
}
