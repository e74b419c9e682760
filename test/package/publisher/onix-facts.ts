import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as codelists from "onix-codelist";
import { parse } from "yaml";

interface Facts {
  readonly composites: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, number>>;
  readonly newer: Readonly<Record<number, readonly string[]>>;
}

const facts: Facts = parse(readFileSync(join(import.meta.dirname, "onix-facts.yaml"), "utf8"));

export const { composites } = facts;

/** Whether an element's text is a code of its list; `null` for an element without one. `type`: the feature's, for its value. */
export function isKnownCode(element: string, code: string, type: string): boolean | null {
  const list = element === "ProductFormFeatureValue" ? { "09": 196, "12": 143 }[type] : facts.lists[element];
  return list === undefined ? null : inList(list, code);
}

/** Whether a code list has a code. */
export function inList(list: number, code: string): boolean {
  const codes = (codelists as unknown as Record<string, Record<string, string>>)[`list${list}`] ?? {};
  return Object.values(codes).includes(code) || (facts.newer[list] ?? []).includes(code);
}
