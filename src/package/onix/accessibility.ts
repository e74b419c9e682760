import type { Markup } from "../../shared/html.ts";
import { publishingOf } from "../contents/publishing.ts";
import { accessFacts } from "../formats/epub/access-facts.ts";
import { el, maybe } from "./element.ts";
import type { Product } from "./products.ts";

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
export function accessibility({ form, book }: Product): Markup[] {
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
