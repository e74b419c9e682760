import * as z from "zod";
import { planLimits } from "../plan-limits.ts";
import { countries, currencies } from "./codes.ts";
import { conformances, contributorRoles, productForms } from "./publishing.ts";

const line = (description: string) =>
  z.string().meta({ minLength: 1, maxLength: planLimits.publisherCharacters, description });
const choices = (values: readonly string[]) => z.enum(values as [string, ...string[]]);
const country = choices(countries).describe("A country's code of two letters, ISO 3166-1.");
const form = z.enum(productForms);
const isbn = z
  .union([z.string(), z.number()])
  .describe("Thirteen digits, with or without hyphens; the check digit is checked.");

const price = z.strictObject({
  amount: z.number().describe("The retail price, such as 4.99."),
  currency: choices(currencies).describe("Three letters, ISO 4217."),
  tax: z.enum(["included", "excluded"]).optional().describe("Included if left out."),
  fixed: z.boolean().optional().describe("True where a law or contract fixes the retail price."),
  territories: z.array(country).min(1).optional().describe("Where it holds; everywhere if left out."),
  forms: z.array(form).min(1).optional().describe("Which forms it is for; all if left out."),
});

const contributor = z.strictObject({
  name: line("A person or organization."),
  role: z.enum(contributorRoles).describe("What they did for the books."),
  sortAs: line("The name as it is sorted, such as Ruiz, Ana.").optional(),
  organization: z.boolean().optional().describe("True if the name is an organization's."),
});

const publisherName = line("Who publishes it.");
const publisher = z.strictObject({
  name: publisherName,
  imprint: line("The brand that the books carry, if it isn't the publisher's name.").optional(),
  city: line("Where the publisher is.").optional(),
  country: country.optional(),
  website: line("Its web address.").optional(),
  email: line("An e-mail address for booksellers.").optional(),
});

/** The keys of a plan about its books as products, as people write them. */
export const writtenPublishing = {
  publisher: z
    .union([publisherName, publisher])
    .optional()
    .describe("Who publishes the books: a name, or a map with more about them."),
  published: z.string().optional().describe("The day of publication, YYYY-MM-DD."),
  isbn: z
    .record(
      z.string(),
      z.strictObject({ epub: isbn.optional(), audiobook: isbn.optional(), paperback: isbn.optional() }),
    )
    .optional()
    .describe("One ISBN for each volume, such as es-2, and form of product."),
  price: z
    .union([price, z.array(price).min(1)])
    .optional()
    .describe("The retail price, or one for each form or territory."),
  contributors: z.array(contributor).min(1).optional().describe("In the order of the title page."),
  legal: z
    .union([line("A statement."), z.array(line("A statement.")).min(1)])
    .optional()
    .describe("The publisher's own statements, which are printed as they are."),
  accessibility: z
    .strictObject({
      certifiedBy: line("Who checked the books."),
      conformsTo: choices(conformances).optional().describe("What the check found."),
      credential: line("The certifier's own credential.").optional(),
      report: line("The web address of the report.").optional(),
    })
    .optional()
    .describe("Who certified the accessibility of the books. Nothing is claimed without it."),
};
