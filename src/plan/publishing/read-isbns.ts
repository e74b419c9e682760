import type { Place } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";
import { suggest } from "../schema/suggest.ts";
import { readIsbn } from "./isbn.ts";
import { type Publishing, productForms } from "./publishing.ts";
import type { PublishingSource } from "./publishing-source.ts";

/** Reads `isbn`: every volume is one of the plan's, every check digit is right, and no number is given twice. */
export function readIsbns({ written, places, entries }: PublishingSource): {
  readonly isbn: Publishing["isbn"];
  readonly problems: readonly PlanProblem[];
} {
  const problems: PlanProblem[] = [];
  const isbn: Record<string, Partial<Record<(typeof productForms)[number], string>>> = {};
  const first = new Map<string, Place>();
  for (const [volume, forms] of Object.entries(written.isbn ?? {})) {
    if (entries !== null) problems.push(...unknownVolume(volume, { written, places, entries }));
    for (const form of productForms) {
      const value = forms?.[form];
      if (value === undefined) continue;
      const place = places.of(["isbn", volume, form]);
      const read = readIsbn(String(value));
      if (!read.ok) {
        const { ok: _, ...fault } = read;
        problems.push({ severity: "error", place, code: "bad_isbn", value: String(value), ...fault });
        continue;
      }
      const before = first.get(read.isbn);
      if (before !== undefined) {
        const twice = { key: "isbn", value: String(value), first: before };
        problems.push({ severity: "error", place, code: "duplicate_value", ...twice });
      }
      first.set(read.isbn, before ?? place);
      isbn[volume] = { ...isbn[volume], [form]: read.isbn };
    }
  }
  return { isbn, problems };
}

function unknownVolume(
  volume: string,
  { places, entries }: PublishingSource & { readonly entries: NonNullable<PublishingSource["entries"]> },
): PlanProblem[] {
  const volumes = [...new Set(entries.map(({ lang, difficulty }) => `${lang}-${difficulty}`))];
  if (volumes.length === 0 || volumes.includes(volume)) return [];
  const place = places.ofKey(["isbn", volume]);
  const suggestion = suggest(volume, volumes);
  return [{ severity: "error", place, code: "unknown_volume", volume, known: volumes, suggestion }];
}
