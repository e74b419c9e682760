/** The forms of a product that can have an ISBN of their own. */
export const productForms = ["epub", "audiobook", "paperback"] as const;
export type ProductForm = (typeof productForms)[number];

/** What a contributor did. */
export const contributorRoles = [
  ...(["author", "editor", "series-editor", "consultant", "adapter", "translator", "reviser"] as const),
  ...(["introduction", "foreword", "illustrator", "photographer", "cover", "narrator"] as const),
] as const;
export type ContributorRole = (typeof contributorRoles)[number];

/** The conformance that a book can claim, as its certifier says it. */
export const conformances = ["2.0", "2.1", "2.2"].flatMap((version) =>
  ["A", "AA", "AAA"].map((level) => `WCAG ${version} ${level}`),
);

export interface Contributor {
  readonly name: string;
  readonly role: ContributorRole;
  /** The name as it is sorted, such as "Ruiz, Ana"; null: not said. */
  readonly sortAs: string | null;
  readonly isOrganization: boolean;
}

export interface RetailPrice {
  readonly amount: number;
  readonly currency: string;
  /** Whether it includes tax, and whether a law or contract fixes it. */
  readonly taxIncluded: boolean;
  readonly isFixed: boolean;
  /** ISO 3166-1 codes; empty: everywhere. */
  readonly territories: readonly string[];
  /** Empty: all forms. */
  readonly forms: readonly ProductForm[];
}

/** Who checked the accessibility of the books, and what they found. */
export interface Certification {
  readonly by: string;
  readonly conformsTo: string | null;
  readonly credential: string | null;
  /** A web address. */
  readonly report: string | null;
}

/** What the plan says of its books as products: for the book trade, and nowhere else asked for. */
export interface Publishing {
  readonly imprint: string | null;
  readonly city: string | null;
  /** An ISO 3166-1 code. */
  readonly country: string | null;
  readonly website: string | null;
  readonly email: string | null;
  /** `YYYY-MM-DD` */
  readonly published: string | null;
  /** By volume, such as `es-2`: thirteen digits by form. */
  readonly isbn: Readonly<Record<string, Readonly<Partial<Record<ProductForm, string>>>>>;
  readonly prices: readonly RetailPrice[];
  readonly contributors: readonly Contributor[];
  /** The publisher's own statements, printed as they are. */
  readonly legal: readonly string[];
  readonly accessibility: Certification | null;
}
