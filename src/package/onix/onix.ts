import { ContentFolder } from "../../shared/files/content-folder.ts";
import { iso6392Of } from "../../shared/languages/languages.ts";
import { type Contents, type Volume, type VolumeView, viewOf } from "../contents/contents.ts";
import { type Contributor, isbnOf, publishingOf, type RetailPrice } from "../contents/publishing.ts";
import { releaseSeconds } from "../contents/release.ts";
import { accessFacts } from "../formats/epub/package-document.ts";
import { soundIn } from "../formats/epub/pages.ts";
import type { ListedFile } from "../front/manifest.ts";
import { filled, type TemplateValues } from "../template.ts";

type Codes = Readonly<Record<string, string>>;
const lists = new ContentFolder(
  new URL("./", import.meta.url),
  (written) => written as Record<string, Codes>,
);

/** One of the tables in `code-lists.yaml`. */
export function onixCodes(list: "roles" | "languages" | "details" | "hazards"): Codes {
  return lists.get("code-lists")[list] ?? {};
}

/**
 * `onix.xml`: the volumes as products for the book trade, in ONIX for Books 3.0 with reference names. It says what the plan and the package
 * say and nothing else: dates come from the plan, or from the edition's name, never from a clock.
 */
export function onix(contents: Contents, files: readonly ListedFile[]): string {
  const { course } = contents;
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const products = contents.volumes.flatMap((volume) => productsOf(volume, contents));
  return filled(new URL("./onix.xml", import.meta.url), {
    sender: course.publisher ?? course.author ?? course.title,
    email: publishingOf(course).email,
    sentAt: sentAt(course),
    products: products.map((product) => ({
      ...identified(product),
      ...described(product, sizes),
      ...published(product),
      related: products
        .filter(({ volume, form }) => volume === product.volume && form !== product.form)
        .map(identified),
    })),
  }).toString();
}

