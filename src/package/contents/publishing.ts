/** What the plan says about its books as products. None of this is required, and nothing is made up where the plan is silent. */
export interface Publishing {
  readonly imprint: string | null;
  readonly city: string | null;
  /** ISO 3166-1. */
  readonly country: string | null;
  readonly website: string | null;
  readonly email: string | null;
  /** `YYYY-MM-DD` */
  readonly published: string | null;
  /** By volume folder: thirteen digits by form of product (`epub`, `audiobook`, `paperback`). */
  readonly isbn: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly prices: readonly RetailPrice[];
  readonly contributors: readonly Contributor[];
  /** The publisher's own statements, printed as they are. */
  readonly legal: readonly string[];
  readonly accessibility: Certification | null;
}

export interface Contributor {
  readonly name: string;
  readonly role: string;
  readonly sortAs: string | null;
  readonly isOrganization: boolean;
}

export interface RetailPrice {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly taxIncluded: boolean;
  readonly isFixed: boolean;
  /** ISO 3166-1; empty: everywhere. */
  readonly territories: readonly string[];
  /** Empty: every form. */
  readonly forms: readonly string[];
}

export interface Certification {
  readonly by: string;
  /** Such as `WCAG 2.2 AA`. */
  readonly conformsTo: string | null;
  readonly credential: string | null;
  readonly report: string | null;
}

const silent: Publishing = {
  imprint: null,
  city: null,
  country: null,
  website: null,
  email: null,
  published: null,
  isbn: {},
  prices: [],
  contributors: [],
  legal: [],
  accessibility: null,
};

/** What a course says about its books as products; all values are empty if it says nothing. */
export function publishingOf({ publishing }: { readonly publishing?: Publishing | null }): Publishing {
  return publishing ?? silent;
}

/** The ISBN of a volume in a given form; null if it has none. */
export function isbnOf(
  course: { readonly publishing?: Publishing | null },
  volume: { readonly folder: string },
  form: string,
): string | null {
  return publishingOf(course).isbn[volume.folder]?.[form] ?? null;
}
