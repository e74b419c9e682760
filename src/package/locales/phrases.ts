import { z } from "zod";
import { pluralize } from "../../shared/pluralize.ts";

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

/** A number with its noun, for one and for any other number. */
export const plural = z.strictObject({ one: counting, other: counting }).transform(({ one, other }) => {
  const [singular, more] = [one, other].map((written) => written.slice("{count} ".length));
  return (count: number): string => pluralize(count, singular ?? "", more);
});

function placesIn(written: string): string[] {
  return [...written.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? "");
}
