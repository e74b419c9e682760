import type { Markup } from "../../shared/html.ts";
import { titleOf } from "../contents/book.ts";
import type { Lesson } from "../contents/contents.ts";
import { accessibility } from "./accessibility.ts";
import { contributors } from "./contributors.ts";
import { el, flag, maybe } from "./element.ts";
import { onixLanguage, onixVariety } from "./language-codes.ts";
import type { Product } from "./products.ts";

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
