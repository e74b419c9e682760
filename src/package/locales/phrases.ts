import * as z from "zod";

/** A plain sentence. */
export const text = z.string().min(1);

type Values<Names extends readonly string[]> = { [Index in keyof Names]: string | number };

/** A sentence with a placeholder in braces for each name, parsed into a function that takes the values in the order of the names. */
export function phrase<const Names extends readonly string[]>(...names: Names) {
  return text
    .refine((written) => placesIn(written).sort().join() === [...names].sort().join(), {
      error: `must hold ${names.map((name) => `{${name}}`).join(" and ")}, each once, and nothing else in braces`,
    })
    .transform(
      (written) =>
        (...values: Values<Names>): string =>
          written.replace(/\{(\w+)\}/g, (_, name: string) => String(values[names.indexOf(name)])),
    );
}

const counting = text.refine((written) => written.startsWith("{count} "), {
  error: "must begin with {count}",
});

/**
 * A number with its noun, in each form that the language of this tag counts with: the plural categories of Unicode CLDR, as `Intl.PluralRules`
 * tells them. English has `one` and `other`, Polish also `few` and `many`. A form that is left out is `other`.
 */
export function pluralIn(tag: string) {
  const rules = new Intl.PluralRules(tag);
  return z
    .strictObject({
      zero: counting.optional(),
      one: counting.optional(),
      two: counting.optional(),
      few: counting.optional(),
      many: counting.optional(),
      other: counting,
    })
    .transform(
      (forms) =>
        (count: number): string =>
          (forms[rules.select(count)] ?? forms.other).replace("{count}", String(count)),
    );
}

function placesIn(written: string): string[] {
  return [...written.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? "");
}
