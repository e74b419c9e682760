import type { Certification, Contributor, Publishing, RetailPrice } from "../package/contents/publishing.ts";
import { productForms } from "./names.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { IsbnFault } from "./problem.ts";
import type { Reading } from "./reading.ts";
import type { WrittenPlan, WrittenPrice } from "./schema.ts";

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
    website: readAddress(publisher, "website", "web", reading),
    email: readAddress(publisher, "email", "mail", reading),
    published: readDay(written, reading),
    isbn: readIsbns(written, volumes, reading),
    prices: [written.price ?? []].flat().map((price) => readPrice(price, reading)),
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
  const report = readAddress(accessibility, "report", "web", reading);
  return by === null ? null : { by, conformsTo: accessibility?.conformsTo ?? null, credential, report };
}

const addresses = {
  web: /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s<>"\\]*)?$/i,
  mail: /^[^\s@<>"\\,;]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
} as const;

function readAddress<Key extends string>(
  map: { readonly [Name in Key]?: string | undefined } | undefined,
  key: Key,
  kind: "web" | "mail",
  reading: Reading,
): string | null {
  const text = reading.text(map, key, most);
  if (map === undefined || text === null || addresses[kind].test(text)) return text;
  reading.error(reading.places.of(map, key), "bad_value", { key, value: text, expected: kind });
  return null;
}

function readDay(written: WrittenPlan, reading: Reading): string | null {
  const text = written.published?.trim();
  if (text === undefined) return null;
  const ms = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)) return text;
  const facts = { key: "published", value: text, expected: "day" } as const;
  reading.error(reading.places.of(written, "published"), "bad_value", facts);
  return null;
}

// More than any book costs. No currency has more than three decimals.
const amountMost = 1_000_000;
const decimalsMost = 3;

function readPrice(price: WrittenPrice, reading: Reading): RetailPrice {
  const { amount, currency, tax, fixed: isFixed = false, territories = [], forms = [] } = price;
  const isAmount = amount >= 0 && amount <= amountMost && Number(amount.toFixed(decimalsMost)) === amount;
  const facts = { key: "amount", value: String(amount), expected: "amount" } as const;
  if (!isAmount) reading.error(reading.places.of(price, "amount"), "bad_value", facts);
  return { amount, currency, taxIncluded: tax !== "excluded", isFixed, territories, forms };
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
      if (typeof read !== "string") {
        reading.error(place, "bad_isbn", { value, ...read });
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

const digitsOfIsbn = 13;

function readIsbn(written: string): string | IsbnFault {
  const text = written.trim().replace(/^ISBN(?:-13)?:?\s*/i, "");
  const digits = text.replace(/[\s\u2010-\u2015-]/g, "");
  if (/^\d{9}[\dX]$/i.test(digits)) return { fault: "ten" };
  if (!/^\d*$/.test(digits)) return { fault: "characters" };
  if (digits.length !== digitsOfIsbn) return { fault: "digits", digits: digits.length };
  if (!/^97[89]/.test(digits)) return { fault: "prefix" };
  const twelve = [...digits.slice(0, -1)].map(Number);
  const sum = twelve.reduce((all, digit, index) => all + digit * (index % 2 === 0 ? 1 : 3), 0);
  const expected = String((10 - (sum % 10)) % 10);
  return digits.endsWith(expected) ? digits : { fault: "check", expected };
}