/** The day of publication, or else the edition's, with a second for each earlier release: a later message counts as newer. */
function sentAt(course: Contents["course"]): string {
  const { published } = publishingOf(course);
  const seconds =
    published === null ? releaseSeconds(course) : Date.parse(published) / 1_000 + course.release.revision - 1;
  return `${new Date(seconds * 1_000).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** A volume in one form, as the book trade sells it. */
interface Product extends VolumeView {
  readonly form: ProductForm;
  readonly hasSound: boolean;
}

const productForms = { epub: "ED", audiobook: "AJ", paperback: "BC" } as const;
type ProductForm = keyof typeof productForms;
const forms = Object.keys(productForms) as ProductForm[];

/** The products of a volume: every form that has an ISBN, and the e-book even if it has none. An audiobook without recordings isn't a product. */
function productsOf(volume: Volume, contents: Contents): Product[] {
  const { course } = contents;
  const recordings = volume.lessons.some(({ sound }) => sound !== null);
  const isSpoken = volume.lessons.some((lesson) => soundIn(lesson, contents) !== null);
  const withIsbn = forms.filter((form) => isbnOf(course, volume, form) !== null);
  const chosen: ProductForm[] =
    withIsbn.length === 0 && course.formats.includes("epub") ? ["epub"] : withIsbn;
  return chosen
    .filter((form) => form !== "audiobook" || recordings)
    .map((form) => {
      const hasSound = form === "audiobook" || (form === "epub" && isSpoken);
      return { ...viewOf(volume, contents), form, hasSound };
    });
}

/** The product's ISBN, and an identifier of our own, which is the same for every release of an edition. */
function identified({ form, volume, contents }: Product): TemplateValues {
  return {
    isbn: isbnOf(contents.course, volume, form),
    reference: `${volume.identifier.replace("urn:uuid:", "")}-${form}`,
  };
}

// Code list 1: a complete record; for a rehearsal, a test record that nobody may act on.
const confirmed = "03";
const test = "89";

/** What the product is, who made it and whom it is for. */
function described(product: Product, sizes: ReadonlyMap<string, number>): TemplateValues {
  const { form, contents, volume, strings, hasSound } = product;
  const { course } = contents;
  const number = /^[1-9]\d{0,3}$/.test(course.edition) ? Number(course.edition) : null;
  return {
    notification: course.rehearsal ? test : confirmed,
    productForm: productForms[form],
    formDetail: formDetail(product),
    features: form === "epub" ? accessibility(product) : [],
    isText: form !== "audiobook",
    hasSound,
    isFile: form !== "paperback",
    partNumber: contents.volumes.findIndex(({ folder }) => folder === volume.folder) + 1,
    collection: course.title,
    title: volume.title,
    contributors: contributors(product),
    editionStatement: number === null ? strings.edition(course.edition) : null,
    editionNumber: number !== null && number > 1 && number,
    languages: languages(product),
    extents: extents(product, sizes),
    // Learners of English, or of another language.
    audience: onixLanguage(volume.language.bcp47) === "eng" ? "07" : "09",
    difficulty: volume.difficulty,
    level: strings.level(volume.difficulty),
  };
}

function formDetail({ form, volume }: Product): string | null {
  if (form !== "audiobook") return form === "epub" ? "E101" : null;
  const types = new Set(volume.lessons.flatMap(({ sound }) => sound?.part.mediaType ?? []));
  const [only] = types;
  if (types.size !== 1) return null;
  return { "audio/mpeg": "A103", "audio/mp4": "A107" }[only ?? ""] ?? null;
}

/** The languages of the text, of the sound, of what is learnt and of the glosses, by code list 22. */
function languages({ form, volume, contents, hasSound }: Product): TemplateValues[] {
  const { bcp47 } = volume.language;
  const hasGlosses = volume.lessons.some(({ words }) => words.some(({ gloss }) => gloss !== null));
  const isText = form !== "audiobook";
  const spoken = [
    ...(isText ? [["01", bcp47]] : []),
    ...(hasSound ? [["08", bcp47]] : []),
    ["14", bcp47],
    ...(isText && hasGlosses ? [["15", contents.reader.bcp47]] : []),
  ];
  return spoken.map(([role, tag = ""]) => ({ role, code: onixLanguage(tag), ...onixVariety(tag) }));
}

/** Words or characters, duration and file size, as far as all parts are known. */
function extents({ form, volume, hasSound }: Product, sizes: ReadonlyMap<string, number>): TemplateValues[] {
  const { folder, lessons } = volume;
  const [unit, ...otherUnits] = new Set(lessons.map(({ size }) => size.unit));
  const count = lessons.reduce((sum, { size }) => sum + size.count, 0);
  const sounds = lessons.flatMap(({ sound }) => sound ?? []);
  const ms = sounds.reduce((sum, { part }) => sum + (part.durationMs ?? Number.NaN), 0);
  const paths = {
    epub: [`${folder}/book/${folder}.epub`],
    audiobook: sounds.map(({ path }) => path),
    paperback: [],
  };
  const bytes = paths[form].reduce((sum, path) => sum + (sizes.get(path) ?? Number.NaN), 0);
  return [
    ...(form !== "audiobook" && otherUnits.length === 0
      ? [{ type: "02", value: count, unit: unit === "words" ? "02" : "01" }]
      : []),
    ...(hasSound && ms > 0 ? [{ type: "09", value: Math.round(ms / 1_000), unit: "06" }] : []),
    ...(bytes > 0 ? [{ type: "22", value: bytes, unit: "17" }] : []),
  ];
}

// List 19.
const synthesizedVoice = "07";
const artificialIntelligence = "09";

/**
 * Everybody who contributed: the plan's people, and the machines that it does not name, the one that wrote the stories and the voice that reads them.
 */
function contributors({ contents, hasSound }: Product): TemplateValues[] {
  const { author } = contents.course;
  const people = publishingOf(contents.course).contributors;
  const isListed = author === null || people.some(({ name }) => name === author);
  const all = isListed
    ? people
    : [{ name: author, role: "author", sortAs: null, isOrganization: false }, ...people];
  const person = ({ name, role, sortAs, isOrganization }: Contributor) => ({
    role: onixCodes("roles")[role] ?? "Z99",
    unnamed: null,
    name,
    sortAs,
    element: isOrganization ? "CorporateName" : "PersonName",
  });
  const machine = (role: string, unnamed: string) => ({ role, unnamed, name: null });
  return [
    ...all.filter(({ role }) => role === "author").map(person),
    machine("A01", artificialIntelligence),
    ...all.filter(({ role }) => role !== "author").map(person),
    ...(hasSound ? [machine("E07", synthesizedVoice)] : []),
  ].map((part, index) => ({ ...part, number: index + 1 }));
}

/** A language as a code from ONIX code list 74. */
export function onixLanguage(tag: string): string {
  const code = iso6392Of(tag);
  return onixCodes("languages")[code] ?? code;
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

// List 196.
const synchronizedAudio = "20";
const languageTagging = "22";
const landmarks = "32";
const wordsExplained = "38";
const readWithoutSight = "52";

/** The accessibility of an e-book, from the facts that are in its own metadata; conformance only as the plan's certifier says it. */
function accessibility(view: VolumeView): TemplateValues[] {
  const facts = accessFacts(view);
  const { accessibility: certified, email } = publishingOf(view.contents.course);
  const codes = [
    ...facts.features.flatMap((name) => onixCodes("details")[name] ?? []),
    ...(facts.isWhollySpoken ? [synchronizedAudio] : []),
    languageTagging,
    landmarks,
    ...(view.volume.lessons.some(({ words }) => words.length > 0) ? [wordsExplained] : []),
    readWithoutSight,
  ];
  const [, version, level] = /^WCAG 2\.(\d) (A+)$/.exec(certified?.conformsTo ?? "") ?? [];
  const conformance =
    certified?.conformsTo == null ? [] : ["04", `8${version}`, `8${3 + (level?.length ?? 1)}`];
  const said: readonly (readonly [value: string, description: string | null])[] =
    certified === null
      ? []
      : [
          ["88", certified.credential],
          ["90", certified.by],
          ["94", certified.report],
          ["99", email],
        ];
  const details = [
    ["00", facts.summary],
    ...[...codes.sort(), ...conformance].map((code) => [code, null]),
    ...said.filter(([, description]) => description !== null),
  ];
  // List 79: details of accessibility, and warnings of hazards.
  return [
    ...details.map(([value, description]) => ({ type: "09", value, description })),
    ...facts.hazards.flatMap((name) => {
      const value = onixCodes("hazards")[name];
      return value === undefined ? [] : [{ type: "12", value, description: null }];
    }),
  ];
}

/**
 * What is said about the product, with the publisher's statements copied from the plan unchanged; who publishes it, and when; its prices. The
 * publishing date isn't compared with a clock, so the status is unspecified.
 */
function published({ form, contents, volume }: Product): TemplateValues {
  const { description, publisher, title } = contents.course;
  const { imprint, city, country, website, published, prices, legal } = publishingOf(contents.course);
  const titles = volume.lessons.map((lesson) => `${lesson.number}. ${lesson.title}`).join("\n");
  return {
    texts: [
      ...(description === null ? [] : [{ type: "03", text: description }]),
      { type: "04", text: titles },
      ...legal.map((text) => ({ type: "13", text })),
    ],
    publisher,
    imprint,
    city,
    country,
    website,
    published: published?.replaceAll("-", "") ?? null,
    supplier: publisher ?? title,
    prices: prices.filter(({ forms }) => forms.length === 0 || forms.includes(form)).map(priceOf),
  };
}

function priceOf({ amount, currency, taxIncluded, isFixed, territories }: RetailPrice): TemplateValues {
  const decimals = Number.isInteger(amount) ? 0 : Number(amount.toFixed(2)) === amount ? 2 : 3;
  return {
    type: isFixed ? (taxIncluded ? "04" : "03") : taxIncluded ? "02" : "01",
    amount: amount.toFixed(decimals),
    currency,
    countries: territories.join(" "),
  };
}
