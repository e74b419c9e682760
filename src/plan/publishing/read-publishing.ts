import { planLimits } from "../plan-limits.ts";
import { readText } from "../plan-text.ts";
import type { PlanProblem } from "../problem.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Path } from "../yaml/path.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";
import type { Certification, Contributor, Publishing } from "./publishing.ts";
import type { PublishingSource } from "./publishing-source.ts";
import { readIsbns } from "./read-isbns.ts";
import { readPrices } from "./read-prices.ts";

export interface PublishingResult {
  /** Null if the plan says nothing of its books as products. */
  readonly publishing: Publishing | null;
  readonly problems: readonly PlanProblem[];
}

/** Reads what a plan says of its books as products. Every text is cleaned, every number and address checked, each at its place. */
export function readPublishing(source: PublishingSource): PublishingResult {
  const { written } = source;
  const reader = new TextReader(source.places);
  const publisher = typeof written.publisher === "object" ? written.publisher : {};
  const ofPublisher = (key: "imprint" | "city") => reader.line(publisher[key], ["publisher", key]);
  const isbns = readIsbns(source);
  const prices = readPrices(source);
  const said = {
    imprint: ofPublisher("imprint"),
    city: ofPublisher("city"),
    country: publisher.country ?? null,
    website: reader.address(publisher.website, ["publisher", "website"], "web"),
    email: reader.address(publisher.email, ["publisher", "email"], "mail"),
    published: reader.date(written.published, ["published"]),
    isbn: isbns.isbn,
    prices: prices.prices,
    contributors: contributorsOf(written, reader),
    legal: legalOf(written, reader),
    accessibility: certificationOf(written, reader),
  };
  const problems = [...reader.problems, ...isbns.problems, ...prices.problems];
  const isSilent = Object.values(said).every(
    (value) => value === null || (typeof value === "object" && Object.keys(value).length === 0),
  );
  return { publishing: isSilent ? null : said, problems };
}

function contributorsOf({ contributors = [] }: Readable<WrittenPlan>, reader: TextReader): Contributor[] {
  return contributors.flatMap((one, index) => {
    const name = reader.line(one?.name, ["contributors", index, "name"]);
    const sortAs = reader.line(one?.sortAs, ["contributors", index, "sortAs"]);
    if (name === null || one?.role === undefined) return [];
    return [{ name, role: one.role, sortAs, isOrganization: one.organization ?? false }];
  });
}

function legalOf({ legal }: Readable<WrittenPlan>, reader: TextReader): string[] {
  const most = planLimits.proseCharacters;
  return typeof legal === "string"
    ? [reader.line(legal, ["legal"], most) ?? []].flat()
    : (legal ?? []).flatMap((text, index) => reader.line(text, ["legal", index], most) ?? []);
}

function certificationOf({ accessibility }: Readable<WrittenPlan>, reader: TextReader): Certification | null {
  const by = reader.line(accessibility?.certifiedBy, ["accessibility", "certifiedBy"]);
  const credential = reader.line(accessibility?.credential, ["accessibility", "credential"]);
  const report = reader.address(accessibility?.report, ["accessibility", "report"], "web");
  return by === null ? null : { by, conformsTo: accessibility?.conformsTo ?? null, credential, report };
}

const addresses = {
  web: /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s<>"\\]*)?$/i,
  mail: /^[^\s@<>"\\,;]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
} as const;

/** Reads the texts of a few keys and gathers their problems. */
class TextReader {
  readonly problems: PlanProblem[] = [];
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  line(
    written: string | undefined,
    path: Path,
    most: number = planLimits.publisherCharacters,
  ): string | null {
    if (written === undefined) return null;
    const key = String(path.findLast((step) => typeof step === "string"));
    const { text, problems } = readText(written, this.#places.of(path), { key, most });
    this.problems.push(...problems);
    return text;
  }

  address(written: string | undefined, path: Path, kind: keyof typeof addresses): string | null {
    const text = this.line(written, path);
    if (text === null || addresses[kind].test(text)) return text;
    const place = this.#places.of(path);
    this.problems.push({
      severity: "error",
      place,
      code: "bad_address",
      key: String(path.at(-1)),
      kind,
      value: text,
    });
    return null;
  }

  date(written: string | undefined, path: Path): string | null {
    if (written === undefined) return null;
    const text = written.trim();
    if (isDay(text)) return text;
    const place = this.#places.of(path);
    this.problems.push({ severity: "error", place, code: "bad_day", key: String(path.at(-1)), value: text });
    return null;
  }
}

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
