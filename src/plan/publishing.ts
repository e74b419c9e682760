import type { Certification, Contributor, Publishing } from "../package/contents/publishing.ts";
import { productForms } from "./names.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { Reading } from "./reading.ts";
import type { WrittenPlan } from "./schema.ts";

const most = planLimits.publisherCharacters;

/** The plan's information about its books as products; null if it has none. `volumes`: empty if some of them could not be read. */
export function readPublishing(
  written: WrittenPlan,
  volumes: Set<string>,
  reading: Reading,
): Publishing | null {
  const publisher = typeof written.publisher === "object" ? written.publisher : undefined;
  const publishing: Publishing = {
    imprint: reading.text(publisher, "imprint", most),
    city: reading.text(publisher, "city", most),
    country: publisher?.country ?? null,
    website: publisher?.website ?? null,
    email: publisher?.email ?? null,
    published: written.published ?? null,
    isbn: readIsbns(written, volumes, reading),
    prices: [written.price ?? []].flat().map((price) => {
      const { amount, currency, tax, fixed: isFixed = false, territories = [], forms = [] } = price;
      return { amount, currency, taxIncluded: tax !== "excluded", isFixed, territories, forms };
    }),
    contributors: readContributors(written, reading),
    legal: readLegal(written, reading),
    accessibility: readCertification(written, reading),
  };
  const isSilent = Object.values(publishing).every(
    (value) => value === null || (typeof value === "object" && Object.keys(value).length === 0),
  );
  return isSilent ? null : publishing;
}

function readContributors({ contributors = [] }: WrittenPlan, reading: Reading): Contributor[] {
  return contributors.flatMap((one) => {
    const name = reading.text(one, "name", most);
    const sortAs = reading.text(one, "sortAs", most);
    return name === null ? [] : [{ name, role: one.role, sortAs, isOrganization: one.organization ?? false }];
  });
}

function readLegal(written: WrittenPlan, reading: Reading): string[] {
  const { legal = [] } = written;
  const textLimits = { key: "legal", most: planLimits.proseCharacters };
  if (typeof legal !== "string") return reading.texts(legal, textLimits);
  return [reading.clean(legal, reading.places.of(written, "legal"), textLimits) ?? []].flat();
}

function readCertification({ accessibility }: WrittenPlan, reading: Reading): Certification | null {
  const by = reading.text(accessibility, "certifiedBy", most);
  const credential = reading.text(accessibility, "credential", most);
  const { conformsTo = null, report = null } = accessibility ?? {};
  return by === null ? null : { by, conformsTo, credential, report };
}

function readIsbns(written: WrittenPlan, volumes: Set<string>, reading: Reading): Publishing["isbn"] {
  const { places } = reading;
  const isbns: Record<string, Record<string, string>> = {};
  const before = new Map<string, Place>();
  for (const [volume, forms] of Object.entries(written.isbn ?? {})) {
    if (volumes.size > 0 && !volumes.has(volume)) {
      const place = places.ofKey(written.isbn ?? {}, volume);
      reading.error(place, "unknown_name", {
        what: "volume",
        name: volume,
        ...reading.unknown(volume, volumes),
      });
    }
    for (const form of productForms) {
      if (forms[form] === undefined) continue;
      const value = String(forms[form]);
      const place = places.of(forms, form);
      const read = readIsbn(value);
      if (read === null) {
        reading.error(place, "bad_isbn", { value });
        continue;
      }
      const first = before.get(read);
      if (first !== undefined) reading.error(place, "given_twice", { what: "ISBN", value, first });
      before.set(read, first ?? place);
      isbns[volume] = { ...isbns[volume], [form]: read };
    }
  }
  return isbns;
}

/** An ISBN's thirteen digits; null if it isn't valid. */
function readIsbn(written: string): string | null {
  const text = written.trim().replace(/^ISBN(?:-13)?:?\s*/i, "");
  const digits = text.replace(/[\s\u2010-\u2015-]/g, "");
  // Every second digit counts three times.
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return /^97[89]\d{10}$/.test(digits) && sum % 10 === 0 ? digits : null;
}
